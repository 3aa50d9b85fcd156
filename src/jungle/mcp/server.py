"""The tools, resources and prompts of the MCP server. Input and output only: `LiveGame` plays, the engine judges."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import anyio.to_thread
from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError

from jungle import GAMES, Side, __version__, svg
from jungle.board_game import BoardGame
from jungle.errors import GameError, IllegalMoveReason, JungleError
from jungle.language import ENGLISH, Translator
from jungle.mcp.open_games import OpenGame, OpenGames
from jungle.phrases import ending_words, hint_words, player_name, reason_words, refusal, score_words, table_words
from jungle.play import LiveGame, Review, events
from jungle.players import canonical_level, is_level
from jungle.puzzles import Answer, Attempt, find_puzzle, puzzles
from jungle.rules_text import rules_text
from jungle.rules_words import describe_rules
from jungle.storage import SavedGame, unfinished

INSTRUCTIONS = """\
Play and teach Jungle (Dou Shou Qi, animal chess) and the face-down game. new_game starts a game and returns its number,
which the other tools take. Moves are written as origin and target squares (a3a4); a flip is one square (b2). After a
person's move, play also plays the computer's answer. Ask legal_moves, hint or analyse only if the person wants help.
Read the resource jungle://rules/{name} before explaining rules: do not rely on memory. Games are saved after every
move; list_games shows those that resume_game can continue."""
ERROR_LIMIT = 400
"""Characters of an error message: bad input may be quoted in it."""
NEAREST_PUZZLES = 30
"""A puzzle is drawn from this many with the nearest rating."""

Kind = Literal["jungle", "flip"]
GameNumber = Annotated[str, Field(description="The number that new_game or resume_game returned")]
Fen = Annotated[str | None, Field(description="A position's text instead of a game's number")]
RuleSet = Annotated[
    str | None,
    Field(description="standard, gamerz, leiden, flip, or a variation: standard:quiet_limit=none"),
]
Awaited = TypeVar("Awaited", bound=events.Event)
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
PLAYS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


@dataclass(frozen=True, slots=True)
class GameState:
    """A game as the players may see it."""

    game: str
    kind: str
    rules: str
    fen: str
    board: str
    side_to_move: str | None
    """None until the first flip decides the colours."""
    persons_turn: bool
    players: dict[str, str]
    """Who moves first and second: a person, or a computer by name."""
    moves: list[str]
    captured: list[str]
    outcome: str | None
    news: list[str] = field(default_factory=list)
    """What happened since the last call."""


class JungleServer(MCPServer[None]):
    """An MCP server whose errors are one line each."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None) -> Any:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause: BaseException = error
            while isinstance(cause, ToolError) and isinstance(
                cause.__cause__, ToolError | ValidationError | JungleError
            ):
                cause = cause.__cause__
            if isinstance(cause, ValidationError):
                faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in cause.errors()]
                text = f"{name}: {'; '.join(faults)}"
            elif isinstance(cause, JungleError):
                text = str(cause)
            else:
                raise
            raise ToolError(_one_line(text)) from cause


def create_server(folder: Path) -> MCPServer[None]:
    """A server that keeps its games in a folder; they can be resumed from every other front end.

    Run it with `run("stdio")`, or serve its `streamable_http_app()`.
    """
    server = JungleServer(
        "jungle",
        title="Jungle",
        version=__version__,
        instructions=INSTRUCTIONS,
        log_level="ERROR",
    )
    tools = Tools(OpenGames(folder))
    plays: list[Callable[..., Any]] = [tools.new_game, tools.resume_game, tools.play, tools.undo, tools.resign]
    reads: list[Callable[..., Any]] = [tools.list_games, tools.state, tools.picture, tools.legal_moves, tools.hint]
    reads += [tools.analyse, tools.probe, tools.review, tools.puzzle, tools.solve_puzzle]
    for work in (*plays, *reads):
        server.add_tool(work, annotations=PLAYS if work in plays else READS)
    _add_rules(server)
    _add_prompts(server)
    return server


