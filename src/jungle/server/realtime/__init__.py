"""How events travel: topics and listeners within a process or through Redis, the other servers, WebSockets.

Knows nothing about what the events mean. May import `storage` and `identity`.
"""
