"""Play by mail: the commands of the classic server, its text boards, SMTP in, and an outbox."""
