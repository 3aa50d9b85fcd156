"""A DNS server on loopback."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset


class NameServer:
    """A DNS server on loopback with configurable records, which can fall silent."""

    def __init__(self) -> None:
        self.records: dict[tuple[str, str], list[str]] = {}
        self.is_silent = False
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def add(self, name: str, kind: str, text: str) -> None:
        """Add a record. A long TXT record is split into pieces."""
        if kind == "TXT":
            text = " ".join(f'"{text[start : start + 200]}"' for start in range(0, len(text), 200))
        self.records.setdefault((name.lower().rstrip("."), kind), []).append(text)

    def _serve(self) -> None:
        while True:
            try:
                data, sender = self._socket.recvfrom(4096)
            except OSError:
                return
            if not self.is_silent:
                self._socket.sendto(self._answer(data), sender)

    def _answer(self, data: bytes) -> bytes:
        query = dns.message.from_wire(data)
        response = dns.message.make_response(query)
        question = query.question[0]
        kind = dns.rdatatype.to_text(question.rdtype)
        name = question.name.to_text(True).lower()
        if found := self.records.get((name, kind)):
            response.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *found))
        elif not any(known == name for known, _ in self.records):
            response.set_rcode(dns.rcode.NXDOMAIN)
        return response.to_wire()

    def close(self) -> None:
        self._socket.close()


@contextmanager
def name_server() -> Iterator[NameServer]:
    server = NameServer()
    try:
        yield server
    finally:
        server.close()
