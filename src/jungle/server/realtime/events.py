"""What happens to the other servers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PeersChanged:
    """A server has started or stopped."""


@dataclass(frozen=True, slots=True)
class PeersStopped:
    """These servers have stopped without saying that their players left."""

    servers: frozenset[str]


@dataclass(frozen=True, slots=True)
class ServerOutdated:
    """The database demands safety rules that this server does not know."""
