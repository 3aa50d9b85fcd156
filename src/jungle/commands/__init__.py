"""The commands of `jungle`, a module each; those of a front end only start it."""
