"""What clients see: the HTTP routes, one module per noun, the live connection, and the browser app.

May import everything up to `services`. Only the modules that start the server import it.
"""
