"""The server: accounts, live and correspondence games, ratings, bots and email. `jungle serve` starts it.

Each package below owns one domain; its docstring says what it may import. From the bottom up: `storage`, `identity`,
`realtime`, `children`, `game`, `lobby`, `school`, `mail`, `ops`; then `services`, which wires them together, `api`,
which offers them to clients, and `app`, `bots` and `serve`, which run it all. `tests/test_imports.py` enforces this.
"""
