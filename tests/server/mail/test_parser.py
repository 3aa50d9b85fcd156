"""Commands in the subjects of emails."""

import pytest

from jungle.server.errors import UnprocessableError
from jungle.server.mail.parser import parse, redacted, split_number


def test_commands_are_parsed() -> None:
    command = parse("Re: JUNGLE Challenge alice bob -days=3 -unrated")
    assert (command.game, command.name, command.words) == ("jungle", "challenge", ("alice", "bob"))
    assert command.options == ("-days=3", "-unrated")
    assert parse("change password a b c").words == ("a", "b", "c")
    assert parse("jungle").name == "help"
    assert parse("flip move 3 a b b2").game == "flip"
    assert split_number("8-a4#12") == ("8-a4", 12)
    for wrong in ("", "dance", "jungle dance", "x" * 600):
        with pytest.raises(UnprocessableError, match=r"expected|unknown command"):
            parse(wrong)
    with pytest.raises(UnprocessableError, match="expected: jungle resign board userid password"):
        parse("jungle resign 17").take(3, 3)


def test_passwords_are_never_logged() -> None:
    for subject in ("jungle move 17 alice secret 8-a4", "signup alice secret", "change password alice secret new"):
        assert "secret" not in redacted(subject)
    assert redacted("secret jungle") == "…"
