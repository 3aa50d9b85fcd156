"""What the server tests share: real servers, clients, a mail sink, name server, classrooms and a clock."""
