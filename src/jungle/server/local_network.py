"""A school's own server: the machine's addresses in the local network, and what to do with them."""

import io
import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress

import segno

PROBES = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")
"""Addresses to which the system is asked for a route: one that is nobody's, and one in each private network."""
BOTS = "easy,medium,hard"
NO_NETWORK = (
    "No network found. Connect this machine to the school's network and start again, or other machines cannot join."
)


def local_addresses() -> list[str]:
    """The machine's IPv4 addresses in local networks, the one of the default route first. Nothing is sent."""
    found = [address for probe in PROBES if (address := _source_of(probe))]
    with suppress(OSError):  # The machine may not know its own name.
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if _is_reachable(address)]


def _source_of(target: str) -> str | None:
    """The address from which this machine would send to another one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:  # There is no route.
            return None
        return str(probe.getsockname()[0])


def _is_reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def poster(origin: str, others: Sequence[str] = ()) -> str:
    """What a teacher sees in the terminal: the address as a QR code, and the next steps.

    >>> print(poster("http://127.0.0.1:8000").splitlines()[-1])
    3. Your pupils scan the code of the class, or open this address and type it in.
    """
    code = io.StringIO()
    segno.make(origin, error="m").terminal(code, border=2, compact=True)
    lines = [code.getvalue().rstrip("\n")]
    if others:
        lines.append(f"If that address does not work, try {', '.join(others)}.")
    lines += [
        "What to do next:",
        f"1. Open {origin} in a browser and sign up as the teacher.",
        "2. Create a class and show its code on the projector.",
        "3. Your pupils scan the code of the class, or open this address and type it in.",
    ]
    return "\n".join(lines)
