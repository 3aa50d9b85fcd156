"""Play by email: the commands of the classic server, its text boards, SMTP in, an outbox, and emailed links.

May import `lobby` and what is below it.
"""
