"""SPF (RFC 7208): whether a domain lets an address send its email. Explanations (`exp=`) are only parsed."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import quote

import dns.exception
import dns.name

Address = IPv4Address | IPv6Address
LookUp = Callable[[dns.name.Name, str], Sequence[Any]]
"""Returns a name's records of one kind, empty if there are none. Raises TimeoutError if no name server answers."""

TERM_LIMIT = 10
"""The terms of one check that may look up names, with those of included records."""
VOID_LIMIT = 2
"""The terms of one check whose lookups may find nothing."""
HOST_LIMIT = 10
"""The names of one `mx` or `ptr` whose addresses are looked up."""
NAME_LIMIT = 253


class Result(Enum):
    """What a domain says about an address."""

    NONE = "none"
    NEUTRAL = "neutral"
    PASS = "pass"
    FAIL = "fail"
    SOFTFAIL = "softfail"
    TEMPERROR = "temperror"
    PERMERROR = "permerror"


QUALIFIERS = {"+": Result.PASS, "-": Result.FAIL, "~": Result.SOFTFAIL, "?": Result.NEUTRAL, "": Result.PASS}

# The grammar of RFC 7208, appendix A.
_EXPANSION = re.compile(r"%(?:\{([A-Za-z])([0-9]{0,9})([rR]?)([-.+,/_=]*)\}|([%_-]))")
_MACRO = r"%(?:\{[SLODIPHVslodiphv][0-9]{0,9}[rR]?[-.+,/_=]*\}|[%_-])"
_ANY_MACRO = _MACRO.replace("hv]", "hvCRTcrt]")
_LABEL = r"(?=[0-9-]*[A-Za-z-])[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_DOMAIN = re.compile(rf"(?:[!-$&-~]|{_MACRO})*(?:\.{_LABEL}\.?|{_MACRO})")
_TEXT = re.compile(rf"(?:[!-$&-~]|{_ANY_MACRO})*")
_MODIFIER = re.compile(r"([A-Za-z][A-Za-z0-9._-]*)=(.*)", re.DOTALL)
_MECHANISM = re.compile(r"([-+?~]?)([A-Za-z][A-Za-z0-9._-]*)(|[:/].*)", re.DOTALL)
_PREFIX = r"(?:/(0|[1-9][0-9]{0,2}))?"
_HOSTS = re.compile(rf"(?::(.+?))?{_PREFIX}(?:/{_PREFIX.removesuffix('?')})?", re.DOTALL)
_NETWORK = re.compile(rf":([0-9A-Fa-f:.]+){_PREFIX}")


class _PermanentError(Exception):
    """The record is invalid, or needs too many lookups."""


@dataclass(frozen=True, slots=True)
class _Directive:
    result: Result
    mechanism: str
    domain: str = ""
    """With macros; empty for the domain that is being checked."""
    prefixes: tuple[int, int] = (32, 128)
    """How many bits of an IPv4 and an IPv6 address must be the same."""
    network: IPv4Network | IPv6Network | None = None


@dataclass(frozen=True, slots=True)
class _Record:
    directives: tuple[_Directive, ...]
    redirect: str


def check_host(address: Address, sender: str, helo: str, look_up: LookUp) -> Result:
    """What the domain of the sender says about this address; with an empty sender, the domain of HELO."""
    local, _, domain = sender.rpartition("@") if sender else ("", "", helo)
    try:
        return _Check(address, local or "postmaster", domain, helo, look_up).result(domain)
    except _PermanentError:
        return Result.PERMERROR
    except TimeoutError:
        return Result.TEMPERROR


