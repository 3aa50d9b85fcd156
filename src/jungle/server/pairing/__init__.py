"""Who meets whom in tournaments with rounds, and what the results are worth. Values in, values out: no database."""
