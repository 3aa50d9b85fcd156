"""SPF: the mechanisms, modifiers, macros, errors and limits of RFC 7208."""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any

import dns.name
import dns.rdata
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jungle.server.mail.spf import Result, check_host

PASS, FAIL, SOFTFAIL, NEUTRAL = Result.PASS, Result.FAIL, Result.SOFTFAIL, Result.NEUTRAL
NONE, TEMPERROR, PERMERROR = Result.NONE, Result.TEMPERROR, Result.PERMERROR
PEER, PEER6 = "192.0.2.10", "2001:db8::a"

ZONE = """
sender.example          A     192.0.2.10
sender.example          AAAA  2001:db8::a
sender.example          MX    10 mx1.sender.example.
mx1.sender.example      A     192.0.2.11
mx1.sender.example      AAAA  2001:db8::b
six.example             AAAA  2001:db8::ff
four.example            A     192.0.2.99
silent.example          A     -
no-mail.example         MX    0 .
twice.example           MX    5 four.example.
twice.example           MX    5 sender.example.
xn--mgba.example        A     192.0.2.10
odd:name/x.example      A     192.0.2.10
10.2.0.192.in-addr.arpa PTR   forged.example.
10.2.0.192.in-addr.arpa PTR   other.example.
10.2.0.192.in-addr.arpa PTR   Sender.Example.
other.example           A     192.0.2.10
forged.example          A     192.0.2.66
66.2.0.192.in-addr.arpa PTR   forged.example.
12.2.0.192.in-addr.arpa PTR   -
14.2.0.192.in-addr.arpa PTR   sender.example.
14.2.0.192.in-addr.arpa PTR   silent.example.
a.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa PTR sender.example.
pass.example            TXT   "v=spf1 +all"
fail.example            TXT   "v=spf1 -all"
softfail.example        TXT   "v=spf1 ~all"
neutral.example         TXT   "v=spf1 ?all"
broken.example          TXT   "v=spf1 oops"
slow.example            TXT   -
unrelated.example       TXT   "hello"
own.example             TXT   "v=spf1 a -all"
own.example             A     192.0.2.77
loop.example            TXT   "v=spf1 include:loop.example"
circle.example          TXT   "v=spf1 redirect=circle.example"
eight.example           TXT   "v=spf1 a:four.example a:four.example a:four.example a:four.example a:four.example \
a:four.example a:four.example a:four.example ?all"
"""


def zone(text: str) -> dict[tuple[dns.name.Name, str], list[Any]]:
    """The records of "name kind value" lines. The value "-" is a name server that does not answer."""
    found: dict[tuple[dns.name.Name, str], list[Any]] = {}
    for line in text.strip().splitlines():
        name, kind, value = line.split(None, 2)
        labels = [label.encode().replace(b"\\032", b" ") for label in name.split(".")]
        record = None if value == "-" else dns.rdata.from_text("IN", kind, value)
        found.setdefault((dns.name.Name([*labels, b""]), kind), []).append(record)
    return found


ZONES = zone(ZONE)


def quoted(text: str) -> str:
    return '"' + "".join(f"\\{byte:03}" for byte in text.encode()) + '"'


def check(
    record: str,
    peer: str = PEER,
    sender: str = "ann@sender.example",
    *,
    helo: str = "mail.sender.example",
    more: str = "",
) -> tuple[Result, list[str]]:
    """The result for a record of sender.example, and the names that were looked up."""
    zones = {**ZONES, **zone(more)}
    domain = dns.name.from_text("sender.example")
    if record:
        strings = " ".join(quoted(record[start : start + 100]) for start in range(0, len(record), 100))
        zones.setdefault((domain, "TXT"), []).append(dns.rdata.from_text("IN", "TXT", strings))
    asked = []

    def look_up(name: dns.name.Name, kind: str) -> Sequence[Any]:
        asked.append(f"{kind} {name.to_text(omit_final_dot=True)}")
        records = zones.get((name, kind), [])
        if None in records:
            raise TimeoutError
        return records

    return check_host(ip_address(peer), sender, helo, look_up), asked