class _Check:
    """One check, which counts lookups across included records."""

    def __init__(self, address: Address, local: str, domain: str, helo: str, look_up: LookUp) -> None:
        if isinstance(address, IPv6Address):
            address = address.ipv4_mapped or IPv6Address(int(address))  # Without a zone.
        self._address = address
        self._kind = "A" if self._address.version == 4 else "AAAA"
        self._local, self._sender_domain, self._helo = local, domain, helo
        self._look_up = look_up
        self._found: dict[tuple[dns.name.Name, str], Sequence[Any]] = {}
        self._names: list[dns.name.Name] | None = None
        self._terms = 0
        self._void_terms: set[int] = set()

    def result(self, domain: str) -> Result:
        """What this domain says. Raises _PermanentError and TimeoutError."""
        name = _absolute(domain)
        if name is None or len(name.labels) < 3:
            return Result.NONE
        texts = [b"".join(record.strings) for record in self._records(name, "TXT")]
        records = [text for text in texts if text[:7].lower() in (b"v=spf1", b"v=spf1 ")]
        if not records:
            return Result.NONE
        if len(records) > 1:
            raise _PermanentError(f"{domain} has several records")
        record = _parse(records[0])
        for directive in record.directives:
            if self._matches(directive, domain):
                return directive.result
        if not record.redirect:
            return Result.NEUTRAL
        self._count_term()
        return self._result_elsewhere(record.redirect, domain)

    def _result_elsewhere(self, target: str, domain: str) -> Result:
        result = self.result(self._expanded(target, domain))
        if result is Result.NONE:
            raise _PermanentError(f"{target} has no record")
        return result

    def _matches(self, directive: _Directive, domain: str) -> bool:
        if directive.mechanism == "all":
            return True
        if directive.network:
            return self._address in directive.network
        self._count_term()
        if directive.mechanism == "include":
            return self._result_elsewhere(directive.domain, domain) is Result.PASS
        target = _absolute(self._expanded(directive.domain, domain) if directive.domain else domain)
        if target is None:
            return False
        match directive.mechanism:
            case "a":
                return self._is_near(target, directive.prefixes)
            case "mx":
                hosts = [record.exchange for record in self._term_records(target, "MX")]
                if len(hosts) > HOST_LIMIT:
                    raise _PermanentError(f"{target} has too many mail servers")
                return any(self._is_near(host, directive.prefixes) for host in hosts if host != dns.name.root)
            case "exists":
                return bool(self._term_records(target, "A"))
            case _:  # ptr
                return any(name.is_subdomain(target) for name in self._validated_names())

    def _is_near(self, host: dns.name.Name, prefixes: tuple[int, int]) -> bool:
        prefix = prefixes[0] if self._address.version == 4 else prefixes[1]
        found = self._term_records(host, self._kind)
        return any(self._address in ip_network((record.address, prefix), strict=False) for record in found)

    def _validated_names(self) -> list[dns.name.Name]:
        """The names of the address that have this address. A name server that does not answer counts as "no"."""
        if self._names is None:
            self._names = list(self._validate_names())
        return self._names

    def _validate_names(self) -> Iterator[dns.name.Name]:
        try:
            found = self._term_records(dns.name.from_text(self._address.reverse_pointer), "PTR")
        except TimeoutError:
            return
        for record in found[:HOST_LIMIT]:
            try:
                addresses = [ip_address(each.address) for each in self._records(record.target, self._kind)]
            except TimeoutError:
                continue
            if self._address in addresses:
                yield record.target

    def _count_term(self) -> None:
        self._terms += 1
        if self._terms > TERM_LIMIT:
            raise _PermanentError("too many terms look up names")

    def _term_records(self, name: dns.name.Name, kind: str) -> Sequence[Any]:
        found = self._records(name, kind)
        if not found:
            self._void_terms.add(self._terms)
            if len(self._void_terms) > VOID_LIMIT:
                raise _PermanentError("too many names do not exist")
        return found

    def _records(self, name: dns.name.Name, kind: str) -> Sequence[Any]:
        if (name, kind) not in self._found:
            self._found[name, kind] = self._look_up(name, kind)
        return self._found[name, kind]

    def _expanded(self, text: str, domain: str) -> str:
        """A domain with its macros replaced. If it is too long, labels are removed on the left."""
        expanded = _EXPANSION.sub(lambda macro: self._value(macro, domain), text).removesuffix(".")
        while len(expanded) > NAME_LIMIT and "." in expanded:
            expanded = expanded.partition(".")[2]
        return expanded

    def _value(self, macro: re.Match[str], domain: str) -> str:
        letter, digits, is_reversed, delimiters, sign = macro.groups()
        if sign:
            return {"%": "%", "_": " ", "-": "%20"}[sign]
        parts = re.split(f"[{re.escape(delimiters or '.')}]", self._macro(letter.lower(), domain))
        if is_reversed:
            parts.reverse()
        value = ".".join(parts[-int(digits) :] if digits else parts)
        return quote(value, safe="") if letter.isupper() else value

    def _macro(self, letter: str, domain: str) -> str:
        match letter:
            case "s":
                return f"{self._local}@{self._sender_domain}"
            case "l":
                return self._local
            case "o":
                return self._sender_domain
            case "d":
                return domain
            case "h":
                return self._helo
            case "v":
                return "in-addr" if self._address.version == 4 else "ip6"
            case "i":
                return str(self._address) if self._address.version == 4 else ".".join(f"{int(self._address):032x}")
            case _:  # p
                return self._name_near(domain)

    def _name_near(self, domain: str) -> str:
        """The address's name: best the domain itself, or below it."""
        if self._names is None:
            self._count_term()
        names, base = self._validated_names(), _absolute(domain)
        below = [name for name in names if base is not None and name.is_subdomain(base)]
        best = [name for name in below if name == base] + below + names
        return best[0].to_text(omit_final_dot=True) if best else "unknown"


