"""Computer players: a client that plays through the public API, and the processes a server starts to run it.

May import `services` and what is below it.
"""
