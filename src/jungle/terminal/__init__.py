"""The terminal game, line by line or on the full screen."""
