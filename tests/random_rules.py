"""Random house rules."""

from dataclasses import fields, replace
from typing import Any

from hypothesis import strategies as st

from jungle import STANDARD, Animal, InvalidRulesError, Rules


def house_rules() -> st.SearchStrategy[Rules]:
    """Rules of every kind, except contradictory ones."""
    animals = st.frozensets(st.sampled_from(Animal))
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "name": st.sampled_from(["standard", "gamerz", "leiden", "mine"]),
        "start": st.just(STANDARD.start),
        "ranks": st.tuples(*[st.integers(1, 9)] * 8),
        "swimmers": animals,
        "jumps_forward": animals,
        "jumps_sideways": animals,
        "quiet_limit": st.none() | st.integers(1, 1000),
    }
    for field in fields(Rules):
        if field.name not in kinds:
            kinds[field.name] = st.sampled_from(list(field.type)) if field.type is not bool else st.booleans()

    def are_consistent(changes: dict[str, Any]) -> bool:
        try:
            replace(STANDARD, **changes)
        except InvalidRulesError:
            return False
        return True

    consistent = st.fixed_dictionaries({}, optional=kinds).filter(are_consistent)
    return consistent.map(lambda changes: replace(STANDARD, **changes))
