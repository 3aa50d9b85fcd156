"""Settings, from options and JUNGLE_… variables; secrets can also come from files (JUNGLE_SMTP_PASSWORD_FILE)."""

import ipaddress
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from jungle.errors import JungleError
from jungle.players import LEVEL_NAMES, LEVELS
from jungle.server import local_network
from jungle.storage import folder

BOTS = (*LEVEL_NAMES, *LEVELS)
PASSWORD_MEMORY = 19456
"""Kilobytes per hash: the minimum that OWASP recommends, since a server must survive a rush of logins."""
LOG_FORMATS = ("text", "json")
POOL_SIZE = 20
"""PostgreSQL connections of one server. Four servers fit into PostgreSQL's 100."""
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


class SettingsError(JungleError, ValueError):
    """An invalid configuration, with one line per problem."""


class Settings(BaseSettings):
    """The settings of a server."""

    model_config = SettingsConfigDict(env_prefix="JUNGLE_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    data: Path = Field(default_factory=lambda: folder("server"))
    database: str = ""
    redis: str = ""
    public_url: str = ""
    smtp_in: str = ""
    smtp_out: str = ""
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""
    smtp_trusted: str = Field(default="", description="networks of relays that check who sends an email")
    smtp_authserv: str = Field(default="", description="the name they sign Authentication-Results with")
    dns: str = Field(default="", description="host:port of a name server, in place of the system's")
    bots: str = ""
    school: bool = Field(default=False, description="a school's own server: in the local network, with house bots")
    local_address: str = Field(default="", description="the machine's address in the local network, for links")
    rate_limits: float = Field(default=1.0, ge=0, description="a factor; 0 switches them off")
    log_level: str = "info"
    log_format: str = "text"
    workers: int = Field(default=1, ge=1, le=64, description="servers to start, on this port and the next ones")
    pool_size: int = Field(default=POOL_SIZE, ge=2, le=1000, description="PostgreSQL connections of this server")
    drain_seconds: float = Field(
        default=10.0, ge=0, le=600, description="how long clients are sent to other servers before this one stops"
    )
    until_eof: bool = Field(default=False, description="stop when standard input is closed, as a worker does")
    password_memory: int = Field(
        default=PASSWORD_MEMORY, ge=16, le=2**21, description="kilobytes for a password's hash"
    )
    cache_memory: int = Field(
        default_factory=lambda: _memory() // 4, ge=1, description="megabytes for games kept in memory"
    )
    vapid_key: str = Field(default="", description="the private key that signs notifications, as PEM")
    push_to_private: bool = Field(default=False, description="for tests: push services at private addresses")
    metrics_token: str = Field(default="", description="a token that allows reading /metrics from anywhere")

    @model_validator(mode="before")
    @classmethod
    def _secrets_from_files(cls, values: dict[str, Any]) -> dict[str, Any]:
        for name in ("smtp_password", "database", "redis", "metrics_token", "vapid_key"):
            if not values.get(name) and (file := os.environ.get(f"JUNGLE_{name.upper()}_FILE")):
                values[name] = Path(file).read_text(encoding="utf-8").strip()
        return values

    @field_validator("public_url")
    @classmethod
    def _url(cls, value: str) -> str:
        url = urlsplit(value)
        if value and (url.scheme not in ("http", "https") or not url.netloc or url.path not in ("", "/")):
            raise ValueError("expected a URL such as https://jungle.example.org, without a path")
        return value.rstrip("/")

    @field_validator("smtp_in", "smtp_out", "dns")
    @classmethod
    def _host_and_port(cls, value: str) -> str:
        if value:
            split_address(value)
        return value

    @field_validator("smtp_trusted")
    @classmethod
    def _networks(cls, value: str) -> str:
        networks = [text.strip() for text in value.split(",") if text.strip()]
        for text in networks:
            try:
                ipaddress.ip_network(text)
            except ValueError:
                raise ValueError(f"expected networks such as 10.0.0.0/8 or ::1, got {text!r}") from None
        return ",".join(networks)

    @field_validator("redis")
    @classmethod
    def _redis_url(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in ("redis", "rediss", "unix"):
            raise ValueError(f"expected a URL such as redis://host:6379, got {value!r}")
        return value

    @field_validator("database")
    @classmethod
    def _database_url(cls, value: str) -> str:
        if value and urlsplit(value).scheme.partition("+")[0] not in ("postgresql", "sqlite"):
            raise ValueError(f"expected a URL such as postgresql://user@host/name or sqlite:///file, got {value!r}")
        return value

    @field_validator("log_level")
    @classmethod
    def _level(cls, value: str) -> str:
        if value.lower() not in LOG_LEVELS:
            raise ValueError(f"expected one of {', '.join(LOG_LEVELS)}; got {value!r}")
        return value.lower()

    @field_validator("log_format")
    @classmethod
    def _format(cls, value: str) -> str:
        if value not in LOG_FORMATS:
            raise ValueError(f"expected one of {', '.join(LOG_FORMATS)}; got {value!r}")
        return value

    @field_validator("bots")
    @classmethod
    def _known_bots(cls, value: str) -> str:
        for name in value.split(",") if value else ():
            if name not in BOTS:
                raise ValueError(f"unknown bot {name!r}; expected one of: {', '.join(BOTS)}")
        return value

    @model_validator(mode="after")
    def _several(self) -> "Settings":
        if self.workers > 1 and not (self.database.startswith("postgresql") and self.redis):
            raise ValueError("several workers need a PostgreSQL database and Redis")
        if self.workers > 1 and not 0 < self.port <= 65536 - self.workers:
            raise ValueError(
                f"{self.workers} workers need a fixed first port with enough ports after it, got {self.port}"
            )
        return self

    @model_validator(mode="after")
    def _for_a_school(self) -> "Settings":
        if self.school:
            self.host = self.host if "host" in self.model_fields_set else "0.0.0.0"
            self.bots = self.bots if "bots" in self.model_fields_set else local_network.BOTS
        return self

    @classmethod
    def load(cls, **options: Any) -> "Settings":
        """The settings from these options, and otherwise from the environment.

        Raises SettingsError, and JungleError for a file that cannot be read.
        """
        try:
            return cls(**{name: value for name, value in options.items() if value is not None})
        except ValidationError as error:
            problems = [
                f"{'.'.join(map(str, problem['loc'])) or 'settings'}: {problem['msg'].removeprefix('Value error, ')}"
                for problem in error.errors()
            ]
            raise SettingsError("; ".join(problems)) from None
        except OSError as error:
            raise JungleError(f"cannot read {error.filename}: {error.strerror}") from None

    def is_for_local_network(self) -> bool:
        """True for a school's server that has no address yet by which others reach it."""
        return self.school and not self.public_url and self.host in ("0.0.0.0", "::")

    @property
    def origin(self) -> str:
        """The server's public address."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        if host in ("0.0.0.0", "[::]"):
            host = self.local_address or "127.0.0.1"
        return self.public_url or f"http://{host}:{self.port}"

    def is_https(self) -> bool:
        return self.origin.startswith("https:")

    @property
    def sender(self) -> str:
        """The sender address of our emails."""
        return self.mail_from or f"jungle@{urlsplit(self.origin).hostname or 'localhost'}"


def _memory() -> int:
    """This machine's memory in megabytes, or a guess."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, ValueError, OSError):  # Windows does not say.
        return 2048


def split_address(text: str) -> tuple[str, int]:
    """Parse `host:port` or `:port`. Raises ValueError.

    >>> split_address(":2525")
    ('127.0.0.1', 2525)
    """
    host, colon, port = text.rpartition(":")
    if not colon or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise ValueError(f"expected host:port or :port, got {text!r}")
    return host.strip("[]") or "127.0.0.1", int(port)
