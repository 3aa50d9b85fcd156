"""Children's accounts: cards, guardians, playing hours, and whom a child may meet.

May import `storage`, `identity` and `realtime`.
"""
