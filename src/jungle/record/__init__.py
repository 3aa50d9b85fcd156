"""Game files (`.jgn`): tags, numbered moves with comments and variations, a result, and many games per file.

What `write` writes, `read` reads back equal. Both stream: one game at a time is in memory.
"""

from jungle.record.node import Node
from jungle.record.reader import load, loads, read
from jungle.record.record import Record
from jungle.record.writer import dumps, save, write

__all__ = ["Node", "Record", "dumps", "load", "loads", "read", "save", "write"]
