"""Rules for the native core: the compiled steps, passed once per rule set."""

from jungle.native import core, native_cache
from jungle.pieces import Animal
from jungle.rules import RULES_CACHE_SIZE, Repetition, Rules, Stalemate

_REPETITIONS = (Repetition.DRAWS, Repetition.CHASE, Repetition.ALLOWED)


@native_cache(RULES_CACHE_SIZE)
def table(rules: Rules) -> "core.StepTable":
    """The rules as the core runs them. Requires `native_available()`."""
    compiled = rules.compile()
    takes = [0] + [sum(prey.bit for prey in Animal if rules.takes(hunter, prey)) for hunter in Animal]
    return core.StepTable(
        compiled.steps,
        compiled.own_blocks,
        compiled.enemy_blocks,
        takes,
        rules.quiet_limit or 0,
        _REPETITIONS.index(rules.repetition),
        rules.stalemate is Stalemate.LOSES,
    )
