"""The browser app: static files that play, analyse and teach without a server."""