class Tools:
    """The tools. The docstrings are what assistants read."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self._say = Translator(ENGLISH)

    async def new_game(
        self,
        kind: Annotated[Kind, Field(description="jungle: the 7×9 board; flip: the 4×4 face-down game")] = "jungle",
        rules: RuleSet = None,
        opponent: Annotated[
            str | None,
            Field(description="A level from 1 (weakest) to 10, or easy, medium, hard, impossible; none: two people"),
        ] = None,
        person_moves_first: Annotated[
            bool, Field(description="Against a level: whether the person moves first")
        ] = True,
        first: Annotated[
            Literal["blue", "red"] | None, Field(description="The side that moves first, if the rules leave a choice")
        ] = None,
        fen: Annotated[str | None, Field(description="Start from this position")] = None,
        seed: Annotated[int | None, Field(ge=0, description="Makes shuffles and the level's moves repeatable")] = None,
    ) -> Annotated[CallToolResult, GameState]:
        """Start a game against a level, or between two people (of whom you may be one)."""
        if opponent is not None:
            if not is_level(opponent):
                raise GameError(f"opponent: expected a level from 1 to 10 or its name, or nothing, got {opponent!r}")
            opponent = canonical_level(opponent)
        chance = seed if GAMES[kind].uses_chance and fen is None else None
        side = None if first is None else Side[first.upper()]
        game = GAMES[kind].new(rules, first=side, fen=fen, seed=chance)
        seats = (None, opponent) if person_moves_first else (opponent, None)
        opened = self._games.open(lambda: LiveGame(game, seats, folder=self._games.folder, seed=seed))
        return await self._told(opened, _settle)

    async def list_games(self) -> dict[str, list[dict[str, str]]]:
        """List the open games and the saved, unfinished games, including those of other front ends."""
        saved = await anyio.to_thread.run_sync(unfinished, self._games.folder, 50)
        return {
            "open": [await opened.run(partial(self._about, opened.name)) for opened in self._games],
            "saved": [self._about_saved(one) for one in saved],
        }

    async def resume_game(
        self, name: Annotated[str | None, Field(description="From list_games; by default the last saved game")] = None
    ) -> Annotated[CallToolResult, GameState]:
        """Resume a saved game, begun here or in any other front end."""
        path = None
        if name is not None:
            path = next((saved.path for saved in unfinished(self._games.folder) if saved.path.stem == name), None)
            if path is None:
                raise GameError(f"there is no saved game {name!r:.80} that can be resumed; list_games shows them")
        opened = self._games.open(lambda: LiveGame.resume(self._games.folder, path))
        return await self._told(opened, _settle)

    async def state(self, game: GameNumber) -> Annotated[CallToolResult, GameState]:
        """Show a game: the board, its FEN, the players, the moves so far, and the outcome."""
        return await self._told(self._games[game], _settle)

    async def picture(
        self, game: GameNumber, turned: Annotated[bool, Field(description="Red's view")] = False
    ) -> Image:
        """Draw the board as a picture."""
        shown = await self._games[game].run(lambda live: live.game.public())
        last = shown.moves[-1] if shown.moves else None
        text = svg.board(shown, size=480, turned=turned and shown.uses_directions, last_move=last)
        return Image(data=await anyio.to_thread.run_sync(_png, text), format="png")

    async def legal_moves(self, game: GameNumber) -> dict[str, list[str]]:
        """List the legal moves of the side to move, on request."""
        return {"moves": await self._games[game].run(lambda live: [move.uci() for move in live.legal_moves])}

    async def play(
        self,
        game: GameNumber,
        move: Annotated[str, Field(min_length=1, max_length=20, description="Such as a3a4, or b2 for a flip")],
    ) -> Annotated[CallToolResult, GameState]:
        """Play a person's move, and the computer's answer if it has one."""

        def work(live: LiveGame) -> list[events.Event]:
            live.play(move)
            return [*live.events(), *_settle(live)]

        return await self._told(self._games[game], work)

    async def undo(self, game: GameNumber) -> Annotated[CallToolResult, GameState]:
        """Take back the person's last move, and the computer's answer to it."""
        return await self._told(self._games[game], _then_events(LiveGame.undo))

    async def resign(self, game: GameNumber) -> Annotated[CallToolResult, GameState]:
        """Resign for the person to move. Ask first."""
        return await self._told(self._games[game], _then_events(LiveGame.resign))

    async def hint(self, game: GameNumber) -> dict[str, str]:
        """A good move for the person to move, and what it is about."""

        def work(live: LiveGame) -> dict[str, str]:
            live.hint()
            hint = self._until(live, events.Hinted).hint
            return {"move": hint.move.uci(), "why": hint_words(self._say, hint)}

        return await self._games[game].run(work)

    async def analyse(
        self,
        game: Annotated[str | None, GameNumber] = None,
        fen: Fen = None,
        kind: Kind = "jungle",
        rules: RuleSet = None,
        seconds: Annotated[float, Field(ge=0.05, le=30)] = 1.0,
        lines: Annotated[int, Field(ge=1, le=10)] = 3,
    ) -> dict[str, Any]:
        """Search a game's position, or any other, with the engine: its best lines, and how good they are."""
        asked = await self._position(game, fen, kind, rules)

        def work() -> dict[str, Any]:
            from jungle.engine import Limit, engine_for

            with engine_for(asked.kind, hash_mb=32) as engine:
                found = engine.search(asked, Limit(movetime=seconds), multipv=lines)
            words = table_words if found.solved else score_words
            listed = [
                {
                    "moves": [move.uci() for move in line.pv],
                    "win_chance": round(line.score.win_probability(), 3),
                    "verdict": words(self._say, line.score),
                }
                for line in found.lines
            ]
            return {"fen": asked.fen(), "depth": found.depth, "is_exact": found.solved, "lines": listed}

        return await anyio.to_thread.run_sync(work)

    async def probe(
        self,
        game: Annotated[str | None, GameNumber] = None,
        fen: Fen = None,
        kind: Kind = "jungle",
        rules: RuleSet = None,
    ) -> dict[str, Any]:
        """Look a position with few pieces up in the endgame tables: the exact result of it and of every move."""
        asked = await self._position(game, fen, kind, rules)

        def work() -> dict[str, Any]:
            from jungle.tablebase import Tablebase

            tables = Tablebase.open(asked.kind)
            entry = None if asked.outcome() else tables.probe(asked.position)
            if entry is None:
                raise GameError(f"no endgame table has {asked.fen()}")
            moves = {move.uci(): str(after) for move, after in tables.moves(asked.position).items()}
            return {"fen": asked.fen(), "result": str(entry), "moves": moves}

        return await anyio.to_thread.run_sync(work)

    async def review(self, game: GameNumber) -> dict[str, Any]:
        """Review all moves of a game so far: each side's accuracy, and the moves that changed the game."""

        def work(live: LiveGame) -> dict[str, Any]:
            live.review()
            return self._review(live.game, self._until(live, events.Reviewed).review)

        return await self._games[game].run(work)

    async def puzzle(
        self,
        rating: Annotated[int, Field(ge=0, le=4000, description="How difficult; 800 is easy, 1800 hard")] = 1000,
        theme: Annotated[str | None, Field(description="Such as den_race, trap_fight or jump")] = None,
    ) -> dict[str, Any]:
        """A puzzle: a position in which exactly one move wins, or saves the game. Does not give the solution."""
        fitting = [one for one in puzzles() if theme is None or theme in one.themes]
        if not fitting:
            themes = sorted({name for one in puzzles() for name in one.themes})
            raise GameError(f"theme: expected one of {', '.join(themes)}, got {theme!r:.40}")
        nearest = sorted(fitting, key=lambda one: abs(one.rating - rating))[:NEAREST_PUZZLES]
        chosen = random.choice(nearest)
        game = chosen.game()
        about = {"puzzle": chosen.id, "goal": chosen.goal, "rating": chosen.rating, "themes": list(chosen.themes)}
        return about | {"side_to_move": str(game.side), "fen": chosen.fen, "board": str(game)}

    async def solve_puzzle(
        self,
        puzzle: Annotated[str, Field(description="From the tool puzzle")],
        moves: Annotated[list[str], Field(max_length=40, description="The solver's moves so far, without replies")],
        show_solution: Annotated[bool, Field(description="Only if the person gives up")] = False,
    ) -> dict[str, Any]:
        """Check the solver's moves: wrong, right (with the reply; the next move is to be found), or solved."""
        attempt = Attempt(find_puzzle(puzzle))
        answer: Answer | None = None
        for move in moves:
            if attempt.is_solved():
                raise GameError(f"the puzzle was solved before {move!r:.20}")
            if (answer := attempt.play(move)) is Answer.WRONG:
                break
        played = [move.uci() for move in attempt.game.moves]
        told: dict[str, Any] = {"answer": answer and answer.value, "moves": played, "board": str(attempt.game)}
        return told | ({"solution": list(attempt.puzzle.moves)} if show_solution else {})

    # Output

    async def _told(self, opened: OpenGame, work: Callable[[LiveGame], list[events.Event]]) -> CallToolResult:
        """Do something with a game and show it afterwards, as text and as data."""

        def run(live: LiveGame) -> GameState:
            happened = self._refuse(live, work(live))
            live.flush()  # What the assistant has been told is on disk.
            return self._state(opened.name, live, [*happened, *live.events()])

        state = await opened.run(run)
        turn = "" if state.outcome else f"{state.side_to_move or 'The first player'} to move. "
        text = "\n".join([*state.news, "", state.board, "", f"{turn}{state.outcome or ''}".strip(), f"FEN {state.fen}"])
        return CallToolResult(
            content=[TextContent(text=f"Game {state.game}: {text}")],
            structured_content=asdict(state),
        )

    def _state(self, name: str, live: LiveGame, happened: list[events.Event]) -> GameState:
        game = live.game
        return GameState(
            game=name,
            kind=game.kind,
            rules=rules_text(game.rules),
            fen=game.fen(),
            board=str(game),
            side_to_move=None if game.side is None else str(game.side),
            persons_turn=live.is_persons_turn(),
            players={place: self._player(live.seats[seat]) for seat, place in enumerate(("first", "second"))},
            moves=[str(move) for move in game.moves],
            captured=[str(piece) for piece in game.captured()],
            outcome=self._outcome(live),
            news=[news for event in happened if (news := self._news(live, event))],
        )

    def _player(self, name: str | None) -> str:
        return "person" if name is None else player_name(self._say, name)

    def _outcome(self, live: LiveGame) -> str | None:
        if live.outcome is None:
            return None
        winner = f"{live.outcome.winner} wins" if live.outcome.winner is not None else "A draw"
        return f"{winner}: {ending_words(self._say, live.outcome, live.game)}"

    def _news(self, live: LiveGame, event: events.Event) -> str | None:
        match event:
            case events.Moved(move=move, player=player):
                return f"{self._player(player)} played {move}".capitalize() + "."
            case events.Undone(moves=moves):
                return f"Taken back: {', '.join(map(str, moves)) or 'the ending'}."
            case events.Ended():
                return f"{self._outcome(live)}."
            case events.Unsaved(why=why):
                return f"The game could not be saved: {why}."
            case _:
                return None

    def _review(self, game: BoardGame, review: Review) -> dict[str, Any]:
        points = [
            {
                "move": f"{game.number_text(ply)} {judged.move}",
                "side": str(judged.side),
                "verdict": judged.verdict.value,
                "better": str(judged.best.move),
                "why": reason_words(self._say, judged.reason) if judged.reason else "",
            }
            for ply, judged in review.turning_points(3)
        ]
        accuracy = {str(side): review.accuracy(side) for side in Side}
        rounded = {side: None if value is None else round(value, 1) for side, value in accuracy.items()}
        return {"accuracy": rounded, "turning_points": points}

    def _about(self, name: str, live: LiveGame) -> dict[str, str]:
        return {
            "game": name,
            "kind": live.game.kind,
            "moves": str(len(live.game)),
            "outcome": self._outcome(live) or "",
        }

    def _about_saved(self, saved: SavedGame) -> dict[str, str]:
        players = " against ".join(map(self._player, saved.seats))
        return {"name": saved.path.stem, "kind": saved.game.kind, "moves": str(len(saved.game)), "players": players}

    # Input

    async def _position(self, game: str | None, fen: str | None, kind: Kind, rules: str | None) -> BoardGame:
        """The position that a tool was asked about. Raises GameError."""
        if (game is None) == (fen is None):
            raise GameError("expected either game or fen")
        if game is not None:
            return await self._games[game].run(lambda live: live.game.public())
        return GAMES[kind].new(rules, fen=fen)

    def _refuse(self, live: LiveGame, happened: list[events.Event]) -> list[events.Event]:
        """Raise GameError if the game refused a request or a background task failed; the events otherwise."""
        for event in happened:
            if isinstance(event, events.Refused):
                raise GameError(self._refusal(live, event))
            if isinstance(event, events.Failed):
                raise GameError(f"the computer's {event.task.value} failed: {event.why}")
        return happened

    def _until(self, live: LiveGame, kind: type[Awaited]) -> Awaited:
        """Wait for an event. Raises GameError as `_refuse` does."""
        happened = live.events()
        while True:
            for event in self._refuse(live, happened):
                if isinstance(event, kind):
                    return event
            happened = live.wait()

    def _refusal(self, live: LiveGame, event: events.Refused) -> str:
        what = f"{event.text!r}: " if event.text else ""
        if isinstance(event.why, IllegalMoveReason):
            why = refusal(self._say, event.why, live.game.rules, event.animal)
        else:
            why = event.why.value
        return f"{what}{why.rstrip('.')}; the game's FEN is {live.game.fen()}" if event.text else why