def _absolute(domain: str) -> dns.name.Name | None:
    """The name, or None if it cannot be looked up. Labels are taken literally: a backslash escapes nothing."""
    if len(domain) > NAME_LIMIT + 1:
        return None
    try:
        labels = domain.removesuffix(".").split(".")
        return dns.name.Name([*(_label(label) for label in labels), b""])
    except (dns.exception.DNSException, UnicodeError):
        return None


def _label(label: str) -> bytes:
    return label.encode("ascii" if label.isascii() else "idna")


def _parse(text: bytes) -> _Record:
    """Parse a whole record, so that a mistake anywhere is found."""
    try:
        _, *terms = text.decode("ascii").split(" ")
    except UnicodeDecodeError:
        raise _PermanentError("the record is not ASCII") from None
    directives, modifiers = [], dict[str, str]()
    for term in filter(None, terms):
        if modifier := _MODIFIER.fullmatch(term):
            name, value = modifier[1].lower(), modifier[2]
            is_known = name in ("redirect", "exp")
            if (is_known and name in modifiers) or not _is_valid(value, _DOMAIN if is_known else _TEXT):
                raise _PermanentError(f"invalid term {term!r}")
            modifiers[name] = value
        else:
            directives.append(_directive(term))
    return _Record(tuple(directives), modifiers.get("redirect", ""))


def _directive(term: str) -> _Directive:
    invalid = _PermanentError(f"invalid term {term!r}")
    parts = _MECHANISM.fullmatch(term)
    if parts is None:
        raise invalid
    result, mechanism, rest = QUALIFIERS[parts[1]], parts[2].lower(), parts[3]
    if mechanism in ("ip4", "ip6"):
        return _Directive(result, mechanism, network=_network(mechanism, rest))
    if mechanism == "all" and not rest:
        return _Directive(result, mechanism)
    found = _HOSTS.fullmatch(rest)
    if found is None or mechanism not in ("a", "mx", "ptr", "include", "exists"):
        raise invalid
    domain, four, six = found[1] or "", found[2], found[3]
    if (domain and not _is_valid(domain, _DOMAIN)) or (not domain and mechanism in ("include", "exists")):
        raise invalid
    if (four or six) and mechanism not in ("a", "mx"):
        raise invalid
    prefixes = int(four or 32), int(six or 128)
    if prefixes[0] > 32 or prefixes[1] > 128:
        raise invalid
    return _Directive(result, mechanism, domain, prefixes)


def _network(mechanism: str, rest: str) -> IPv4Network | IPv6Network:
    found = _NETWORK.fullmatch(rest)
    try:
        if found is None:
            raise ValueError
        kind: type[IPv4Network | IPv6Network] = IPv4Network if mechanism == "ip4" else IPv6Network
        return kind(found[1] if found[2] is None else f"{found[1]}/{found[2]}", strict=False)
    except ValueError:
        raise _PermanentError(f"invalid network {mechanism}{rest!r}") from None


def _is_valid(text: str, grammar: re.Pattern[str]) -> bool:
    """True if the text follows the grammar and no macro asks for its last 0 parts."""
    zeros = (macro[2].strip("0") == "" for macro in _EXPANSION.finditer(text) if macro[2])
    return grammar.fullmatch(text) is not None and not any(zeros)