@pytest.mark.parametrize(
    ("record", "result"),
    [
        ("v=spf1", NEUTRAL),
        ("v=spf1 ", NEUTRAL),
        ("V=SpF1 -ALL", FAIL),
        ("v=spf1 -all", FAIL),
        ("v=spf1  ~all ", SOFTFAIL),
        ("v=spf1 ?all", NEUTRAL),
        ("v=spf1 all -all", PASS),
        ("v=spf10 all", NONE),
        ("v=spf1-all", NONE),
        ("v=spf2.0/pra all", NONE),
        ("", NONE),
    ],
)
def test_versions_and_qualifiers(record: str, result: Result) -> None:
    assert check(record)[0] is result


@pytest.mark.parametrize(
    ("terms", "peer", "result"),
    [
        # ip4 and ip6
        ("ip4:192.0.2.10 -all", PEER, PASS),
        ("ip4:192.0.2.0/24 -all", PEER, PASS),
        ("ip4:192.0.2.11/31 -all", PEER, PASS),
        ("ip4:192.0.2.11/32 -all", PEER, FAIL),
        ("ip4:203.0.113.1/0 -all", PEER, PASS),
        ("ip4:203.0.113.1/0 -all", PEER6, FAIL),
        ("-ip4:192.0.2.10 ip6:::ffff:192.0.2.10", "::ffff:192.0.2.10", FAIL),
        ("ip6:2001:db8::/32 -all", PEER6, PASS),
        ("ip6:2001:DB8::A -all", PEER6, PASS),
        ("ip6:2001:db8:8000::/33 -all", PEER6, FAIL),
        ("ip6:::/0 -all", PEER, FAIL),
        ("ip6:::/0 -all", "::ffff:192.0.2.10", FAIL),
        ("ip6:fe80::1 -all", "fe80::1%eth0", PASS),
        # a
        ("a -all", PEER, PASS),
        ("a -all", PEER6, PASS),
        ("a -all", "192.0.2.11", FAIL),
        ("a/31 -all", "192.0.2.11", PASS),
        ("a/24//64 -all", "2001:db8::ffff", PASS),
        ("a/24 -all", "2001:db8::ffff", FAIL),
        ("a//64 -all", "192.0.2.11", FAIL),
        ("a//0 -all", "::ffff:198.51.100.1", FAIL),
        ("a:six.example/0 -all", PEER, FAIL),
        ("a:four.example//0 -all", PEER6, FAIL),
        ("a:nowhere.example/0 -all", PEER, FAIL),
        ("a:four.example a:sender.example. -all", PEER, PASS),
        ("a:odd:name/x.example -all", PEER, PASS),
        ("a:silent.example -all", PEER, TEMPERROR),
        ("a:sub..example -all", PEER, FAIL),
        (f"a:{'x' * 64}.example -all", PEER, FAIL),
        # mx
        ("mx -all", "192.0.2.11", PASS),
        ("mx -all", "2001:db8::b", PASS),
        ("mx -all", PEER, FAIL),
        ("mx/31 -all", PEER, PASS),
        ("mx:twice.example -all", PEER, PASS),
        ("mx:no-mail.example/0 -all", PEER, FAIL),
        ("mx:four.example -all", "192.0.2.99", FAIL),
        # ptr
        ("ptr -all", PEER, PASS),
        ("ptr -all", PEER6, PASS),
        ("ptr:example -all", PEER, PERMERROR),
        ("ptr:other.example -all", PEER, PASS),
        ("ptr:forged.example -all", PEER, FAIL),
        ("ptr:her.example -all", PEER, FAIL),
        ("ptr ?all", "192.0.2.12", NEUTRAL),
        ("ptr ?all", "192.0.2.14", NEUTRAL),
        # exists asks for A, also about an IPv6 address
        ("exists:four.example -all", PEER6, PASS),
        ("exists:six.example -all", PEER6, FAIL),
        ("exists:silent.example -all", PEER, TEMPERROR),
        # include
        ("include:pass.example -all", PEER, PASS),
        ("-include:pass.example all", PEER, FAIL),
        ("include:fail.example ~all", PEER, SOFTFAIL),
        ("include:softfail.example ~all", PEER, SOFTFAIL),
        ("include:neutral.example ~all", PEER, SOFTFAIL),
        ("include:broken.example all", PEER, PERMERROR),
        ("include:unrelated.example all", PEER, PERMERROR),
        ("include:nowhere.example all", PEER, PERMERROR),
        ("include:slow.example all", PEER, TEMPERROR),
        ("include:own.example -all", "192.0.2.77", PASS),
        # redirect
        ("redirect=own.example", "192.0.2.77", PASS),
        ("redirect=own.example", PEER, FAIL),
        ("redirect=fail.example a", PEER, PASS),
        ("redirect=circle.example ?all", PEER, NEUTRAL),
        ("redirect=unrelated.example", PEER, PERMERROR),
        ("redirect=sub..example", PEER, PERMERROR),
        ("redirect=slow.example", PEER, TEMPERROR),
        # other modifiers
        ("exp=why.example -all", PEER, FAIL),
        ("note-1_a.b=what:ever/%{c}%% -all", PEER, FAIL),
        ("default=pass", PEER, NEUTRAL),
        ("note= note= -all", PEER, FAIL),
    ],
)
def test_mechanisms_and_modifiers(terms: str, peer: str, result: Result) -> None:
    assert check(f"v=spf1 {terms}", peer)[0] is result


