"""What the browser app consists of: the files of `page/`, and what the library hands to the page.

Rule sets, words, pieces and boards have their owners elsewhere in the package; the page gets them as data, so that it
knows no rule and no word of its own.
"""

import base64
import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from jungle.assets import PIECE_SETS
from jungle.games import GAMES
from jungle.geometry import squares_in
from jungle.language import Language, messages
from jungle.pieces import Animal
from jungle.position import Position
from jungle.rules import RULES, Repetition, Rules, Stalemate
from jungle.svg.ground import ground_drawing
from jungle.svg.layout import BoardLayout
from jungle.svg.themes import THEMES

Content = Callable[[], bytes]


@cache
def contents() -> Mapping[str, Content]:
    """Every file of the app by its path, and how to make it.

    >>> contents()["index.html"]()[:15]
    b'<!doctype html>'
    """
    made: dict[str, Content] = dict(_files("", files("jungle.web").joinpath("page")))
    made |= _files("pieces/", files("jungle.assets").joinpath("pieces"))
    made["icon.svg"] = files("jungle.assets").joinpath("icon.svg").read_bytes
    made["data/rules.json"] = lambda: _json({rules.name: rules_data(rules) for rules in RULES.values()})
    made["data/choices.json"] = lambda: _json({"themes": list(THEMES), "pieces": PIECE_SETS, "rules": list(RULES)})
    for language in Language:
        made[f"words/{language.value}.json"] = partial(_words, language)
    for theme in THEMES.values():
        for grid in (game.grid for game in GAMES.values()):
            for turned in (False, True):
                name = f"{theme.name}-{grid.files}x{grid.ranks}{'-turned' if turned else ''}"
                made[f"boards/{name}.svg"] = partial(_ground, BoardLayout(grid, turned), theme.name)
    return MappingProxyType(made)


def _files(prefix: str, folder: Traversable) -> dict[str, Content]:
    found: dict[str, Content] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= _files(f"{prefix}{entry.name}/", entry)
        else:
            found[prefix + entry.name] = entry.read_bytes
    return found


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _words(language: Language) -> bytes:
    return _json(dict(messages(language)))


def _ground(layout: BoardLayout, theme: str) -> bytes:
    return ground_drawing(layout, THEMES[theme]).encode()


def rules_data(rules: Rules) -> dict[str, object]:
    """A rule set for the page: the compiled steps, and what is told about it."""
    return {
        "name": rules.name,
        "start": Position.initial(rules=rules).fen(),
        "firstMayBeChosen": rules.first_may_be_chosen,
        "quietLimit": rules.quiet_limit or 0,
        "table": base64.b64encode(packed(rules)).decode(),
    }


def packed(rules: Rules) -> bytes:
    """The compiled steps as bytes, which `native/wasm.cpp` reads: flags, quiet limit, who takes whom by kind, then
    for each side, animal and square the steps, each as target, prey, trade and the squares crossed.

    >>> len(packed(RULES["standard"]))
    11232
    """
    compiled = rules.compile()
    # Python counts animals from 1, the core from 0.
    takes = [sum(prey.bit for prey in Animal if rules.takes(hunter, prey)) >> 1 for hunter in Animal]
    data = bytearray(
        (
            compiled.own_blocks,
            compiled.enemy_blocks,
            list(Repetition).index(rules.repetition),
            rules.stalemate is Stalemate.LOSES,
            *(rules.quiet_limit or 0).to_bytes(4, "little"),
            *takes,
        )
    )
    for animals in compiled.steps:
        for squares in animals:
            for steps in squares:
                data.append(len(steps))
                for to, over, prey, trade in steps:
                    crossed = tuple(squares_in(over))
                    data += bytes((to, prey >> 1, trade >> 1, len(crossed), *crossed))
    return bytes(data)
