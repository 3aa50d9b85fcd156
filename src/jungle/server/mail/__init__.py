"""Play by mail: the commands of the classic server, its text boards, SMTP in, an outbox, and mailed links.

May import `lobby` and what is below it.
"""
