"""What the server tests share: real servers, clients, an email sink, name server, classrooms and a clock."""
