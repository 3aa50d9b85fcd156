"""The files of the browser app: those in `page/`, and data that the library generates for the page.

Rule sets, tables, texts, pieces, boards and sounds are defined elsewhere in the package; the page gets them as
data, so that it defines no rules and no texts itself.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jungle.assets import PIECE_SETS, SOUNDS
from jungle.board_game import BoardGame
from jungle.engine import CONTEMPT, EVALUATIONS, engine_type, review, score
from jungle.engine.hints import FIGURES, PlanKind, Why
from jungle.flip import FlipRules
from jungle.game import Game
from jungle.games import GAMES
from jungle.geometry import BOARD, DENS, Grid, Terrain, squares_in
from jungle.language import languages, messages
from jungle.moves import BoardMove
from jungle.pieces import PIECES, Animal, Piece, Side
from jungle.players import LEVEL_NAMES, number_of
from jungle.players.levels import OPENING_LINES, OPENING_PLIES, level_rows
from jungle.rules import STANDARD, BaseRules, EqualRanks, Repetition, Rules, Stalemate
from jungle.svg.ground import ground_drawing
from jungle.svg.layout import BoardLayout
from jungle.svg.themes import THEMES
from jungle.tablebase import Tablebase
from jungle.tablebase.files import find_files
from jungle.web.bundling import bundle, more, reached
from jungle.web.fonts import font_files, font_styles

Content = Callable[[], bytes]

VERSION_FILE = "version.js"
"""Lists all other files: tells the service worker what to cache and when there is an update."""
_VERSION_HEAD = "self.APP = "
_HERO, _FAILURES = b"<!-- hero -->", b"<!-- failures -->"
_SERVER = b"    <!-- server -->\n"
_SERVER_HEAD = b"""    <meta name="jungle-server" content="yes" />
    <link rel="stylesheet" href="online.css" />
"""
"""Added to the page if a game server serves it, to enable the online features."""
STYLES = ("base", "shell", "table", "applause", "analyse", "pages", "learn")
"""The style sheets of the app, in order; any others are needed only with a server."""
SCRIPTS = ("app.js", "board/board.js", "engine/helper.js", "engine/worker.js", "first.js")
"""The modules loaded directly; everything they import is bundled into the same file."""
ONLINE = "online.js"
"""Modules needed only with a server, loaded on demand."""
_KINDS = "game/kinds.js"
_NO_SHAPES = "const shapes = [];"
"""The placeholder for the games' boards in that module, so that drawing a board needs no other file."""
_WORDS = "words.js"
ELSEWHERE = ("help", "screen", "start", "terminal")
"""Groups of texts that the page never shows, so that nobody downloads them."""
_NO_LANGUAGES = "const known = {};"
"""The placeholder for the languages in that module."""
POSITION_FIELDS = 4
"""The fields of a position's text that ends with the number of the move."""


@cache
def contents(*, with_server: bool = False) -> Mapping[str, Content]:
    """Every file of the app by its path, and how to generate it: for static hosting, or for a game server.

    >>> contents()["index.html"]()[:15]
    b'<!doctype html>'
    """
    made = _page(dict(_files("", files("jungle.web").joinpath("page"))))
    made |= _files("pieces/", files("jungle.assets").joinpath("pieces"))
    made["icon.svg"] = files("jungle.assets").joinpath("icon.svg").read_bytes
    for name in ("blue", "red", "nobody", "seal", "wordmark"):
        made[f"emblems/{name}.svg"] = files("jungle.assets").joinpath(f"{name}.svg").read_bytes
    made |= font_files()
    made |= _files("levels/", files("jungle.assets").joinpath("levels"))
    made["star.svg"] = files("jungle.assets").joinpath("star.svg").read_bytes
    made["data/puzzles.jsonl"] = files("jungle.puzzles").joinpath("puzzles.jsonl").read_bytes
    made["data/course.jsonl"] = files("jungle.puzzles").joinpath("course.jsonl").read_bytes
    made["data/lessons.json"] = files("jungle.lessons").joinpath("lessons.json").read_bytes
    made["data/strategy.json"] = files("jungle.lessons").joinpath("strategy.json").read_bytes
    made["data/book.txt"] = files("jungle.engine").joinpath("book.txt").read_bytes
    made |= _files("sounds/", files("jungle.assets").joinpath("sounds"))
    made["data/rules.json"] = lambda: _json(library_data())
    made["data/choices.json"] = lambda: _json({"themes": list(THEMES), "pieces": PIECE_SETS, "sounds": SOUNDS})
    # Table files, concatenated: each contains its length and identity.
    for kind, tables in Tablebase.types().items():
        made[f"tables/{kind}.jtb"] = partial(_joined, tables.shipped_folder())
    for code in languages():
        made[f"words/{code}.json"] = partial(_words, code)
    for theme in THEMES.values():
        for grid in (game.grid for game in GAMES.values()):
            for turned in (False, True):
                name = f"{theme.name}-{grid.files}x{grid.ranks}{'-turned' if turned else ''}"
                made[f"boards/{name}.svg"] = partial(_ground, BoardLayout(grid, turned), theme.name)
    made["index.html"] = partial(_index, made["index.html"], with_server)
    made[VERSION_FILE] = partial(version_script, MappingProxyType(dict(made)))
    return MappingProxyType(made)


