"""Game files (`.jgn`): tags, numbered moves with comments, NAGs and variations, a result, and many games per file.

What `write` writes, `read` reads back equal. Both stream: one game at a time is in memory.
"""

from jungle.record.node import NAGS, Node
from jungle.record.reader import load, loads, read
from jungle.record.record import Record
from jungle.record.writer import dumps, save, write

__all__ = ["NAGS", "Node", "Record", "dumps", "load", "loads", "read", "save", "write"]
