"""Who sent an email: SPF and DKIM for the domain of From, unless a trusted relay has checked them."""

import asyncio
import ipaddress
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from enum import Enum
from typing import Any

import authres
import dkim
import dns.exception
import dns.name
import dns.resolver

from jungle.server.mail import spf
from jungle.server.settings import Settings, split_address

log = logging.getLogger("jungle.server.mail")

SIGNATURES_LIMIT = 3
LOOKUPS_LIMIT = 30
LOOKUP_SECONDS, MAIL_SECONDS = 3.0, 20.0  # RFC 7208 recommends at least 20 seconds.
THREADS = 4
ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")


class Verdict(Enum):
    """Whether the domain of From vouches for an email."""

    YES = "yes"
    NO = "no"
    LATER = "later"
    """Unknown, because the name server did not answer."""


class Resolver:
    """Looks up names, through the system's name servers or a given one."""

    def __init__(self, server: str = "") -> None:
        try:
            self._resolver = dns.resolver.Resolver(configure=not server)
        except dns.resolver.NoResolverConfiguration:
            self._resolver = dns.resolver.Resolver(configure=False)
        if server:
            host, port = split_address(server)
            self._resolver.nameservers, self._resolver.port = [host], port

    def look_up(self, name: dns.name.Name | str, kind: str, seconds: float) -> Sequence[Any]:
        """The records of a name; empty if there are none. Raises TimeoutError if no name server answers."""
        try:
            return list(self._resolver.resolve(name, kind, lifetime=seconds, search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.YXDOMAIN):
            return []
        except (dns.exception.Timeout, dns.resolver.NoNameservers, OSError):
            raise TimeoutError(f"no answer about {name}") from None
        except dns.exception.DNSException:  # Not a valid name.
            return []


class Lookups:
    """The lookups for one email, limited in number and time."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._until = time.monotonic() + MAIL_SECONDS
        self._left = LOOKUPS_LIMIT
        self.failed = False

    def records(self, name: dns.name.Name | str, kind: str) -> Sequence[Any]:
        left = min(LOOKUP_SECONDS, self._until - time.monotonic())
        self._left -= 1
        if left <= 0 or self._left < 0:
            self.failed = True
            raise TimeoutError("too many lookups for one email")
        try:
            return self._resolver.look_up(name, kind, left)
        except TimeoutError:
            self.failed = True
            raise

    def text(self, name: bytes, timeout: float = LOOKUP_SECONDS) -> bytes | None:
        """A TXT record, in the form dkimpy expects."""
        try:
            found = self.records(name.decode("ascii", "replace"), "TXT")
        except TimeoutError:
            return None
        return b"".join(found[0].strings) if found else None


def vouches(domain: str, sender: str) -> bool:
    """True if a domain may vouch for a sender's domain: it must be the same domain or a parent.

    >>> vouches("example.org", "mail.example.org"), vouches("mail.example.org", "example.org"), vouches("", "org")
    (True, False, False)
    """
    domain, sender = domain.lower().rstrip("."), sender.lower().rstrip(".")
    return bool(domain) and "." in domain and (sender == domain or sender.endswith(f".{domain}"))


class Authentication:
    """Checks emails in a few threads, since DNS lookups take time."""

    def __init__(self, settings: Settings) -> None:
        self._trusted = [ipaddress.ip_network(text) for text in settings.smtp_trusted.split(",") if text]
        self._authserv = settings.smtp_authserv.lower()
        self._resolver = Resolver(settings.dns)
        self._threads = ThreadPoolExecutor(THREADS, "mail")

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    def is_trusted(self, peer: str) -> bool:
        """True if the peer is a trusted relay, which checks senders itself."""
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self._trusted)

    async def check(
        self, content: bytes, message: EmailMessage, domain: str, peer: str, envelope_from: str, helo: str
    ) -> Verdict:
        """Check whether the sender of this email may use the domain in its From."""
        trusted = self.is_trusted(peer)
        if trusted:
            if not self._authserv:
                return Verdict.YES
            verdict = self._relay_verdict(message, domain)
            if verdict is not None:
                return verdict
        lookups = Lookups(self._resolver)

        def work() -> Verdict:
            # Behind a relay, the peer's address says nothing about the sender.
            if not trusted and _passes_spf(lookups, peer, envelope_from, helo, domain):
                return Verdict.YES
            if _passes_dkim(lookups, content, domain):
                return Verdict.YES
            return Verdict.LATER if lookups.failed else Verdict.NO

        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _relay_verdict(self, message: EmailMessage, domain: str) -> Verdict | None:
        """The verdict of the trusted relay's first Authentication-Results header. The relay removes forged ones."""
        for header in message.get_all("Authentication-Results", ()):
            try:
                results = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {header}")
            except Exception:
                continue
            if str(results.authserv_id).lower() == self._authserv:
                is_good = any(_is_pass(result, domain) for result in results.results)
                return Verdict.YES if is_good else Verdict.NO
        return None


def _is_pass(result: Any, domain: str) -> bool:
    wanted = {"dkim": ("header", "d"), "spf": ("smtp", "mailfrom"), "dmarc": ("header", "from")}.get(result.method)
    if result.result != "pass" or wanted is None:
        return False
    values = [str(each.value) for each in result.properties if (each.type, each.name) == wanted]
    return any(vouches(value.rpartition("@")[2], domain) for value in values)


def _passes_spf(lookups: Lookups, peer: str, envelope_from: str, helo: str, domain: str) -> bool:
    if not vouches(envelope_from.rpartition("@")[2], domain):
        return False
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    return spf.check_host(address, envelope_from, helo, lookups.records) is spf.Result.PASS


def _passes_dkim(lookups: Lookups, content: bytes, domain: str) -> bool:
    """True if one of the first signatures is valid for this domain and covers From and Subject."""
    for index in range(SIGNATURES_LIMIT):
        try:
            signature = dkim.DKIM(content, logger=_quiet)
            if not signature.verify(index, dnsfunc=lookups.text):
                if signature.signature_fields:
                    continue
                return False
            fields = signature.signature_fields
            signed = {name.lower() for name in signature.include_headers}
        except Exception as error:
            log.info("DKIM could not be checked: %r", error)
            continue
        # With l=, anything could have been appended to the body.
        is_whole = {b"from", b"subject"} <= signed and b"l" not in fields and fields[b"a"] in ALGORITHMS
        if is_whole and vouches(signature.domain.decode("ascii", "replace"), domain):
            return True
    return False


_quiet = logging.getLogger("jungle.server.mail.dkim")
_quiet.setLevel(logging.CRITICAL)
