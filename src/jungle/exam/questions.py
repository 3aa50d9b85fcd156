"""The questions of an exam, made from its seed: each with the exact value of every answer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from jungle.board_game import BoardGame
from jungle.exam.solver import solver_of
from jungle.exam.worlds import ANIMALS, Material, State, World, counterfactual
from jungle.flip import FlipGame, FlipPosition
from jungle.game import Game
from jungle.geometry import BOARD
from jungle.pieces import Animal, Piece, Side
from jungle.position import Position
from jungle.tablebase import Entry, Tablebase

EXAM = "exam_v1"
"""The name of this set of questions: frozen, so that results stay comparable."""
PARTS = ("exact", "unseen", "hidden", "play")
WORLDS = 6
MATERIALS = 3
TRIES = 200_000

Entries = Mapping[tuple[int, int], Entry]
"""The value of each move, by origin and target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A position to choose a move in or, if `expected` is given, to state a chance for."""

    name: str
    part: str
    world: World | None = None
    """None in the face-down game."""
    material: Material = ()
    start: State | None = None
    moves: tuple[tuple[int, int], ...] = ()
    """The moves from the start to the position, as piece numbers and targets."""
    values: Mapping[str, float]
    """What each legal move scores: 1 for a win, ½ for a draw, 0 for a loss."""
    best: frozenset[str] = frozenset()
    """The moves that keep the result, and win soonest or hold out longest."""
    expected: float | None = None
    """The chance to be stated: that the side to move wins, where a draw counts as half."""
    game: BoardGame | None = None
    """The position for players of this package; None if their rules cannot express it."""

    @property
    def state(self) -> State:
        """The position to answer."""
        assert self.start is not None
        state = self.start
        for number, to in self.moves:
            state = state.after(number, to)
        return state

    def regret(self, move: str | None) -> float:
        """The value that a move gives away; without a legal answer, that of the worst move."""
        worst = min(self.values.values())
        return max(self.values.values()) - (worst if move is None else self.values.get(move, worst))


def questions(seed: int, parts: tuple[str, ...] = PARTS, count: int = 60, pieces: int = 3) -> list[Question]:
    """All questions but the games. Raises TablebaseError if the face-down tables cannot be read.

    `count` is the number per part; with four pieces the exact part uses the tables built on this machine.
    """
    makers: dict[str, Callable[[], Iterator[Question]]] = {
        "exact": lambda: _exact(Random(f"{EXAM}/exact/{seed}"), count, pieces),
        "unseen": lambda: _unseen(f"{EXAM}/unseen/{seed}", count),
        "hidden": lambda: _hidden(Random(f"{EXAM}/hidden/{seed}"), count),
    }
    return [question for part, make in makers.items() if part in parts for question in make()]


def _exact(random: Random, count: int, pieces: int) -> Iterator[Question]:
    """Positions of the endgame tables under the familiar rules."""
    world, made = World(), 0
    tables = Tablebase.open() if pieces > 3 else Tablebase.of_game("jungle").shipped()
    for _ in range(TRIES):
        material = _material(random, pieces)
        if (start := _placed(random, material, [world])) is None:
            continue
        state, moves = _played(random, world, material, start)
        position = _position(world, material, state)
        entries = {} if position.is_decided() else tables.moves(position)
        if len(entries) < len(position.legal_moves()):
            continue
        values = {(move.origin, move.target): entry for move, entry in entries.items()}
        if _is_telling(values):
            made += 1
            yield _question(f"exact-{made}", "exact", world, material, start, moves, values)
            if made == count:
                return
    raise AssertionError("not enough positions in the tables")


def _unseen(seed: str, count: int) -> Iterator[Question]:
    """The same positions in unseen worlds, and under the familiar rules."""
    familiar = solver_of(World())
    for number in range(WORLDS):
        random = Random(f"{seed}/{number}")
        world, known = counterfactual(random, number), World()
        if world.language == "zh":
            known = World(animals=ANIMALS["zh"], language="zh")
        solver, material = solver_of(world), _material(Random(f"{seed}/material/{number % MATERIALS}"), 3)
        made = 0
        while made < count // WORLDS + (number < count % WORLDS):
            if (start := _placed(random, material, [world, known])) is None:
                continue
            state, moves = _played(random, world, material, start)
            if not _is_possible(known, material, start, moves):
                continue
            found = [one.values(material, state) for one in (solver, familiar)]
            if all(map(_is_telling, found)) and _best(found[0]) != _best(found[1]):  # Recall must not do.
                made += 1
                name = f"{number + 1}-{made}"
                yield _question(f"unseen-{name}", "unseen", world, material, start, moves, found[0])
                yield _question(f"control-{name}", "control", known, material, start, moves, found[1])


def _hidden(random: Random, count: int) -> Iterator[Question]:
    """Face-down positions whose expected result is known, with one or two pieces face down."""
    tables, made = Tablebase.of_game("flip").shipped(), 0
    tables.check_rules(FlipPosition.initial().rules)
    seen = [0] * 5
    for _ in range(TRIES):
        animals = random.sample(list(Animal), 4)
        pieces = [Piece(Side(index % 2), animal) for index, animal in enumerate(animals)]
        squares = random.sample(range(16), 4)
        down = random.randint(1, 2)
        faces = dict(zip(squares, [*[None] * down, *pieces[down:]], strict=True))
        position = FlipPosition.of(faces, random.choice(list(Side)), hidden=pieces[:down])
        if position.is_decided() or not position.has_moves() or (entry := tables.probe(position)) is None:
            continue
        expected = (1 + entry.wdl) / 2
        place = min(int(expected * 5), 4)
        if seen[place] > made // 4:  # Chances of all sizes are asked about, about equally often.
            continue
        seen[place] += 1
        made += 1
        yield Question(
            name=f"hidden-{made}",
            part="hidden",
            values={"": expected},
            expected=expected,
            game=FlipGame(position=position),
        )
        if made == count:
            return
    raise AssertionError("not enough face-down positions")


def _material(random: Random, count: int) -> Material:
    animals = random.sample(list(Animal), count)
    first = random.randrange(2)
    return tuple(sorted(Piece(Side((index + first) % 2), animal) for index, animal in enumerate(animals)))


def _placed(random: Random, material: Material, worlds: list[World]) -> State | None:
    """A random position that is possible in all worlds, or None."""
    squares = tuple(random.sample(range(BOARD.squares), len(material)))
    at = zip(material, squares, strict=True)
    if not all(world.can_stand(piece, square) for piece, square in at for world in worlds):
        return None
    return State(random.randrange(2), squares)


def _played(
    random: Random, world: World, material: Material, start: State
) -> tuple[State, tuple[tuple[int, int], ...]]:
    """The position after up to two quiet moves, and those moves, for players who see moves only."""
    state, played = start, []
    for _ in range(2):
        quiet = [(n, to) for n, to, met in world.moves(material, state) if met < 0 and to not in world.grid.dens]
        if not quiet:
            break
        number, to = random.choice(quiet)
        played.append((number, to))
        state = state.after(number, to)
    return state, tuple(played)


def _is_possible(world: World, material: Material, start: State, moves: tuple[tuple[int, int], ...]) -> bool:
    """Whether the moves are legal in another world too."""
    state = start
    for number, to in moves:
        if (number, to, -1) not in world.moves(material, state) or to in world.grid.dens:
            return False
        state = state.after(number, to)
    return True


def _is_telling(entries: Entries) -> bool:
    """Whether some move gives something away: only then does an answer tell anything."""
    return len({entry.wdl for entry in entries.values()}) > 1


def _best(entries: Entries) -> set[tuple[int, int]]:
    top = max(entry.rank for entry in entries.values())
    return {move for move, entry in entries.items() if entry.rank == top}


def _question(
    name: str,
    part: str,
    world: World,
    material: Material,
    start: State,
    moves: tuple[tuple[int, int], ...],
    entries: Entries,
) -> Question:
    question = Question(
        name=name,
        part=part,
        world=world,
        material=material,
        start=start,
        moves=moves,
        values={world.move_name(*move): (1 + entry.wdl) / 2 for move, entry in entries.items()},
        best=frozenset(world.move_name(*move) for move in _best(entries)),
    )
    if world.grid != BOARD:
        return question
    return replace(question, game=Game(position=_position(world, material, question.state)))


def _position(world: World, material: Material, state: State) -> Position:
    return Position.of(dict(zip(state.squares, material, strict=True)), Side(state.side), rules=world.rules)
