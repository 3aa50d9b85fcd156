"""What the WebAssembly build must answer, found with the library."""

from dataclasses import replace
from random import Random
from typing import Any

from jungle import GAMES, RULES, Position, Side, perft
from jungle.board_game import BoardGame
from jungle.engine import Engine, FlipEngine, Limit, Line, engine_for
from jungle.engine.bench import HASH_MB, POSITIONS, bench, bench_engine
from jungle.engine.hints import FIGURES, MoveReason, hint
from jungle.engine.review import accuracy, review, turning_points
from jungle.engine.score import FlipScore, Score
from jungle.errors import IllegalMoveError, JungleError
from jungle.flip import FLIP, FlipGame, FlipPosition
from jungle.flip.native import native_position
from jungle.language.plurals import parse_rule
from jungle.native import core
from jungle.native_rules import table
from jungle.pieces import PIECES
from jungle.players import LEVELS
from jungle.players.choosing import choose_line
from jungle.players.levels import OPENING_LINES, OPENING_PLIES, strength
from jungle.record import NAGS, Node, Record, dumps
from jungle.tablebase import FlipTablebase, Tablebase
from jungle.web.contents import language_data
from tests.web.puzzling import puzzling

BENCH_DEPTH = 9
FLIP_DEPTH = 5
REVIEW_DEPTH = 4
HINT_NODES = 6000
HINTED_PLIES = 80
FLIP_BENCH = (
    "????/????/????/???? r 0 RCDWPTLErcdwptle",
    "?1t?/R??L/?e??/1?C? b 2 DWPTrcdwp",
    "4/1L2/1w1e/R3 b 0 -",
    "Lr2/1?T1/e2?/1C2 r 5 Dd",
)

PLURAL_RULES = ("n = 1", "n != 0,1", "n % 10 = 2..4 and n % 100 != 12..14", "n % 10 = 0 or n % 100 = 11..19 or n = 7")


def code_of(move: Any) -> int:
    return int(move.origin | move.target << 6)


def random_game(name: str, random: Random) -> dict[str, Any]:
    """A game of the large board, by the core: Python would take minutes for thousands."""
    start = Position.initial(rules=name)
    state = core.State(table(start.rules), start.board, start.side)
    moves, counts, keys = [], [], []
    while legal := state.moves():
        counts.append(len(legal))
        moves.append([random.choice(legal), 0])
        state.play(moves[-1][0])
        keys.append(str(state.key))
        if len(moves) == 400 or state.outcome()[0]:
            break
    return {
        "rules": name,
        "fen": start.fen(),
        "moves": moves,
        "counts": counts,
        "keys": keys,
        "outcome": state.outcome(),
    }


def random_flip_game(seed: int) -> dict[str, Any]:
    """A face-down game, by the reference in Python."""
    random, game = Random(seed), FlipGame(seed=seed, first_flip_decides=seed % 2 == 1)
    moves, counts, keys = [], [], []
    fen = game.fen()
    while legal := game.legal_moves():
        counts.append(len(legal))
        move = game.play(random.choice(legal))
        moves.append([code_of(move), move.revealed.code if move.revealed else 0])
        keys.append(str(game.position.key))
    return {"rules": "flip", "fen": fen, "moves": moves, "counts": counts, "keys": keys, "outcome": ending(game)}


def ending(game: BoardGame) -> list[int]:
    outcome = game.outcome()
    reasons = ("", "den", "capture", "no moves", "repetition", "quiet")
    assert outcome is not None
    return [3 if outcome.winner is None else int(outcome.winner) + 1, reasons.index(outcome.reason.value)]


