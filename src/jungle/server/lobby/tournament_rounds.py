"""Tournaments with rounds: Swiss, round-robin and knockout.

A round is written first and its games are started after that, a few per transaction, so that a large round does not
hold up other games. Results are taken from the games that are over. Each step can be repeated after a crash.
"""

import asyncio
import csv
import io
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import msgspec
import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.background import Background
from jungle.server.children.children import Children, restricted
from jungle.server.errors import ConflictError, ForbiddenError, NotFoundError, UnprocessableError
from jungle.server.events import Events
from jungle.server.game.events import GameStarted
from jungle.server.game.games import Games
from jungle.server.game.ratings import START_RATING
from jungle.server.game.rows import GameRow, read_games
from jungle.server.game.transaction import create, new_id
from jungle.server.identity.accounts import User, name_key
from jungle.server.json import Json, decode, encode
from jungle.server.lobby.tournament_publisher import TournamentPublisher
from jungle.server.lobby.tournament_rows import (
    ARENA,
    BoardRow,
    Entrant,
    TournamentRow,
    blocked_pairs,
    check_visible,
    find_tournament,
    read_boards,
    standing,
)
from jungle.server.pairing import simul
from jungle.server.pairing.process import Order, pair_apart
from jungle.server.pairing.rounds import next_boards, rounds_of
from jungle.server.pairing.standings import KNOCKOUT, SIMUL, SWISS, Standing, standings
from jungle.server.pairing.values import DRAW, HALF, LOSS, WIN, Board
from jungle.server.storage.database import Database, StorageError
from jungle.server.storage.schema import (
    classes,
    entrants,
    games,
    pupils,
    tournament_boards,
    tournament_log,
    tournaments,
    users,
)
from jungle.server.times import DAY, SECOND

log = logging.getLogger("jungle.server")

GAMES_TOGETHER = 5
"""Games that are started in one transaction."""
PAIRED_HERE = 40
"""Up to this many players are paired in a thread, which takes milliseconds; more need a process of their own."""
TRIES = 3
"""Drawn games of a knockout after which the better seed goes on."""
REPEATS = {"": None, "daily": DAY, "weekly": 7 * DAY}
RESULTS = {"1-0": (WIN, LOSS), "0-1": (LOSS, WIN), "1/2-1/2": (DRAW, DRAW), "0-0": (LOSS, LOSS)}
"""What an organiser may enter, Blue first."""
BOARDS_LIMIT = 40
"""Simultaneous games of one host: as many as a page can follow."""
LOG_LIMIT = 200
SHOWN_SECONDS = 1.0
VIEWS_LIMIT = 50