def _page(written: dict[str, Content]) -> dict[str, Content]:
    """The files of `page/` as they are served: one style sheet, and one file for each script that is loaded."""
    modules = {path: make().decode() for path, make in written.items() if path.endswith(".js")}
    worker = {"service-worker.js": written["service-worker.js"]}
    del modules["service-worker.js"]
    modules[_KINDS] = modules[_KINDS].replace(_NO_SHAPES, f"const shapes = {_json(_shapes()).decode()};")
    modules[_WORDS] = modules[_WORDS].replace(_NO_LANGUAGES, f"const known = {_json(language_data()).decode()};")
    styles = {path: make for path, make in written.items() if path.startswith("css/")}
    always = [styles[f"css/{name}.css"] for name in STYLES]
    online = [make for path, make in sorted(styles.items()) if make not in always]
    made = {path: make for path, make in written.items() if path not in modules and path not in styles}
    made["app.css"] = lambda: font_styles() + b"".join(make() for make in always)
    made["online.css"] = lambda: b"".join(make() for make in online)
    return made | worker | _scripts(modules)


def _scripts(modules: Mapping[str, str]) -> dict[str, Content]:
    """The bundled modules. Views are part of the app, unless they need a server."""
    within = {path: reached(modules, path) for path in SCRIPTS}
    for view in sorted(path for path in modules if path.startswith("views/") and path.count("/") == 1):
        wanted = [path for path in reached(modules, view) if path not in within["app.js"]]
        if not any(path.startswith("online/") for path in wanted):
            within["app.js"] += wanted
    made: dict[str, Content] = {path: partial(bundle, modules, path, within[path], ONLINE) for path in SCRIPTS}
    if rest := [path for path in modules if not any(path in paths for paths in within.values())]:
        made[ONLINE] = partial(more, modules, rest)
    return made


def _index(written: Content, with_server: bool) -> bytes:
    """The page, with the texts shown before the app loads and if it fails to load."""
    heroes, failures = ("\n    ".join(map(say, languages())).encode() for say in (_hero, _failure))
    page = written().replace(_HERO, heroes).replace(_FAILURES, failures)
    return page.replace(_SERVER, _SERVER_HEAD if with_server else b"")


def _hero(language: str) -> str:
    words = messages(language)
    title, text = (escape(words[key]) for key in ("desktop.start.motto", "web.home.intro"))
    said = f'<div><h1>{title}</h1><p class="intro">{text}</p></div>'
    return f'<section class="hero" lang="{language}">{said}{_hero_board()}</section>'


def _hero_board() -> str:
    """An empty board where the app will draw one; `first.js` knows which drawing of it was chosen."""
    grid, frame = Game.grid, BoardLayout(Game.grid).frame
    width, height, edge = 100 * grid.files + 2 * frame, 100 * grid.ranks + 2 * frame, frame - 8
    shown = f"{edge} {edge} {width - 2 * edge} {height - 2 * edge}"
    image = f'<image width="{width}" height="{height}"></image>'
    return f'<span class="hero-board"><svg class="picture" viewBox="{shown}" aria-hidden="true">{image}</svg></span>'


def _failure(language: str) -> str:
    words = messages(language)
    text, again = (escape(words[key]) for key in ("web.failed", "web.failed.again"))
    button = f'<button class="accent" type="button">{again}</button>'
    return f'<section class="failure" lang="{language}" role="alert" hidden><p>{text}</p>{button}</section>'


def version_script(made: Mapping[str, Content]) -> bytes:
    """The script that lists the files of the app and its version, a digest of everything."""
    digest = hashlib.sha256()
    for path in sorted(made):
        digest.update(path.encode() + hashlib.sha256(made[path]()).digest())
    return _VERSION_HEAD.encode() + _json({"version": digest.hexdigest()[:16], "files": sorted(made)}) + b";\n"


def read_version(script: bytes) -> dict[str, Any]:
    """Parse the output of `version_script`. Raises ValueError.

    >>> sorted(read_version(contents()[VERSION_FILE]()))
    ['files', 'version']
    """
    told: dict[str, Any] = json.loads(script.decode().removeprefix(_VERSION_HEAD).rstrip().removesuffix(";"))
    return told


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


