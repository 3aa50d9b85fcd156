"""Commands that belong to no front end."""