@pytest.mark.parametrize(
    "term",
    [
        "oops",
        "-",
        "+-a",
        "all.",
        "all:x.example",
        "all/8",
        "ip4",
        "ip4:",
        "ip4:192.0.2",
        "ip4:192.0.2.010",
        "ip4:192.0.2.1:25",
        "ip4:192.0.2.1/33",
        "ip4:192.0.2.1/032",
        "ip4:192.0.2.1//32",
        "ip4:2001:db8::1",
        "ip6",
        "ip6::2001::db8",
        "ip6:2001:db8::/129",
        "ip6:2001:db8::/03",
        "ip6:2001:db8::1//64",
        "ip6:fe80::1%eth0",
        "ip6:192.0.2.1",
        "a:",
        "a/33",
        "a//129",
        "a/",
        "a/24/64",
        "a/1111111111111",
        "a:192.0.2.1",
        "a:x.123",
        "a:example",
        "a:example.",
        "a:x.example:25",
        "a:x.-example",
        "a:x.example-",
        "a:x.exam_ple",
        "a:x.example\\0",
        "a:x.example\tall",
        "mx:",
        "mx/33",
        "mx//129",
        "mx:x.1",
        "ptr:",
        "ptr/8",
        "include",
        "include:",
        "include:pass.example/24",
        "exists",
        "exists:",
        "exists:x.example/24",
        "redirect:x.example",
        "redirect=",
        "redirect=-all",
        "redirect=x.example redirect=x.example",
        "exp=",
        "exp=-all",
        "exp=x.example exp=x.example",
        "exp=%{r}.example",
        "=all",
        "1up=x",
        "no/te=x",
        "no:te=x",
        "note=%abc",
        "note=%{a}",
        "a:%",
        "a:%{d",
        "a:%{}.example",
        "a:%{x}.example",
        "a:%{c}.example",
        "a:%{d0}.example",
        "a:%{d00r}.example",
        "a:%{dr2}.example",
        "a:%{d*}.example",
        "a:%(d).example",
        "a:x%.example",
        "a:%{d}example",
        "a:%{d}.",
    ],
)
def test_a_mistake_anywhere_makes_a_record_invalid(term: str) -> None:
    assert check(f"v=spf1 ip4:{PEER} all {term}") == (PERMERROR, ["TXT sender.example"])


@pytest.mark.parametrize(
    ("records", "result"),
    [
        (['"v=spf1 -all"', '"v=spf1 -all "'], PERMERROR),
        (['"v=spf1 -all"', '"V=SPF1 all"'], PERMERROR),
        (['"v=spf10 all"', '"v=spf1 -all"', '"x"'], FAIL),
        (['"v=spf1 ip4:192.0" ".2.10 -all"'], PASS),
        (['"v=spf1" "all"'], NONE),
        (['"v=spf1" " all"'], PASS),
        (['"v=spf1 a:\\195\\169.example all"'], PERMERROR),
        (['"v=spf1 -\\150all"'], PERMERROR),
        (['"v=spf1 -all"', '"\\150"'], FAIL),
        (["-"], TEMPERROR),
    ],
)
def test_the_record_is_chosen_among_the_texts(records: list[str], result: Result) -> None:
    assert check("", more="\n".join(f"sender.example TXT {record}" for record in records))[0] is result


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("%{d}", "sender.example"),
        ("%{o}.x", "sender.example.x"),
        ("%{s}.x", r"ann-lee+tag\@sender.example.x"),
        ("%{l}.x", "ann-lee+tag.x"),
        ("%{l-}.x", "ann.lee+tag.x"),
        ("%{l1-}.x", "lee+tag.x"),
        ("%{l1r-}.x", "ann.x"),
        ("%{lr-+}.x", "tag.lee.ann.x"),
        ("%{L1R-+}.x", "ann.x"),
        ("%{l127+}.x", "ann-lee.tag.x"),
        ("%{S}.x", "ann-lee%2Btag%40sender.example.x"),
        ("%{h}", "mail.sender.example"),
        ("%{h2}", "sender.example"),
        ("%{d1}.%{d1r}.x", "example.sender.x"),
        ("%{i}.x", "192.0.2.10.x"),
        ("%{ir}.%{v}.arpa", "10.2.0.192.in-addr.arpa"),
        ("%{p}.x", "Sender.Example.x"),
        ("%%%_%-.x", "%\\032%20.x"),
    ],
)
def test_macros_expand_to_the_queried_name(target: str, name: str) -> None:
    _, asked = check(f"v=spf1 exists:{target} -all", sender="ann-lee+tag@sender.example")
    assert asked[-1] == f"A {name}"


