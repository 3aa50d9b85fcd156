"""The server: accounts, live and correspondence games, ratings, bots and mail. `jungle serve` starts it."""
