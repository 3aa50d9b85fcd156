"""The arena: computer against computer, any number of games, and results that can be trusted."""