class TournamentRounds:
    """Pairs and starts the rounds of tournaments, and records their results."""

    def __init__(
        self,
        database: Database,
        events: Events,
        publisher: TournamentPublisher,
        games: Games,
        children: Children,
        background: Background,
        now: Callable[[], int],
    ) -> None:
        self.database = database
        self.events = events
        self.publisher = publisher
        self.games = games
        self.children = children
        self.background = background
        self.now = now
        self._views: dict[str, tuple[float, Json]] = {}
        """What was shown last, and when: hundreds of pages ask when a round ends."""

    # Scheduled work

    async def advance(self) -> None:
        """Start rounds and end tournaments that are due."""
        due = sa.select(tournaments.c.id).where(tournaments.c.next_at <= self.now(), tournaments.c.status != "finished")
        for tournament_id in await self.database.read(lambda connection: list(connection.execute(due).scalars())):
            try:
                await self._advance(tournament_id)
            except StorageError:  # The database failed, not the tournament.
                raise
            except Exception:
                log.exception("tournament %s cannot be processed", tournament_id)

    async def _advance(self, tournament_id: str) -> None:
        row, boards = await self.database.scan(partial(_load, tournament_id=tournament_id))
        if all(board.is_over() for board in boards if board.round == row.round):
            written = await self._next_round(row, boards)
            if written is None:
                return
            await self._publish(tournament_id, written)
        await self._start_games(tournament_id, row)

    async def _next_round(self, row: TournamentRow, boards: list[BoardRow]) -> str | None:
        """Write the next round, or end the tournament. Returns what happened; None if another server was first."""
        players, present = await self.database.scan(partial(self._players, row=row))
        if row.class_id is not None and await self._is_paused(row.class_id):
            return None
        rounds = rounds_of(row.format, players, row.schedule.rounds)
        values = [board.value() for board in boards]
        paired: list[Board] = []
        if row.format == SIMUL:
            is_begun = row.round == 0 and not row.waits_for_hand()
            paired = simul.pair(row.by_id, present, row.terms.colour) if row.by_id is not None and is_begun else []
        elif len(players) > 1 and row.round < rounds:
            apart = await self.database.scan(partial(_apart, row=row, ids=players))
            if len(present) <= PAIRED_HERE:
                paired = await self.background.run(next_boards, row.format, players, present, values, apart)
            else:
                pairs = [tuple(pair) for pair in apart]
                paired = await pair_apart(Order(row.format, players, present, values, pairs))
        return await self.database.write(partial(self._write_round, row=row, rounds=rounds, paired=paired))

    async def _is_paused(self, class_id: str) -> bool:
        chosen = sa.select(classes.c.is_paused).where(classes.c.id == class_id)
        return await self.database.read(lambda connection: connection.execute(chosen).scalar() is not False)

    def _players(self, connection: sa.Connection, row: TournamentRow) -> tuple[list[int], list[int]]:
        """All players, strongest first, and those who can be paired."""
        _, found = standing(connection, row.id)
        found = sorted((entrant for entrant in found if entrant.is_admitted), key=_strength)
        if row.format != SWISS and row.round:  # Who came too late has no place in the table.
            found = [entrant for entrant in found if entrant.seed is not None]
        ids = [entrant.user_id for entrant in found]
        allowed = sa.select(users.c.id, users.c.seen).where(
            users.c.id.in_(ids), users.c.closed.is_(None), sa.func.coalesce(users.c.banned_until, 0) <= self.now()
        )
        seen = {row.id: row.seen for row in connection.execute(allowed)}
        here = set(seen)
        if row.class_id is not None:
            pupil = sa.select(pupils.c.user_id).where(pupils.c.class_id == row.class_id)
            absent = {
                one for one in connection.execute(pupil).scalars() if not self.children.is_here(one, seen.get(one, 0))
            }
            here -= absent | restricted(connection, here, self.now())
        return ids, [entrant.user_id for entrant in found if entrant.user_id in here and not entrant.is_away]

    def _write_round(
        self, connection: sa.Connection, row: TournamentRow, rounds: int, paired: list[Board]
    ) -> str | None:
        current = _lock(connection, row.id)
        if current is None or (current.round, current.status) != (row.round, row.status):
            return None
        mine = tournaments.c.id == row.id
        now = self.now()
        if not paired:
            ended = {"status": "finished", "ends": now, "next_at": None}
            connection.execute(sa.update(tournaments).where(mine).values(ended))
            if row.round == 0:
                self._repeat(connection, row)
            return "finished"
        if row.round == 0:
            self._repeat(connection, row)
            schedule = encode(msgspec.structs.replace(row.schedule, rounds=rounds)).decode()
            connection.execute(sa.update(tournaments).where(mine).values(status="started", schedule=schedule))
        self._keep_seeds(connection, row.id)
        connection.execute(sa.insert(tournament_boards), [_stored(row.id, board) for board in paired])
        connection.execute(sa.update(tournaments).where(mine).values(round=row.round + 1, next_at=now))
        return "started" if row.round == 0 else "pairing"

    @staticmethod
    def _keep_seeds(connection: sa.Connection, tournament_id: str) -> None:
        """Fix the order of strength, which rated games would change from round to round."""
        _, found = standing(connection, tournament_id, entrants.c.seed.is_(None))
        mine = (entrants.c.tournament_id == tournament_id, entrants.c.user_id == sa.bindparam("user"))
        if found:  # All in one statement: everything else waits for this transaction.
            update = sa.update(entrants).where(*mine).values(seed=sa.bindparam("strength"))
            strengths = [{"user": entrant.user_id, "strength": _rating(entrant)} for entrant in found]
            connection.execute(update, strengths)

    def _repeat(self, connection: sa.Connection, row: TournamentRow) -> None:
        """Schedule the next tournament of a series when one starts."""
        period = REPEATS[row.schedule.repeat]
        if period is None:
            return
        starts = row.starts + period
        while starts <= self.now():
            starts += period
        stored = connection.execute(sa.select(tournaments).where(tournaments.c.id == row.id)).mappings().one()
        times = {"created": self.now(), "starts": starts, "ends": starts, "next_at": starts}
        new = {**stored, **times, "id": new_id(), "status": "created", "round": 0}
        connection.execute(sa.insert(tournaments), new)

    async def _start_games(self, tournament_id: str, row: TournamentRow) -> None:
        """Start the games of the current round that have not started."""
        await self.games.precompile(row.terms)
        is_done = False
        while not is_done:
            new_games, is_done = await self.database.write(partial(self._start_some, tournament_id=tournament_id))
            for game in new_games:
                await self.events.emit(GameStarted(game, "tournament"))
                await asyncio.sleep(0)
        await self._publish(tournament_id, "pairing")
        await self.settle(tournament_id)  # A round may have nothing but byes and forfeits.

    def _start_some(self, connection: sa.Connection, tournament_id: str) -> tuple[list[GameRow], bool]:
        """Start a few games. Returns them, and whether all have started."""
        row = _lock(connection, tournament_id)
        if row is None or row.status != "started":
            return [], True
        waiting = (
            tournament_boards.c.round == row.round,
            tournament_boards.c.game_id.is_(None),
            tournament_boards.c.blue_points.is_(None),
        )
        found = read_boards(connection, tournament_id, *waiting)
        started = []
        for board in found[:GAMES_TOGETHER]:
            if board.blue_id is None or board.red_id is None:  # An account is gone.
                points = [LOSS if one is None else WIN for one in (board.blue_id, board.red_id)]
                forfeit = {"blue_points": points[0], "red_points": points[1], "is_forfeit": True}
                connection.execute(_update(board, **forfeit))
                continue
            is_simul = row.format == SIMUL
            game = create(
                connection,
                self.now(),
                row.terms.reversed() if is_simul and board.red_id == row.by_id else row.terms,
                board.blue_id,
                board.red_id,
                tournament_id=row.id,
                class_id=row.class_id,
                host_id=row.by_id if is_simul else None,
            )
            connection.execute(_update(board, game_id=game.id))
            self.events.record(connection, GameStarted(game, "tournament"))
            started.append(game)
        is_done = len(found) <= GAMES_TOGETHER
        if is_done:
            chosen = sa.update(tournaments).where(tournaments.c.id == tournament_id)
            connection.execute(chosen.values(next_at=None))
        return started, is_done

    # Results

    async def record(self, tournament_id: str, game_id: str) -> bool:
        """Record the result of a game. False if it belongs to no round."""
        chosen = sa.select(tournament_boards.c.round).where(tournament_boards.c.game_id == game_id)
        is_found = await self.database.read(lambda connection: connection.execute(chosen).first()) is not None
        if is_found:
            await self.settle(tournament_id)
        return is_found

    async def settle(self, tournament_id: str) -> None:
        """Record the results of games that are over, and set when the next round begins."""
        boards = await self.database.write(partial(self._settle, tournament_id=tournament_id))
        if boards:
            await self._publish(tournament_id, "result", boards=[board_view(board) for board in boards])

    def _settle(self, connection: sa.Connection, tournament_id: str) -> list[BoardRow]:
        row = _lock(connection, tournament_id)
        if row is None or row.status != "started":
            return []
        open_boards = read_boards(connection, tournament_id, tournament_boards.c.blue_points.is_(None))
        ids = [board.game_id for board in open_boards if board.game_id is not None]
        statement = sa.select(games).where(games.c.id.in_(ids), games.c.status != "started")
        over = {game.id: game for game in read_games(connection, statement)} if ids else {}
        settled = []
        for board in open_boards:
            game = over.get(board.game_id or "")
            if game is not None and (new := self._settled(connection, row, board, game)) != board:
                names = ("blue_id", "red_id", "blue_points", "red_points", "is_forfeit", "game_id", "tries")
                connection.execute(_update(board, **{name: getattr(new, name) for name in names}))
                settled.append(new)
        if any(board.game_id is None for board in settled):
            connection.execute(_due(tournament_id, self.now()))  # A drawn game of a knockout is played again.
        elif row.next_at is None:
            self._set_next(connection, row)
        return settled

    def _settled(self, connection: sa.Connection, row: TournamentRow, board: BoardRow, game: GameRow) -> BoardRow:
        if game.status == "aborted":
            if game.aborted_by is None:
                return board  # For the organiser to decide.
            away = (entrants.c.tournament_id == row.id, entrants.c.user_id == game.aborted_by)
            connection.execute(sa.update(entrants).where(*away).values(is_away=True))
            points = (LOSS, WIN) if game.aborted_by == board.blue_id else (WIN, LOSS)
            return msgspec.structs.replace(board, blue_points=points[0], red_points=points[1], is_forfeit=True)
        if game.winner is not None:
            points = (WIN, LOSS) if game.winner == 0 else (LOSS, WIN)
        elif row.format != KNOCKOUT:
            points = (DRAW, DRAW)
        elif board.tries + 1 < TRIES:
            colours = {"blue_id": board.red_id, "red_id": board.blue_id}
            return msgspec.structs.replace(board, game_id=None, tries=board.tries + 1, **colours)
        else:
            _, found = standing(connection, row.id, entrants.c.user_id.in_([board.blue_id, board.red_id]))
            better = min(found, key=_strength).user_id
            points = (WIN, LOSS) if better == board.blue_id else (LOSS, WIN)
        return msgspec.structs.replace(board, blue_points=points[0], red_points=points[1])

    def _set_next(self, connection: sa.Connection, row: TournamentRow) -> None:
        """Set when the next round begins, if this one is over."""
        rest = (tournament_boards.c.round == row.round, tournament_boards.c.blue_points.is_(None))
        if read_boards(connection, row.id, *rest):
            return
        if row.round >= row.schedule.rounds:
            connection.execute(_due(row.id, self.now()))
        elif row.schedule.interval is not None:
            connection.execute(_due(row.id, self.now() + row.schedule.interval * SECOND))

    # The organiser

    async def start_round(self, user: User, tournament_id: str) -> None:
        """Start the tournament or its next round now. Raises ForbiddenError, ConflictError."""

        def work(connection: sa.Connection) -> None:
            row = _organised(connection, user, tournament_id)
            if row.status == "created":
                if row.format == SIMUL and not self._players(connection, row)[1]:
                    raise ConflictError("admit somebody first", "nobody_admitted")
                times = {"starts": self.now(), "next_at": self.now()}
                connection.execute(sa.update(tournaments).where(tournaments.c.id == row.id).values(times))
            elif any(not board.is_over() for board in read_boards(connection, row.id)):
                raise ConflictError("the round is not over", "round")
            else:
                connection.execute(_due(row.id, self.now()))
            self._note(connection, row.id, {"what": "round", "round": row.round + 1})

        await self.database.write(work)
        await self.advance()

    async def admit(self, user: User, tournament_id: str, name: str, *, admitted: bool) -> None:
        """Admit an applicant to simultaneous games, or not after all. Raises ForbiddenError, ConflictError."""

        def work(connection: sa.Connection) -> None:
            row = _organised(connection, user, tournament_id)
            if row.format != SIMUL:
                raise ConflictError("in this format everybody who joins plays", "format")
            if row.status != "created":
                raise ConflictError("these games have started", "started")
            user_id = _entrant_named(connection, row, name)
            mine = (entrants.c.tournament_id == row.id, entrants.c.is_admitted)
            count = connection.execute(sa.select(sa.func.count()).where(*mine)).scalar_one()
            if admitted and count >= BOARDS_LIMIT:
                raise ConflictError(f"nobody plays more than {BOARDS_LIMIT} games at once", "full")
            chosen = (entrants.c.tournament_id == row.id, entrants.c.user_id == user_id)
            connection.execute(sa.update(entrants).where(*chosen).values(is_admitted=admitted))

        await self.database.write(work)
        await self._publish(tournament_id, "join")

    async def set_result(self, user: User, tournament_id: str, number: int, board_number: int, result: str) -> None:
        """Enter or change a result. A game that is still going on is ended. Raises ForbiddenError, ConflictError."""
        points = RESULTS[result]

        def work(connection: sa.Connection) -> str | None:
            row = _organised(connection, user, tournament_id, finished=True)
            board = _board(connection, row, number, board_number)
            if board.is_bye:
                raise ConflictError("a bye has no result", "bye")
            if row.format == KNOCKOUT and (result == "1/2-1/2" or number < row.round):
                raise ConflictError("in a knockout only the current round can be decided, and not by a draw", "round")
            values = {"blue_points": points[0], "red_points": points[1], "is_forfeit": result == "0-0"}
            connection.execute(_update(board, **values))
            before = None if board.blue_points is None else [board.blue_points, board.red_points]
            what = {"what": "result", "round": number, "board": board_number, "result": result, "before": before}
            self._note(connection, row.id, what)
            if row.next_at is None and row.status == "started":
                self._set_next(connection, row)
            return board.game_id

        game_id = await self.database.write(work)
        if game_id is not None:
            await self._end(game_id)
        await self._publish(tournament_id, "result")
        await self.advance()

    async def set_pairing(
        self, user: User, tournament_id: str, number: int, board_number: int, blue: str, red: str
    ) -> None:
        """Give a board of the current round other players, who change places with those who had them.

        Raises ForbiddenError, ConflictError.
        """

        def work(connection: sa.Connection) -> list[str]:
            row = _organised(connection, user, tournament_id)
            if number != row.round or row.format != SWISS:
                raise ConflictError("only pairings of a Swiss tournament's current round can be changed", "round")
            target = _board(connection, row, number, board_number)
            wanted = [_entrant_named(connection, row, name) for name in (blue, red)]
            if wanted[0] == wanted[1] or target.is_bye:
                raise UnprocessableError("expected two players and a board without a bye", "pairing")
            boards = read_boards(connection, row.id, tournament_boards.c.round == number)
            seats = {board.number: [board.blue_id, board.red_id] for board in boards}
            for place, one in enumerate(wanted):
                seats = _moved(seats, one, target.number, place)
            changed = [board for board in boards if seats[board.number] != [board.blue_id, board.red_id]]
            if any(board.is_over() and not board.is_bye for board in changed):
                raise ConflictError("one of these players has finished the round", "over")
            ended = []
            for board in changed:
                ids = dict(zip(("blue_id", "red_id"), seats[board.number], strict=True))
                connection.execute(_update(board, **ids, game_id=None))
                ended += [board.game_id] if board.game_id else []
            what = {"what": "pairing", "round": number, "board": board_number, "blue": blue, "red": red}
            self._note(connection, row.id, what)
            connection.execute(_due(row.id, self.now()))
            return ended

        for game_id in await self.database.write(work):
            await self._end(game_id)
        await self._publish(tournament_id, "pairing")
        await self.advance()

    async def keep_apart(self, user: User, tournament_id: str, one: str, two: str, *, apart: bool) -> None:
        """Forbid a pairing in coming rounds, or allow it again. Raises ForbiddenError, ConflictError."""

        def work(connection: sa.Connection) -> None:
            row = _organised(connection, user, tournament_id)
            if row.format != SWISS:
                raise ConflictError("in this format everybody's opponents are fixed", "format")
            ids = sorted(_entrant_named(connection, row, name) for name in (one, two))
            pair = (ids[0], ids[1])
            if pair[0] == pair[1]:
                raise UnprocessableError("expected two players", "pairing")
            others = tuple(each for each in row.schedule.apart if each != pair)
            schedule = msgspec.structs.replace(row.schedule, apart=(*others, pair) if apart else others)
            chosen = sa.update(tournaments).where(tournaments.c.id == row.id)
            connection.execute(chosen.values(schedule=encode(schedule).decode()))
            self._note(connection, row.id, {"what": "apart" if apart else "together", "names": [one, two]})

        await self.database.write(work)
        await self._publish(tournament_id, "pairing")

    async def _end(self, game_id: str) -> None:
        """End a game that the organiser has decided or taken off the board."""
        with suppress(JungleError):
            await self.games.transact(game_id, lambda transaction: transaction.abort(None))

    def _note(self, connection: sa.Connection, tournament_id: str, what: Json) -> None:
        values = {"tournament_id": tournament_id, "what": encode(what).decode(), "at": self.now()}
        connection.execute(sa.insert(tournament_log), values)

    # Views

    async def _publish(self, tournament_id: str, what: str, **more: object) -> None:
        """Tell a tournament's followers what happened, and the lobby or class if it has started or ended."""
        self.forget(tournament_id)
        self.publisher.emit(tournament_id, what, **more)
        if what in ("started", "finished"):
            await self.publisher.announce(tournament_id)

    def forget(self, tournament_id: str) -> None:
        """Forget what was shown, because it has changed."""
        self._views.pop(tournament_id, None)

    def view(self, connection: sa.Connection, row: TournamentRow, viewer: User | None) -> Json:
        """What a user sees of a tournament with rounds; up to a second old if another server has changed it."""
        at, view = self._views.get(row.id, (0.0, {}))
        if not view or time.monotonic() - at > SHOWN_SECONDS:
            view = rounds_view(connection, row)
            if len(self._views) >= VIEWS_LIMIT:
                self._views.clear()
            self._views[row.id] = time.monotonic(), view
        is_organiser = viewer is not None and viewer.id == row.by_id
        shown = {**view, "isOrganiser": is_organiser}
        if not is_organiser:
            del shown["apart"]
        return shown

    async def table(self, viewer: User | None, tournament_id: str) -> str:
        """The cross table as CSV. Raises NotFoundError."""

        def work(connection: sa.Connection) -> Json:
            row = find_tournament(connection, tournament_id)
            check_visible(connection, row, viewer)
            if row.format == ARENA:
                raise ConflictError("an arena has no cross table", "format")
            return self.view(connection, row, viewer)

        view = await self.database.scan(work)
        text = io.StringIO()
        writer = csv.writer(text)
        rounds = range(1, view["round"] + 1)
        ties = ("points", "buchholz", "cut", "sonneborn", "direct", "wins")
        writer.writerow(["place", "name", "rating", *map(str, rounds), *ties])
        for line in view["standing"]:
            cells = {cell["round"]: _cell(cell) for cell in line["results"]}
            # A name that begins like a formula is not one.
            name = "'" + line["name"] if line["name"][:1] in "=+-@" else line["name"]
            row = [line["place"], name, line["rating"], *(cells.get(number, "") for number in rounds)]
            writer.writerow([*row, *(line[tie] for tie in ties)])
        return text.getvalue()