def endings(random: Random, count: int) -> list[dict[str, Any]]:
    """Positions with few pieces, and what tables say of them and of their moves."""
    found: list[dict[str, Any]] = []
    tables, flip_tables = Tablebase.open(), FlipTablebase.from_folder()
    in_core = flip_tables.core_tables(FLIP)
    assert in_core is not None
    while len(found) < count:
        name = random.choice(["standard", "gamerz"])
        squares = random.sample(range(63), random.choice([2, 3]))
        pieces = random.sample(list(PIECES.values()), len(squares))
        try:
            large = Position.of(dict(zip(squares, pieces, strict=True)), random.choice(pieces).side)
            large = Position.from_fen(large.fen(), rules=name)
        except JungleError:
            continue
        if large.is_decided() or (entry := tables.probe(large)) is None:
            continue
        moves = [[code_of(move), float(told.wdl)] for move, told in tables.moves(large).items()]
        position: dict[str, float] = {"expected": entry.wdl, "plies": entry.plies or 0}
        found.append({"rules": name, "fen": large.fen(), "position": position, "moves": moves})
    while len(found) < 2 * count:
        small = flip_ending(random)
        found_in_core = None if small.is_decided() else in_core.probe(native_position(small))
        if found_in_core is None:
            continue
        moves = [[code_of(move), round(told.wdl, 6)] for move, told in flip_tables.moves(small).items()]
        position = {"expected": found_in_core[0] / 24, "plies": found_in_core[1]}
        found.append({"rules": "flip", "fen": small.fen(), "position": position, "moves": moves})
    return found


def flip_ending(random: Random) -> FlipPosition:
    pieces = random.sample(list(PIECES.values()), random.choice([2, 3, 4, 5]))
    hidden = set(random.sample(pieces, random.choice([0, 1, 2]))) if len(pieces) <= 4 else set()
    board = bytearray(16)
    for square, piece in zip(random.sample(range(16), len(pieces)), pieces, strict=True):
        board[square] = 17 if piece in hidden else piece.code
    blank = FlipPosition.initial()
    return replace(blank, board=bytes(board), side=random.choice([p.side for p in pieces]), hidden=frozenset(hidden))


def flip_lines() -> list[dict[str, Any]]:
    lines = []
    for fen in FLIP_BENCH:
        with FlipEngine(hash_mb=4) as engine:
            result = engine.search(FlipPosition.from_fen(fen), Limit(depth=FLIP_DEPTH), multipv=3)
        told = [flip_line(line) for line in result.lines]
        lines.append({"fen": fen, "depth": FLIP_DEPTH, "lines": told})
    return lines


def flip_line(line: Line) -> dict[str, Any]:
    score = line.score
    assert isinstance(score, FlipScore)
    return {
        "winIn": score.win_in or 0,
        "expected": None if score.win_in else score.expected,
        "moves": [code_of(move) for move in line.pv],
    }


def flip_nodes() -> int:
    nodes = 0
    for fen in FLIP_BENCH:
        with FlipEngine(hash_mb=4) as engine:
            nodes += engine.search(FlipPosition.from_fen(fen), Limit(depth=FLIP_DEPTH)).nodes
    return nodes


def told(reason: MoveReason | None) -> list[Any] | None:
    if reason is None:
        return None
    return [reason.why.value, reason.own, reason.enemy, int(reason.animal or 0), int(reason.other or 0), reason.plies]


def reviewed(random: Random) -> list[dict[str, Any]]:
    """Short games, and the verdict on each of their moves, without tables: the page loads them only near the end."""
    found = []
    for kind in ("jungle", *["flip"] * 6):
        game = GAMES[kind].new(seed=3 if kind == "flip" else None)
        while len(game) < 40 and (legal := game.legal_moves()):
            game.play(random.choice(legal))
        with engine_for(kind, hash_mb=32, tables=False) as engine:
            judged = list(review(game, engine, Limit(depth=REVIEW_DEPTH)))
        found.append(
            {
                "rules": game.rules.name,
                "depth": REVIEW_DEPTH,
                "moves": [str(move) for move in game.moves],
                "verdicts": [each.verdict.value for each in judged],
                "shares": [each.blue_win_probability() for each in judged],
                "accuracy": [accuracy(judged, side) for side in Side],
                "reasons": [[told(each.reason), told(each.fault)] for each in judged],
                "turningPoints": [judged.index(each) + 1 for each in turning_points(judged)],
            }
        )
    return found


def hinted(random: Random) -> list[dict[str, Any]]:
    """Games in which one side follows hints and the other one moves at random, and each of the hints."""
    found = []
    for kind in ("jungle", "flip"):
        game, last, hints = GAMES[kind].new(seed=3 if kind == "flip" else None), None, []
        with engine_for(kind, hash_mb=32, contempt=FIGURES["contempt"]) as engine:
            while len(game) < HINTED_PLIES and not game.is_over():
                if len(game) % 2:
                    game.play(random.choice(game.legal_moves()))
                    continue
                last = hint(game.public(), engine=engine, limit=Limit(nodes=HINT_NODES), previous=last)
                plan = last.plan and [last.plan.kind.value, last.plan.piece, last.plan.target, list(last.plan.steps)]
                reason = told(last.reason)
                hints.append([code_of(last.move), reason, plan, last.carries_on, last.since is not None])
                game.play(last.move)
        moves = [str(move) for move in game.moves]
        found.append({"rules": game.rules.name, "nodes": HINT_NODES, "moves": moves, "hints": hints})
    return found


