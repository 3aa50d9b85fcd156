"""A server of the Model Context Protocol: assistants play and teach the games with its tools, resources and prompts."""

from jungle.mcp.server import create_server

__all__ = ["create_server"]