def rounds_view(connection: sa.Connection, row: TournamentRow) -> Json:
    """What a tournament with rounds shows beyond what every tournament does."""
    _, found = standing(connection, row.id)
    found.sort(key=_strength)
    boards = read_boards(connection, row.id)
    by_id = {entrant.user_id: entrant for entrant in found}
    places = standings(
        [entrant.user_id for entrant in found],
        [board.value() for board in boards],
        kind=row.format,
        ties=row.schedule.ties,
    )
    place_of = {one.player: one.place for one in places}
    game_ids = {(board.round, board.number): board.game_id for board in boards}
    lines = [_line(one, by_id[one.player], place_of, game_ids) for one in places]
    names = {entrant.user_id: entrant.name for entrant in found}
    if row.format == SIMUL and row.by_id is not None:
        names[row.by_id] = row.by_name or ""
    shown = {
        "standing": lines,
        "boards": [
            board_view(board) | {"blue": names.get(board.blue_id or 0), "red": names.get(board.red_id or 0)}
            for board in boards
        ],
        "podium": [line for line in lines if line["kind"] != "bot"][:3] if row.status == "finished" else [],
        "games": sorted(board.game_id for board in boards if board.game_id and not board.is_over()),
        "log": _log(connection, row.id),
        "apart": [[names.get(one), names.get(two)] for one, two in row.schedule.apart],
    }
    return row.view() | shown


