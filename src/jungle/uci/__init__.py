"""The engine protocol: UCI for other programs, see `jungle engine`."""