@pytest.mark.parametrize(
    ("target", "peer", "name"),
    [
        ("%{i}.x", PEER6, "2.0.0.1.0.d.b.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.a.x"),
        ("%{i4r}.%{v}.x", PEER6, "1.0.0.2.ip6.x"),
        ("%{i}.%{v}.x", "::ffff:192.0.2.10", "192.0.2.10.in-addr.x"),
        ("%{p}.x", PEER6, "sender.example.x"),
        ("%{p}.x", "192.0.2.66", "forged.example.x"),
        ("%{p}.x", "192.0.2.12", "unknown.x"),
        ("%{p}.x", "192.0.2.13", "unknown.x"),
    ],
)
def test_macros_of_addresses(target: str, peer: str, name: str) -> None:
    assert check(f"v=spf1 exists:{target} -all", peer)[1][-1] == f"A {name}"


def test_the_domain_of_a_macro_is_the_one_being_checked() -> None:
    more = 'inner.example TXT "v=spf1 exists:%{d}.%{o}.%{h} -all"'
    _, asked = check("v=spf1 include:inner.example -all", helo="greeting", more=more)
    assert asked[-1] == "A inner.example.sender.example.greeting"


def test_a_long_name_loses_labels_on_the_left() -> None:
    long = ".".join(["a" * 60] * 3)
    _, asked = check(f"v=spf1 exists:first.{long}.{'b' * 40}.%{{l}}.example -all", sender=f"{'c' * 60}@sender.example")
    assert asked[-1] == f"A {'a' * 60}.{'a' * 60}.{'b' * 40}.{'c' * 60}.example"


def test_a_backslash_in_a_senders_name_escapes_nothing() -> None:
    _, asked = check("v=spf1 exists:%{l}.other.example -all", sender="x\\@sender.example")
    assert asked[-1] == r"A x\\.other.example"


@pytest.mark.parametrize(
    ("sender", "helo", "result"),
    [
        ("", "sender.example", FAIL),
        ("", "[192.0.2.10]", NONE),
        ("", "localhost", NONE),
        ("@sender.example", "x", FAIL),
        ("ann@Sender.Example.", "x", FAIL),
        ("ann@lee@sender.example", "x", FAIL),
        ("ann@[192.0.2.10]", "x", NONE),
        ("ann@sender..example", "x", NONE),
        ("ann@sender.example..", "x", NONE),
        ("ann@.example", "x", NONE),
        (f"ann@{'x' * 64}.example", "x", NONE),
        (f"ann@{'x.' * 200}example", "x", NONE),
        ("ann@" + "é" * 70 + ".example", "x", NONE),
        ("ann@example", "x", NONE),
        ("ann", "x", NONE),
    ],
)
def test_senders_and_greetings(sender: str, helo: str, result: Result) -> None:
    assert check("v=spf1 -all", sender=sender, helo=helo)[0] is result


def test_an_international_domain_is_looked_up_in_ascii() -> None:
    result, asked = check("", sender="ann@bücher.example", more='xn--bcher-kva.example TXT "v=spf1 -all"')
    assert (result, asked) == (FAIL, ["TXT xn--bcher-kva.example"])


def test_a_bounce_is_from_the_postmaster() -> None:
    assert (
        check("v=spf1 exists:%{l}.%{o}.x", sender="", helo="sender.example")[1][-1] == "A postmaster.sender.example.x"
    )