def board_view(board: BoardRow) -> Json:
    return {
        "round": board.round,
        "number": board.number,
        "isBye": board.is_bye,
        "points": None if board.blue_points is None else [board.blue_points / HALF, (board.red_points or 0) / HALF],
        "isForfeit": board.is_forfeit,
        "game": board.game_id,
    }


def _line(
    one: Standing, entrant: Entrant, place_of: dict[int, int], game_ids: dict[tuple[int, int], str | None]
) -> Json:
    return {
        **{name: entrant.view()[name] for name in ("name", "kind", "rating", "isAway", "isAdmitted")},
        "place": one.place,
        "points": one.points / HALF,
        "buchholz": one.buchholz / HALF,
        "cut": one.cut / HALF,
        "sonneborn": one.sonneborn / HALF**2,
        "direct": one.direct / HALF,
        "wins": one.wins,
        "results": [
            {
                "round": result.board.round,
                "opponent": place_of.get(result.opponent or 0),
                "isBlue": result.is_blue,
                "points": result.points / HALF,
                "isPlayed": result.was_played,
                "game": game_ids[result.board.round, result.board.number],
            }
            for result in one.results
        ],
    }


def _cell(cell: Json) -> str:
    """A result as FIDE's cross tables write it: opponent's place, colour and points, the first to move being white.

    >>> _cell({"opponent": 4, "isBlue": True, "points": 0.5, "isPlayed": True})
    '4w='
    """
    if cell["opponent"] is None:
        return "bye" if cell["points"] else "-"
    points = {0: "0", 0.5: "=", 1: "1"} if cell["isPlayed"] else {0: "-", 0.5: "=", 1: "+"}
    return f"{cell['opponent']}{'w' if cell['isBlue'] else 'b'}{points[cell['points']]}"


