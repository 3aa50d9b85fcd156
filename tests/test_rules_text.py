from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from jungle import (
    RULES,
    STANDARD,
    EqualRanks,
    InvalidRulesError,
    Position,
    Rules,
    parse_rules,
    perft,
    rules_text,
)
from jungle.rules_text import as_rules
from tests.random_rules import house_rules


@pytest.mark.parametrize("name", RULES)
def test_named_rules_are_written_as_their_name(name: str) -> None:
    assert rules_text(RULES[name]) == name
    assert parse_rules(name) is not None
    assert parse_rules(f"  {name} ") == RULES[name]


def test_differences_are_written_after_a_colon() -> None:
    rules = replace(RULES["gamerz"], quiet_limit=120, jumps_sideways=frozenset(), equal_ranks=EqualRanks.BOTH_VANISH)
    assert rules_text(rules) == "gamerz:equal_ranks=both_vanish,jumps_sideways=-,quiet_limit=120"
    assert parse_rules(rules_text(rules)) == rules


def test_unnamed_rules_are_written_by_their_differences() -> None:
    rules = replace(STANDARD, name="grandmas", quiet_limit=None)
    assert rules_text(rules) == "standard:name=grandmas,quiet_limit=none"
    assert parse_rules(rules_text(rules)) == rules


@given(house_rules())
def test_any_rules_round_trip(rules: Rules) -> None:
    assert parse_rules(rules_text(rules)) == rules


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected a rule set .standard, gamerz, leiden., got ''"),
        ("chess", "got 'chess'"),
        ("standard:quiet", "got 'quiet'"),
        ("standard:quiet_limt=100", "got 'quiet_limt=100'"),
        ("standard:quiet_limit=many", "quiet_limit: expected a number or none, got 'many'"),
        ("standard:quiet_limit=-3", "got '-3'"),
        ("standard:quiet_limit=1,quiet_limit=2", "quiet_limit is given twice"),
        ("standard:traps=few", "traps: expected enemy or any or none, got 'few'"),
        ("standard:elephant_takes_rat=perhaps", "expected yes or no, got 'perhaps'"),
        ("standard:jumps_sideways=LX", "jumps_sideways: expected letters of RCDWPTLE or -, got 'X'"),
        ("standard:ranks=123", "eight numbers"),
        ("standard:ranks=abcdefgh", "expected eight digits"),
        ("standard:first=green", "expected blue or red, got 'green'"),
        ("standard:swimmers=L", "the lion both swims and jumps"),
        ("standard:start=7/7", "expected 9 ranks"),
        ("standard:,", "got ''"),
    ],
)
def test_errors_quote_unknown_rules(text: str, complaint: str) -> None:
    with pytest.raises(InvalidRulesError, match=complaint):
        parse_rules(text)


def test_rules_or_their_text() -> None:
    assert as_rules(STANDARD) is STANDARD
    assert as_rules("leiden") == RULES["leiden"]


# Leaves at depth 3 under the house rules of docs/learn/rules.md and under the standard rules.
EXAMPLES = [
    ("standard:jumps_sideways=L", "7/7/7/7/T6/7/7/7/6r b", 8, 20),
    ("standard:equal_ranks=both_vanish", "7/7/7/3c3/3C3/7/7/7/L5t b", 56, 60),
    ("standard:blockers=enemy,traps=any", "7/7/7/7/LR5/7/7/7/6t b", 86, 68),
]


@pytest.mark.parametrize(("rules", "fen", "count", "usual"), EXAMPLES)
def test_the_documented_house_rules_change_the_game(rules: str, fen: str, count: int, usual: int) -> None:
    text = (Path(__file__).parent.parent / "docs" / "learn" / "rules.md").read_text(encoding="utf-8")
    assert f"jungle play --rules {rules}\n" in text
    assert [perft(Position.from_fen(fen, rules=own), 3) for own in (rules, "standard")] == [count, usual]
