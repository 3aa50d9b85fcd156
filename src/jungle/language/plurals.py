"""Plural rules as Unicode writes them: which category a whole number belongs to.

A rule is a condition on the number `n`, such as ``n % 10 = 2..4 and n % 100 != 12..14``; a number that meets no rule is
in the category `other`. The page reads the same rules in `words.js`.
"""

import re
from collections.abc import Callable, Mapping

CATEGORIES = ("zero", "one", "two", "few", "many")
"""All categories but `other`, in the order in which their rules are tried."""
_RELATION = re.compile(r"n(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")

Rule = Callable[[int], bool]


def parse_rule(text: str) -> Rule:
    """Parse a rule. Raises ValueError.

    >>> few = parse_rule("n % 10 = 2..4 and n % 100 != 12..14")
    >>> [number for number in range(30) if few(number)]
    [2, 3, 4, 22, 23, 24]
    """
    either = [[_parse_relation(part) for part in each.split(" and ")] for each in text.split(" or ")]
    return lambda number: any(all(holds(number) for holds in all_of) for all_of in either)


def _parse_relation(text: str) -> Rule:
    match = _RELATION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a rule such as 'n % 10 = 2..4 and n % 100 != 12..14', got {text!r}")
    divisor, sign, listed = match.groups()
    if divisor is not None and int(divisor) == 0:
        raise ValueError(f"expected a divisor other than 0 in {text!r}")
    bounds = [
        (int(first), int(last or first)) for first, _, last in (each.partition("..") for each in listed.split(","))
    ]

    def holds(number: int) -> bool:
        rest = number if divisor is None else number % int(divisor)
        return any(first <= rest <= last for first, last in bounds) is (sign == "=")

    return holds


def category(rules: Mapping[str, Rule], number: int) -> str:
    """The category of a number, of which only the size counts."""
    return next((name for name in CATEGORIES if name in rules and rules[name](abs(number))), "other")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number and its noun in English, for commands, pages and emails that are not translated.

    >>> counted(1, "game"), counted(2_000, "game"), counted(2, "class", "classes")
    ('1 game', '2,000 games', '2 classes')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