def _log(connection: sa.Connection, tournament_id: str) -> list[Json]:
    chosen = sa.select(tournament_log.c.what, tournament_log.c.at).where(
        tournament_log.c.tournament_id == tournament_id
    )
    rows = connection.execute(chosen.order_by(tournament_log.c.id.desc()).limit(LOG_LIMIT))
    return [{**decode(what), "at": at} for what, at in rows]


def _load(connection: sa.Connection, tournament_id: str) -> tuple[TournamentRow, list[BoardRow]]:
    return find_tournament(connection, tournament_id), read_boards(connection, tournament_id)


def _lock(connection: sa.Connection, tournament_id: str) -> TournamentRow | None:
    chosen = sa.select(tournaments).where(tournaments.c.id == tournament_id, tournaments.c.format != ARENA)
    found = connection.execute(chosen.with_for_update()).mappings().first()
    return None if found is None else TournamentRow.read(found)


def _organised(connection: sa.Connection, user: User, tournament_id: str, *, finished: bool = False) -> TournamentRow:
    """A tournament that a user organises. Raises NotFoundError, ForbiddenError, ConflictError."""
    row = _lock(connection, tournament_id)
    if row is None:
        raise NotFoundError(f"there is no tournament with rounds {tournament_id!r}", "no_tournament")
    check_visible(connection, row, user)
    if row.by_id != user.id:
        raise ForbiddenError("only its organiser may do that", "not_yours")
    if row.status == "finished" and not finished:
        raise ConflictError("this tournament is over", "tournament_over")
    return row