def choices(random: Random) -> list[dict[str, Any]]:
    """The move of each level in some positions, with fixed random numbers."""
    found = []
    for kind in ("jungle", "flip"):
        for name in LEVELS[:9] * 4:
            game = GAMES[kind].new(seed=random.randrange(99) if kind == "flip" else None)
            for _ in range(random.randrange(30)):
                if len(legal := game.legal_moves()) > 1:
                    game.play(random.choice(legal))
            if game.outcome():
                continue
            row, is_opening = strength(name, kind), len(game) < OPENING_PLIES
            lines = max(row.lines, OPENING_LINES if is_opening else 1)
            engine = (
                FlipEngine(hash_mb=1) if kind == "flip" else Engine(hash_mb=1, evaluation=row.evaluation, tables=None)
            )
            with engine:
                result = engine.search(game, Limit(nodes=row.nodes), multipv=lines)
            seed, last = random.getrandbits(64), game.moves[-1].target if game.moves else None
            line = choose_line(game.position, result.lines, row.skill, last=last, is_opening=is_opening, seed=seed)
            found.append(
                {
                    "rules": game.rules.name,
                    "fen": game.start.fen(),
                    "moves": [str(move) for move in game.moves],
                    "level": name,
                    "seed": str(seed),
                    "chosen": code_of(line.move),
                }
            )
    return found


def records(random: Random) -> list[dict[str, Any]]:
    """Files of games of both kinds, as the library writes them."""
    found = []
    for seed in range(12):
        written = []
        for kind, rules in (("jungle", random.choice(list(RULES))), ("flip", None)):
            game = GAMES[kind].new(rules, seed=seed if kind == "flip" else None)
            for _ in range(random.randrange(40)):
                if legal := game.legal_moves():
                    game.play(random.choice(legal))
            if not game.outcome() and seed % 2:
                random.choice([game.resign, game.agree_draw, game.time_out])()
            record = Record(game, {"Event": 'a "club"', "Blue": "张三"} if seed % 3 else {})
            for node in [record.root, *record.mainline()][::5]:
                node.comment = random.choice(["good", "a } brace", "two\nlines \\", "好"])
            for node in record.mainline()[::4]:
                node.nags |= set(random.sample(ANNOTATIONS, random.choice([1, 2, 3])))
            vary(record, random)
            written.append(record)
        found.append(
            {
                "text": dumps(written, deal=True),
                "fens": [record.game.fen() for record in written],
                "tags": [record.tags for record in written],
                "comments": [
                    {ply: node.comment for ply, node in enumerate([record.root, *record.mainline()]) if node.comment}
                    for record in written
                ],
                "nags": [[sorted(node.nags) for node in record.mainline()] for record in written],
            }
        )
    return found


ANNOTATIONS = [*NAGS.values(), 0, 10, 255]