@pytest.mark.parametrize(
    ("terms", "result"),
    [
        ("a:four.example " * 10 + f"ip4:{PEER}", PASS),
        ("a:four.example " * 10 + "a", PERMERROR),
        ("mx:twice.example/32 a:four.example ptr:other.x exists:%{i}.x include:fail.example " * 2 + "-all", FAIL),
        ("a:four.example include:eight.example all", PASS),
        ("a:four.example include:eight.example a", PERMERROR),
        ("a:four.example include:eight.example redirect=pass.example", PERMERROR),
        ("include:eight.example redirect=pass.example", PASS),
        ("include:loop.example", PERMERROR),
        ("redirect=circle.example", PERMERROR),
        ("a:%{p}.four.example " + "a:four.example " * 8 + "-all", FAIL),
        ("a:%{p}.four.example " + "a:four.example " * 9 + "-all", PERMERROR),
    ],
)
def test_at_most_ten_terms_look_up_names(terms: str, result: Result) -> None:
    assert check(f"v=spf1 {terms}", "192.0.2.66" if "twice" in terms else PEER)[0] is result


@pytest.mark.parametrize(
    ("terms", "peer", "result"),
    [
        ("a:no1.example a:no2.example -all", PEER, FAIL),
        ("a:no1.example a:no2.example a:no3.example -all", PEER, PERMERROR),
        ("a:no1.example mx:no2.example exists:no3.example -all", PEER, PERMERROR),
        ("ptr a:no1.example a:no2.example -all", "192.0.2.200", PERMERROR),
        # A term counts once, however many mail servers have no IPv6 address.
        ("mx:three.example a:no1.example -all", PEER6, FAIL),
        ("mx:three.example a:no1.example a:no2.example -all", PEER6, PERMERROR),
    ],
)
def test_at_most_two_terms_find_nothing(terms: str, peer: str, result: Result) -> None:
    more = "\n".join(f"three.example MX {number} v4-{number}.example." for number in range(3))
    assert check(f"v=spf1 {terms}", peer, more=more)[0] is result


@pytest.mark.parametrize(("count", "result"), [(10, PASS), (11, PERMERROR)])
def test_a_domain_has_at_most_ten_mail_servers(count: int, result: Result) -> None:
    more = "\n".join(f"many.example MX {number} sender.example." for number in range(count))
    assert check("v=spf1 mx:many.example", more=more)[0] is result


def test_only_ten_names_of_an_address_are_checked() -> None:
    more = "\n".join(f"20.2.0.192.in-addr.arpa PTR name{number}.example." for number in range(12))
    _, asked = check("v=spf1 ptr -all", "192.0.2.20", more=more)
    assert asked[2:] == [f"A name{number}.example" for number in range(10)]


def test_a_host_may_have_any_number_of_addresses() -> None:
    more = "\n".join(f"many.example A 198.51.100.{number}" for number in range(200))
    assert check("v=spf1 a:many.example -all", "198.51.100.199", more=more)[0] is PASS


def test_a_name_is_looked_up_once() -> None:
    _, asked = check("v=spf1 a:four.example a:FOUR.example. mx:twice.example ptr:a.bc ptr:b.bc -all", "192.0.2.66")
    assert len(asked) == len(set(asked))


WORDS = [
    *("v=spf1", "a", "mx", "ptr", "all", "include", "exists", "ip4", "ip6", "redirect", "exp", "oops"),
    *(":", "/", "//", "=", "%", "%{", "}", "%%", "%_", "-", "+", "~", "?", ".", "..", " ", "\\", "@", "[", "_"),
    *("s", "l", "o", "d", "i", "p", "h", "c", "r", "t", "0", "1", "9", "99", "32", "128", "é", "\x00", "\t"),
    *("192.0.2.10", "2001:db8::", "sender.example", "twice.example", "silent.example", "example"),
]


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.text(max_size=80), st.text(max_size=80))
def test_no_record_sender_or_greeting_raises_an_error(words: list[str], sender: str, helo: str) -> None:
    for peer in (PEER, PEER6):
        _, asked = check(f"v=spf1 {''.join(words)}", peer, f"{sender}@sender.example", helo=helo)
        assert len(asked) <= 1 + 10 * 11
        check("", peer, sender, helo=helo)