def _board(connection: sa.Connection, row: TournamentRow, number: int, board_number: int) -> BoardRow:
    chosen = (tournament_boards.c.round == number, tournament_boards.c.number == board_number)
    for board in read_boards(connection, row.id, *chosen):
        return board
    raise NotFoundError(f"there is no board {board_number} in round {number}", "no_board")


def _entrant_named(connection: sa.Connection, row: TournamentRow, name: str) -> int:
    chosen = sa.select(users.c.id).join(entrants, entrants.c.user_id == users.c.id)
    chosen = chosen.where(entrants.c.tournament_id == row.id, users.c.key == name_key(name))
    found: int | None = connection.execute(chosen).scalar()
    if found is None:
        raise NotFoundError(f"{name!r} is not in this tournament", "not_in")
    return found


def _moved(seats: dict[int, list[int | None]], player: int, board: int, place: int) -> dict[int, list[int | None]]:
    """The seats after a player has changed places with the one in this seat."""
    new = {number: list(both) for number, both in seats.items()}
    other = new[board][place]
    for both in new.values():
        if player in both:
            both[both.index(player)] = other
            break
    else:
        raise ConflictError("this player is not paired in this round", "not_paired")
    new[board][place] = player
    return new


def _apart(connection: sa.Connection, row: TournamentRow, ids: Iterable[int]) -> set[frozenset[int]]:
    """The pairs who must not meet: kept apart by the organiser, or one has blocked the other."""
    found = {frozenset(pair) for pair in row.schedule.apart}
    if row.class_id is None:
        found |= blocked_pairs(connection, list(ids))
    return found


def _strength(entrant: Entrant) -> tuple[float, int, int]:
    return -(entrant.seed if entrant.seed is not None else _rating(entrant)), entrant.joined, entrant.user_id


def _rating(entrant: Entrant) -> float:
    return START_RATING if entrant.rating is None else entrant.rating


def _stored(tournament_id: str, board: Board) -> Json:
    return {
        "tournament_id": tournament_id,
        "round": board.round,
        "number": board.number,
        "blue_id": board.blue,
        "red_id": board.red,
        "is_bye": board.is_bye,
        "blue_points": board.blue_points,
        "red_points": board.red_points,
        "is_forfeit": board.is_forfeit,
    }


def _update(board: BoardRow, **values: object) -> sa.Update:
    mine = (
        tournament_boards.c.tournament_id == board.tournament_id,
        tournament_boards.c.round == board.round,
        tournament_boards.c.number == board.number,
    )
    return sa.update(tournament_boards).where(*mine).values(values)


def _due(tournament_id: str, at: int) -> sa.Update:
    return sa.update(tournaments).where(tournaments.c.id == tournament_id).values(next_at=at)