def vary(record: Record, random: Random) -> None:
    """Variations inside variations, annotated; alternatives differ, since the page keeps one of two alike."""
    game, nodes = record.game, [record.root, *record.mainline()]
    for ply in random.sample(range(len(game)), len(game) // 4):
        line = game.public()
        while len(line) > ply:
            line.undo()
        grow(nodes[ply], line, random, 4)


def grow(parent: Node, line: BoardGame, random: Random, plies: int) -> None:
    legal = line.legal_moves() if plies else []
    for move in random.sample(legal, min(len(legal), random.choice([1, 1, 2, 3]))):
        revealed = f"={random.choice(line.hidden_pieces()).letter}" if move.is_flip() else ""
        played = line.play(f"{move}{revealed}")
        if all(played != node.move for node in parent.children):
            comment = random.choice(["", "", "why (not)?", "a } brace {", "two\nlines \\"])
            nags = random.sample(ANNOTATIONS, random.choice([0, 0, 1, 2]))
            grow(parent.add(played, comment, nags), line, random, plies - 1)
        line.undo()


def scores() -> dict[str, Any]:
    lines = []
    for score in (
        Score(0),
        Score(250),
        Score(-1200),
        Score(120, pieces=7),
        Score.win(7),
        Score.loss(4),
        FlipScore.of(0.3),
        FlipScore.of(-1.0),
    ):
        chances = score.chances()
        line = {
            "score": score.centi_cats,
            "winIn": score.win_in or 0,
            "pieces": score.pieces,
            "expected": getattr(score, "expected", None),
        }
        for side, share in ((0, score.win_probability()), (1, 1 - score.win_probability())):
            lines.append({"line": line, "side": side, "win": chances.win, "draw": chances.draw, "share": share})
    leads = [{"expected": each / 10, "centiCats": FlipScore.of(each / 10).centi_cats} for each in range(-9, 10)]
    return {"chances": lines, "leads": leads}


def positions(random: Random, count: int) -> list[dict[str, Any]]:
    """Boards made by chance, and whether there can be such positions."""
    made = []
    for _ in range(count):
        name = random.choice(list(RULES))
        squares = random.sample(range(63), random.choice([1, 2, 5]))
        board = bytearray(63)
        for square, piece in zip(squares, random.sample(list(PIECES.values()), len(squares)), strict=True):
            board[square] = piece.code
        fen = f"{Position.grid.board_text(bytes(board))} b"
        try:
            Position.from_fen(fen, rules=name)
            made.append({"rules": name, "fen": fen, "isPossible": True})
        except JungleError:
            made.append({"rules": name, "fen": fen, "isPossible": False})
    return made


def refused(random: Random, count: int) -> list[dict[str, Any]]:
    """Positions of games at random, and what stands in the way of moves that are not legal."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        name, kind = random.choice([*((rules, "jungle") for rules in RULES), ("flip", "flip")])
        game = GAMES[kind].new(name if kind == "jungle" else None, seed=len(found) if kind == "flip" else None)
        for _ in range(random.randrange(60)):
            if legal := game.legal_moves():
                game.play(random.choice(legal))
        position = game.position
        if game.outcome() or position.side is None:
            continue
        for origin in range(game.grid.squares):
            piece = position.piece_at(origin)
            if piece is None or piece.side is not position.side:
                continue
            target = random.randrange(game.grid.squares)
            try:
                position.find_move(origin, target)
            except IllegalMoveError as error:
                if origin != target:
                    row = {"rules": game.rules.name, "fen": game.fen(), "origin": origin, "target": target}
                    found.append({**row, "reason": error.reason.value})
    return found


def expected(games: int) -> dict[str, Any]:
    """All answers, with this many games per rule set. Each part has a seed of its own, so that it stays as it is."""
    counted = [
        {**row, "depth": depth, "leaves": perft(Position.from_fen(row["fen"], rules=row["rules"]), depth)}
        for row in ({"rules": name, "fen": fen} for name in RULES for fen in POSITIONS)
        for depth in (1, 3)
    ]
    counted += [
        {"rules": "flip", "fen": fen, "depth": depth, "leaves": perft(FlipPosition.from_fen(fen), depth)}
        for fen in FLIP_BENCH
        for depth in (1, 2, 3)
    ]
    random = Random(15)
    with bench_engine() as engine:
        nodes = sum(result.nodes for result in bench(engine, BENCH_DEPTH))
    return {
        "perft": counted,
        "games": [random_game(name, random) for name in RULES for _ in range(games)]
        + [random_flip_game(seed) for seed in range(games)],
        "bench": [
            {"rules": "standard", "positions": POSITIONS, "depth": BENCH_DEPTH, "megabytes": HASH_MB, "nodes": nodes},
            {"rules": "flip", "positions": FLIP_BENCH, "depth": FLIP_DEPTH, "megabytes": 4, "nodes": flip_nodes()},
        ],
        "lines": flip_lines(),
        "reviews": reviewed(Random(1)),
        "hints": hinted(Random(38)),
        "records": records(Random(2)),
        "choices": choices(Random(3)),
        "languages": language_data(),
        "plurals": {rule: [parse_rule(rule)(number) for number in range(120)] for rule in PLURAL_RULES},
        "tables": endings(Random(4), 150),
        "positions": positions(Random(5), 300),
        "puzzles": puzzling(Random(6)),
        "refused": refused(Random(7), 600),
        **scores(),
    }
