"""Who somebody is and what they may do: accounts, passwords, sessions, second factors, the access table, rate limits.

May import `storage`.
"""
