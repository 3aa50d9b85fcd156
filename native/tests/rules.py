"""Write rule sets as numbers for `exercise`: `python native/tests/rules.py > rules.txt`."""

from dataclasses import replace

from jungle.geometry import BOARD
from jungle.pieces import Animal
from jungle.rules import RULES, STANDARD, Blockers, EqualRanks, Repetition, Rules, Stalemate, Traps

HOUSE_RULES = replace(
    STANDARD,
    name="house",
    equal_ranks=EqualRanks.BOTH_VANISH,
    swimmers=frozenset({Animal.RAT, Animal.DOG}),
    jumps_sideways=frozenset({Animal.LION, Animal.LEOPARD}),
    blockers=Blockers.ENEMY,
    traps=Traps.ANY,
    stalemate=Stalemate.DRAWS,
    repetition=Repetition.ALLOWED,
)


def numbers(rules: Rules) -> list[int]:
    compiled = rules.compile()
    values = [*BOARD.parse_board(rules.start), rules.first, compiled.own_blocks, compiled.enemy_blocks]
    values += [rules.quiet_limit or 0, list(Repetition).index(rules.repetition), rules.stalemate is Stalemate.LOSES]
    values += [sum(prey.bit for prey in Animal if rules.takes(hunter, prey)) for hunter in Animal]
    for animals in compiled.steps:
        for squares in animals:
            for steps in squares:
                values += [len(steps), *(value for step in steps for value in step)]
    return [int(value) for value in values]


for rules in (*RULES.values(), HOUSE_RULES):
    print(rules.name, *numbers(rules))
