"""Game files (`.jgn`): tags, numbered moves with comments, a result, and many games a file.

What `write` writes, `read` reads back equal. Both stream: one game at a time is in memory.
"""

from jungle.record.files import load, save
from jungle.record.reader import loads, read
from jungle.record.record import Record
from jungle.record.writer import dumps, write

__all__ = ["Record", "dumps", "load", "loads", "read", "save", "write"]
