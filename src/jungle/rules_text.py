"""Rules as text: a named rule set, or one with differences, like ``standard:equal_ranks=both_vanish``.

Command lines, engine options and record files use this form. Differences are `field=value` pairs with
commas between them; the fields are those of the game's rules. A set of animals is written by their letters (``LT``,
``-`` for none), ranks by eight digits from the rat to the elephant, yes and no as words, `none` for no limit.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any, TypeVar, overload

from jungle.errors import InvalidRulesError
from jungle.pieces import LETTERS, Animal, Side
from jungle.rules import BaseRules, Rules

RulesT = TypeVar("RulesT", bound=BaseRules)
Value = TypeVar("Value")


def rules_text(rules: BaseRules) -> str:
    """The shortest text that `read_rules` reads back as equal rules.

    >>> from dataclasses import replace
    >>> rules_text(replace(Rules.named["gamerz"], quiet_limit=100))
    'gamerz:quiet_limit=100'
    """
    if not isinstance(rules, BaseRules):
        raise InvalidRulesError(f"expected rules, got {rules!r}")
    named = type(rules).named
    base = named.get(rules.name) or next(iter(named.values()))
    differences = [
        f"{field.name}={_write(getattr(rules, field.name))}"
        for field in sorted(fields(rules), key=lambda field: field.name == "quiet_limit")  # The limit comes last.
        if getattr(rules, field.name) != getattr(base, field.name)
    ]
    return base.name + (":" + ",".join(differences) if differences else "")


@overload
def read_rules(text: str) -> Rules: ...
@overload
def read_rules(text: str, kind: type[RulesT]) -> RulesT: ...
def read_rules(text: str, kind: type[BaseRules] = Rules) -> BaseRules:
    """Parse rules, by default those of the 7×9 game.

    Raises InvalidRulesError, which quotes the offending part.

    >>> read_rules("standard:jumps_sideways=L,quiet_limit=none").quiet_limit is None
    True
    """
    if not isinstance(text, str):
        raise InvalidRulesError(f"expected rules or their text, got {text!r}")
    named = kind.named
    name, _, rest = text.strip().partition(":")
    if name not in named:
        raise InvalidRulesError(f"expected a rule set ({', '.join(named)}), got {name!r}")
    base = named[name]
    known = [field.name for field in fields(kind)]
    changes: dict[str, Any] = {}
    for pair in rest.split(",") if rest else ():
        field, equals, value = pair.partition("=")
        field = field.strip()
        if field not in known or not equals:
            raise InvalidRulesError(
                f"expected field=value with a field of {', '.join(known)}; got {pair!r} in {text!r}"
            )
        if field in changes:
            raise InvalidRulesError(f"{field} is given twice in {text!r}")
        try:
            changes[field] = _reader(field, getattr(next(iter(named.values())), field))(value.strip())
        except ValueError as error:
            raise InvalidRulesError(f"{field}: {error}, in {text!r}") from None
    return replace(base, **changes)


@overload
def as_rules(rules: Rules | str) -> Rules: ...
@overload
def as_rules(rules: RulesT | str, kind: type[RulesT]) -> RulesT: ...
def as_rules(rules: BaseRules | str, kind: type[BaseRules] = Rules) -> BaseRules:
    """Rules, given as an object or text. Raises InvalidRulesError."""
    return rules if isinstance(rules, kind) else read_rules(rules, kind)  # type: ignore[arg-type]  # it says so itself


def _write(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Side():
            return str(value).lower()
        case Enum():
            return str(value.value)
        case frozenset():
            return "".join(animal.letter for animal in sorted(value)) or "-"
        case tuple():
            return "".join(map(str, value))
        case None:
            return "none"
        case _:
            return str(value)


def _reader(field: str, sample: object) -> Callable[[str], object]:
    """The parser for a field, chosen by its type."""
    match sample:
        case bool():
            return lambda text: _choice({"yes": True, "no": False}, text)
        case Side():
            return lambda text: _choice({str(side).lower(): side for side in Side}, text)
        case Enum():
            return lambda text: _choice({str(member.value): member for member in type(sample)}, text)
        case frozenset():
            return _read_animals
        case tuple():
            return _read_ranks
        case int() | None:  # quiet_limit, the one number
            return lambda text: None if text == "none" else _read_number(text)
        case _:
            return str


def _choice(choices: Mapping[str, Value], text: str) -> Value:
    if text.lower() not in choices:
        raise ValueError(f"expected {' or '.join(choices)}, got {text!r}")
    return choices[text.lower()]


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise ValueError(f"expected a number or none, got {text!r}")
    return int(text)


def _read_ranks(text: str) -> tuple[int, ...]:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"expected eight digits, got {text!r}")
    return tuple(map(int, text))


def _read_animals(text: str) -> frozenset[Animal]:
    letters = "" if text == "-" else text.upper()
    if unknown := next((letter for letter in letters if letter not in LETTERS), None):
        raise ValueError(f"expected letters of {LETTERS} or -, got {unknown!r}")
    return frozenset(Animal(LETTERS.index(letter) + 1) for letter in letters)
