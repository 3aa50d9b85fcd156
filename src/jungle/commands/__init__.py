"""The subcommands of `jungle`, one module each; those of a front end only start it."""
