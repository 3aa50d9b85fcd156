"""Log lines for people (`text`) or for programs (`json`), with the request and the user they belong to."""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the HTTP request or live connection that is being served. HTTP responses carry it as `X-Request-Id`."""
USER: ContextVar[int | None] = ContextVar("user", default=None)
"""The id of the user it comes from."""


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


class TextFormatter(logging.Formatter):
    """Time, level and logger, the message, then the request and the user."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        line = f"{_time(record)} {record.levelname} {record.name}: {record.message}"
        line += f" request={REQUEST.get()}" if REQUEST.get() else ""
        return line if USER.get() is None else f"{line} user={USER.get()}"


class JsonFormatter(logging.Formatter):
    """One JSON object per line. A traceback is one of its fields."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": REQUEST.get() or None,
            "user": USER.get(),
            "error": self.formatException(record.exc_info) if record.exc_info else None,
        }
        return json.dumps({name: value for name, value in fields.items() if value is not None}, ensure_ascii=False)


def configure(level: str, shape: str) -> None:
    """Log to standard error from this level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if shape == "json" else TextFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for chatty in ("alembic", "uvicorn.error", "mail.log"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