def _joined(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in find_files([folder]).values())


def _words(language: str) -> bytes:
    return _json({key: text for key, text in messages(language).items() if key.partition(".")[0] not in ELSEWHERE})


def language_data() -> dict[str, dict[str, object]]:
    """What the page must know about each language besides its texts, by code."""
    fields = ("name", "locales", "plurals", "pieces")
    return {code: {field: getattr(language, field) for field in fields} for code, language in languages().items()}


def _ground(layout: BoardLayout, theme: str) -> bytes:
    return ground_drawing(layout, THEMES[theme]).encode()


def library_data() -> dict[str, object]:
    """The games and their rule sets, the levels, and the parameters for chances and verdicts."""
    return {
        "games": {kind: game_data(game) for kind, game in GAMES.items()},
        "rules": {name: rules_data(rules) for game in GAMES.values() for name, rules in game.rules_type.named.items()},
        "score": {
            "curve": curve_data(score.CURVE),
            "pieces": score.ALL_PIECES,
            "lead": curve_data(score.LEAD),
            "drawn": score.DRAWN,
        },
        "review": {
            "bounds": [[bound, verdict.value] for bound, verdict in review.BOUNDS],
            "beyond": review.Verdict.BLUNDER.value,
            "halvingLoss": review.HALVING_LOSS,
            "turningPoints": review.TURNING_POINTS,
            "decided": review.DECIDED,
            "practice": review.PRACTICE,
            "usualPractice": review.USUAL_PRACTICE,
            "reasons": ["", *(why.value for why in Why)],
        },
        "hint": {**FIGURES, "plans": ["", *(kind.value for kind in PlanKind)]},
        "levels": {
            "names": {name: number_of(name) for name in LEVEL_NAMES},
            "rows": {kind: level_rows(kind) if engine_type(kind).uses_core else [] for kind in GAMES},
            "openingPlies": OPENING_PLIES,
            "openingLines": OPENING_LINES,
            "evaluations": EVALUATIONS,
            "contempt": CONTEMPT,
            "bookRules": STANDARD.name,
        },
    }


def curve_data(curve: score.Curve) -> dict[str, float]:
    names = ("likelyWin", "spread", "likelyWinByLoss", "spreadByLoss")
    return dict(zip(names, curve, strict=True))


def rules_data(rules: BaseRules) -> dict[str, object]:
    """A rule set for the page: the core's data, and its description."""
    game = GAMES[_kind(rules)]
    return {
        "name": rules.name,
        "game": game.kind,
        "start": game.position_type.initial(rules=rules).fen(),
        "firstMayBeChosen": rules.first_may_be_chosen,
        "quietLimit": rules.quiet_limit or 0,
        "repetitionDraws": rules.repetition is Repetition.DRAWS,
        "ranks": rules.ranks,
        "takes": _masks(rules.takes),
        "swimmers": sorted(rules.swimmers),
        "jumpers": sorted(rules.jumpers),
        "impossible": _impossible(rules),
        **_executed(game, rules),
    }


def _executed(game: type[BoardGame], rules: BaseRules) -> dict[str, object]:
    """What the page runs: rules packed for the core or, for a game that the core does not support, a table of steps."""
    if isinstance(rules, Rules | FlipRules):
        return {"packed": base64.b64encode(packed(rules)).decode()}
    return {"steps": step_data(game, rules)}


def step_data(game: type[BoardGame], rules: BaseRules) -> dict[str, object]:
    """A game that the core does not support, as a table that the page can run: for each side, animal and square the
    targets, and whom it may capture or trade with there.

    It is derived from positions with one piece and its prey. So a move may depend on the piece, its square and
    the piece on the target, and on nothing else; there is no chance.
    """
    start = game.position_type.initial(rules=rules)
    animals = sorted({piece.animal for piece in start.piece_map().values()})
    table = [
        {
            animal.value: [_steps_from(game, rules, (side, animal, square)) for square in range(game.grid.squares)]
            for animal in animals
        }
        for side in Side
    ]
    return {"table": table, "dens": game.grid.dens}


def _steps_from(game: type[BoardGame], rules: BaseRules, piece: tuple[Side, Animal, int]) -> list[list[int]]:
    """The target, the prey and the trades of each step, the last two as masks of animals."""
    side, animal, origin = piece
    grid = game.grid

    def moves(prey: Animal | None, at: int) -> dict[int, BoardMove]:
        board = bytearray(grid.squares)
        board[origin] = Piece(side, animal).code
        board[at] = Piece(side.opponent, prey or Animal.RAT).code
        position = game.position_type.from_fen(f"{grid.board_text(bytes(board))} {side.letter} 0", rules=rules)
        return {move.target: move for move in position.legal_moves() if move.origin == origin}

    steps = []
    for target in sorted(moves(None, _far_from(grid, origin))):
        taken = {prey: move for prey in Animal if (move := moves(prey, target).get(target))}
        prey = sum(1 << (each - 1) for each in taken)
        steps.append([target, prey, sum(1 << (each - 1) for each, move in taken.items() if move.trade)])
    return steps


