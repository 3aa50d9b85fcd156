"""Games: the one place where a game changes. A command comes in, runs as one transaction, and events go out.

Owns the rows of games, their clocks, ratings, caches and views. May import `storage`, `identity`, `realtime` and
`children`, which decides who may play whom.
"""
