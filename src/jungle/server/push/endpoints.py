"""Requests to push services, whose addresses come from users: only over HTTPS, and only to public addresses."""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from urllib.parse import SplitResult, urlsplit

from jungle.errors import JungleError

HTTPS = 443
ENDPOINT_LIMIT = 1000
ANSWER_LIMIT = 8192
SECONDS = 10.0
"""How long a push service may take to answer."""


class EndpointError(JungleError, ValueError):
    """An address that the server sends nothing to."""


def check_endpoint(endpoint: str, *, allows_private: bool) -> SplitResult:
    """Raise EndpointError unless this can be the address of a push service."""
    try:
        url = urlsplit(endpoint)
        port = url.port
    except ValueError:
        raise EndpointError("expected the address of a push service") from None
    is_plain = all("!" <= sign <= "~" for sign in endpoint)
    if len(endpoint) > ENDPOINT_LIMIT or not is_plain or not url.hostname or url.username is not None:
        raise EndpointError("expected the address of a push service")
    if allows_private and url.scheme in ("http", "https"):
        return url
    if url.scheme != "https" or port not in (None, HTTPS):
        raise EndpointError(f"expected an address that starts with https:// and has no port, got {endpoint[:80]!r}")
    try:
        address = ipaddress.ip_address(url.hostname)
    except ValueError:
        return url
    if not is_public(address):
        raise EndpointError(f"{url.hostname} is not a public address")
    return url


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """True for addresses anywhere on the internet, written in any form."""
    inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
    teredo = getattr(address, "teredo", None)
    if inner is not None or teredo is not None or (address.version == 6 and address in _TRANSLATED):
        return False  # They would reach whatever the machine translates them to.
    return address.is_global and not address.is_multicast


_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


@cache
def _certificates() -> ssl.SSLContext:
    """The authorities that this machine trusts. Reading them takes some milliseconds."""
    return ssl.create_default_context()


async def _resolve(host: str, port: int, *, allows_private: bool) -> str:
    """An address of a host that may be connected to. The name is looked up once: what was checked is what is used."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ConnectionError(f"{host} cannot be found: {error}") from None
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        if not allows_private and not is_public(ipaddress.ip_address(address.partition("%")[0])):
            raise EndpointError(f"{host} is not at a public address")
    return addresses[0]


async def post(endpoint: str, headers: Mapping[str, str], body: bytes, *, allows_private: bool) -> int:
    """Send a request, and return the status of the answer. Redirects are not followed.

    Raises EndpointError, OSError, and TimeoutError.
    """
    url = check_endpoint(endpoint, allows_private=allows_private)
    assert url.hostname is not None
    port = url.port or (HTTPS if url.scheme == "https" else 80)
    async with asyncio.timeout(SECONDS):
        address = await _resolve(url.hostname, port, allows_private=allows_private)
        secure = {"ssl": _certificates(), "server_hostname": url.hostname} if url.scheme == "https" else {}
        reader, writer = await asyncio.open_connection(address, port, limit=ANSWER_LIMIT, **secure)  # type: ignore[arg-type]
        try:
            target = (url.path or "/") + (f"?{url.query}" if url.query else "")
            lines = {"Host": url.netloc, "Connection": "close", "Content-Length": str(len(body)), **headers}
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            writer.write(f"POST {target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
            await writer.drain()
            return _status(await reader.readline())
        except ValueError:  # A line that is too long.
            raise ConnectionError("the push service answered something else than HTTP") from None
        finally:
            writer.close()


def _status(line: bytes) -> int:
    parts = line.split(None, 2)
    if len(parts) < 2 or not parts[0].startswith(b"HTTP/1.") or not parts[1].isdigit():
        raise ConnectionError(f"expected an answer in HTTP/1.1, got {line[:80]!r}")
    return int(parts[1])