def _far_from(grid: Grid, square: int) -> int:
    """A square on plain land as far away as possible, where an enemy does not interfere."""

    def distance(other: int) -> int:
        return abs(grid.file_of(square) - grid.file_of(other)) + abs(grid.rank_of(square) - grid.rank_of(other))

    return max((other for other in range(grid.squares) if grid.terrain(other) is Terrain.LAND), key=distance)


def shape_data(game: type[BoardGame]) -> dict[str, object]:
    """The data a board needs to draw a game, whatever its rules."""
    usual = next(iter(game.rules_type.named.values()))
    return {
        "kind": game.kind,
        "files": game.grid.files,
        "ranks": game.grid.ranks,
        "frame": BoardLayout(game.grid).frame,
        "hasDirection": game.uses_directions,
        # Drawings show an animal's number, so animals with another number need their own drawing.
        "drawings": {animal: f"-{usual.rank(animal)}" for animal in Animal if usual.rank(animal) != animal},
    }


def _shapes() -> list[dict[str, object]]:
    return [shape_data(game) for game in GAMES.values()]


def game_data(game: type[BoardGame]) -> dict[str, object]:
    """The data the page needs to show a game."""
    start = game.position_type.initial()
    first = start.legal_moves()[0]
    return {
        **shape_data(game),
        "hasChance": game.uses_chance,
        "hasNumbers": not game.uses_chance and len(start.fen().split()) == POSITION_FIELDS,
        "namesAnimals": first.notation() != first.uci(),
        "tablesFrom": tables.pieces_in_reach if (tables := Tablebase.types().get(game.kind)) else 0,
        "rules": list(game.rules_type.named),
        "terrain": {
            game.grid.square_name(square): [game.grid.terrain(square).name.lower(), game.grid.owner(square)]
            for square in range(game.grid.squares)
            if game.grid.terrain(square) is not Terrain.LAND
        },
    }


def _impossible(rules: BaseRules) -> dict[str, object]:
    """Impossible positions: squares a piece can never reach, and squares that are never occupied together."""
    if not isinstance(rules, Rules):
        return {"stand": [], "together": [], "empty": False}
    on_land = [piece.code for piece in PIECES.values() if piece.animal not in rules.swimmers]
    own = [[piece.code for piece in PIECES.values() if piece.side is side] for side in Side]
    return {
        "stand": [
            {"why": "water", "codes": on_land, "squares": list(squares_in(BOARD.water))},
            *({"why": "den", "codes": own[side], "squares": [DENS[side]]} for side in Side),
        ],
        "together": [list(DENS)],
        "empty": rules.equal_ranks is not EqualRanks.BOTH_VANISH,
    }


def _kind(rules: BaseRules) -> str:
    return next(kind for kind, game in GAMES.items() if isinstance(rules, game.rules_type))


def packed(rules: BaseRules) -> bytes:
    """A rule set as bytes, which `native/wasm/exports.cpp` reads: a number for the game, then its rules.

    >>> from jungle.rules import STANDARD
    >>> len(packed(STANDARD)), len(packed(FlipRules()))
    (11233, 21)
    """
    return bytes([1]) + _packed_order(rules) if isinstance(rules, FlipRules) else bytes([0]) + _packed_steps(rules)


def _masks(relation: Callable[[Animal, Animal], bool]) -> list[int]:
    """For each animal, the animals related to it; the core counts animals from 0, Python from 1."""
    return [sum(1 << (prey - 1) for prey in Animal if relation(hunter, prey)) for hunter in Animal]


def _packed_order(rules: FlipRules) -> bytes:
    """The quiet limit, which animal captures which, and which pairs vanish together."""
    return (rules.quiet_limit or 0).to_bytes(4, "little") + bytes(_masks(rules.takes) + _masks(rules.trades))


def _packed_steps(rules: BaseRules) -> bytes:
    """Flags, quiet limit, which animal captures which, then for each side, animal and square the steps, each as target,
    prey, trade and the squares crossed."""
    assert isinstance(rules, Rules)
    compiled = rules.compile()
    data = bytearray(
        (
            compiled.own_blocks,
            compiled.enemy_blocks,
            list(Repetition).index(rules.repetition),
            rules.stalemate is Stalemate.LOSES,
            *(rules.quiet_limit or 0).to_bytes(4, "little"),
            *_masks(rules.takes),
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
