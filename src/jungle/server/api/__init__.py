"""The HTTP routes, a module for each noun."""
