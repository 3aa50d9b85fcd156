"""JSON as the server reads and writes it."""

from typing import Any

import msgspec

Json = dict[str, Any]
"""A JSON object as clients send and receive it."""

encode = msgspec.json.encode
decode = msgspec.json.decode