def _then_events(work: Callable[[LiveGame], None]) -> Callable[[LiveGame], list[events.Event]]:
    def run(live: LiveGame) -> list[events.Event]:
        work(live)
        return live.events()

    return run


def _settle(live: LiveGame) -> list[events.Event]:
    """Let the computer play until a person is to move, or the game is over."""
    happened: list[events.Event] = []
    if live.persons and live.is_computers_turn():
        live.pause(False)  # A computer that failed before may try again.
        while live.is_computers_turn() and not live.paused:
            happened += live.wait()
    return happened


def _png(text: str) -> bytes:
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=text))


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= ERROR_LIMIT else f"{line[: ERROR_LIMIT - 1]}…"


def _add_rules(server: MCPServer[None]) -> None:
    """The rules of every rule set as resources, generated from the rules themselves."""
    for kind, game in GAMES.items():
        for name in game.rules_type.named:
            about = f"The rules of {kind}, {name} rule set"
            resource = server.resource(
                f"jungle://rules/{name}", name=name, description=about, mime_type="text/markdown"
            )
            resource(_reader(game, name))


def _reader(game: type[BoardGame], name: str) -> Callable[[], str]:
    return lambda: describe_rules(game.new(name))


def _add_prompts(server: MCPServer[None]) -> None:
    @server.prompt(title="Play me")
    def play_me(kind: str = "jungle", person_moves_first: bool = True) -> str:
        """Play a game against the person, choosing your own moves."""
        yours, theirs = ("second", "first") if person_moves_first else ("first", "second")
        return (
            f"Play {kind} against me. Start it with new_game and no opponent: I move {theirs}, you move {yours}. "
            "Read the rules resource first. After each of my moves, think about the board, choose your own move and "
            "play it with the tool play; do not use hint, analyse or probe. Show me the board after each round, and "
            "say in a sentence what you intended. Stop at the end of the game and offer a review."
        )

    @server.prompt(title="Teach me")
    def teach_me(kind: str = "jungle", experience: str = "none") -> str:
        """Teach the person the game step by step."""
        return (
            f"Teach me {kind}. My experience: {experience}. Read the rules resource, explain the goal and how the "
            "pieces move in a few short steps, and let me try each on a board (new_game against level 1, and "
            "picture). Ask me for my move before you show a hint. Then give me puzzles near rating 800, check my "
            "answers with solve_puzzle, and explain what I missed."
        )

    @server.prompt(title="Review this game")
    def review_this_game(game: str = "") -> str:
        """Go through a game and its turning points."""
        which = f"game {game}" if game else "my last game (find it with list_games and resume it if needed)"
        return (
            f"Review {which} with the tool review. Tell me my accuracy in plain words, then take the turning points "
            "one by one: show the position, ask me what I would play now, and then explain the better move and "
            "why, with analyse if a line helps. End with one thing to practise."
        )
