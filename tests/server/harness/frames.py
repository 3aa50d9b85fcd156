"""WebSocket frames as the server writes them."""

from collections.abc import Iterator


def texts(data: bytes) -> Iterator[str]:
    """The texts in a sequence of whole text frames."""
    while data:
        assert data[0] == 0x81
        size, start = data[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start])
        yield data[start : start + size].decode()
        data = data[start + size :]
