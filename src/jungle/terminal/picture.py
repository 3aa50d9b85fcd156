"""Draws a full-screen game as lines of styled text, for any window size. Needs no terminal."""

from dataclasses import dataclass

from jungle.geometry import Grid, Terrain
from jungle.phrases import player_name
from jungle.pieces import Side
from jungle.terminal.ansi import centred, padded, width, wrapped
from jungle.terminal.board import SCREEN_BELOW, SCREEN_CELLS, SCREEN_LABELS, SIGNS, screen_size
from jungle.terminal.full_screen_game import FullScreenGame
from jungle.terminal.text_renderer import Notation

Fragment = tuple[str, str, int | None]
"""A style, a text, and the square that a click on it selects."""
Line = list[Fragment]

PANEL = 22
"""The least width of the panel next to the board, in columns."""
WAVES = ("~ ~", "~")


@dataclass(frozen=True, slots=True)
class Layout:
    """The space for each part of the screen."""

    columns: int
    lines: int
    cell: tuple[int, int]
    panel: int
    """Columns of the panel; 0 for none."""


def layout(columns: int, lines: int, grid: Grid) -> Layout | None:
    """The largest board that fits, if possible with a panel next to it; None if none fits."""
    fitting = [
        (wide, high)
        for wide, high in SCREEN_CELLS
        if grid.files * wide + SCREEN_LABELS <= columns and grid.ranks * high + 2 + SCREEN_BELOW <= lines
    ]
    if not fitting:
        return None
    with_panel = [cell for cell in fitting if grid.files * cell[0] + SCREEN_LABELS + 2 + PANEL <= columns]
    cell = (with_panel or fitting)[0]
    spare = columns - grid.files * cell[0] - SCREEN_LABELS - 2
    return Layout(columns, lines, cell, spare if spare >= PANEL else 0)


def picture(table: FullScreenGame, columns: int, lines: int, *, monochrome: bool = False) -> list[Line]:
    """Draw the whole screen, in at most as many lines as the window has."""
    grid = table.game.grid
    room = layout(columns, lines, grid)
    if room is None:
        needed = screen_size(grid)
        text = table.say("screen.too small", columns=needed[0], lines=needed[1])
        return [[("", line, None)] for line in wrapped(text, max(columns, 1)).split("\n")[: max(lines, 1)]]
    shown: list[Line] = [[("class:title", padded(_title(table, room), columns), None)]]
    if table.reviewed is not None:
        text = wrapped(table.words.review(table.reviewed, columns), columns)
        shown += [[("", line, None)] for line in text.split("\n")[: lines - 1 - SCREEN_BELOW]]
        return [*shown, *_bottom(table, room, lines - len(shown))]
    board = _board(table, room, monochrome=monochrome)
    panel = _panel(table, room, len(board)) if room.panel else []
    for number, row in enumerate(board):
        shown.append([*row, ("", "  ", None), *panel[number]] if number < len(panel) else row)
    return [*shown, *_bottom(table, room, lines - len(shown))]


def _title(table: FullScreenGame, room: Layout) -> str:
    """Whose turn it is and, without a panel, the clocks."""
    say, side = table.say, table.game.side
    if table.is_over():
        text = say("screen.over")
    else:
        text = say("screen.turn", side=table.name(side))
        if table.live.paused:
            text += "  " + say("screen.paused")
        elif table.is_thinking():
            text += "  " + say("screen.thinking")
    if room.panel:
        return " " + _cut(text, room.columns - 1)
    clocks = [(each, table.clock_text(each)) for each in reversed(Side)]
    named = "  ".join(f"{table.name(each)} {clock}" for each, clock in clocks)
    marked = "  ".join(f"{'>' if each is side else ''}{table.name(each)} {clock}" for each, clock in clocks)
    bare = " / ".join(clock for _, clock in clocks)
    fitting = (each for each in (f"{text}  {named}", marked, bare) if width(each) < room.columns)
    return " " + next(fitting, "")


def _board(table: FullScreenGame, room: Layout, *, monochrome: bool) -> list[Line]:
    grid = table.game.grid
    wide, high = room.cell
    ranks, files = list(range(grid.ranks)), list(range(grid.files))
    if table.is_turned():
        files.reverse()
    else:
        ranks.reverse()
    rows: list[Line] = []
    for rank in ranks:
        cells = [_cell(table, grid.square(file, rank), wide, high, monochrome=monochrome) for file in files]
        for line in range(high):
            label = grid.rank_names[rank] if line == high // 2 else ""
            rows.append([("class:label", f"{label:>{SCREEN_LABELS - 1}} ", None), *(cell[line] for cell in cells)])
    letters = " " * SCREEN_LABELS + "".join(centred(grid.file_names[file], wide) for file in files)
    return [*rows, [("class:label", letters, None)]]


def _cell(table: FullScreenGame, square: int, wide: int, high: int, *, monochrome: bool) -> Line:
    """The lines of one square."""
    game = table.game
    terrain, faces = game.grid.terrain(square), game.faces()
    piece = faces.get(square)
    text, style = "", _ground(table, square)
    if piece is not None:
        text = table.say(f"terminal.chess.{piece.animal}")
        style += f" class:{piece.side.name.lower()}.{'edge' if game.uses_directions else 'colour'}"
        if monochrome:
            text += SIGNS[piece.side] if game.uses_directions else piece.side.letter
    elif square in faces:
        text, style = "####", f"{style} class:hidden"
    mark = table.say(f"terminal.{terrain.name.lower()}") if terrain in (Terrain.TRAP, Terrain.DEN) else ""
    if square in table.targets():
        text = f"x{text}" if piece is not None and width(text) < wide else text or "+"
        style += " class:target"
    if square == table.selected:
        style += " class:selected"
    if table.hinted is not None and square in (table.hinted.origin, table.hinted.target):
        style += " class:hint"
    elif square in table.planned:
        style += " class:plan"
    if square == table.cursor and not table.is_over():
        style += " class:cursor"
        text = f"[{text}]" if width(text) + 2 <= wide else text
    rows = [WAVES[line % 2] if terrain is Terrain.WATER else "" for line in range(high)]
    rows[0] = mark or rows[0]
    rows[high // 2] = text or rows[high // 2] or "."
    return [(style, centred(_cut(row, wide), wide), square) for row in rows]


def _ground(table: FullScreenGame, square: int) -> str:
    grid = table.game.grid
    shade = (grid.file_of(square) + grid.rank_of(square)) % 2
    moves = table.game.moves
    if moves and square in (moves[-1].origin, moves[-1].target):
        return "class:last"
    return f"class:{grid.terrain(square).name.lower()}{shade}"


def _panel(table: FullScreenGame, room: Layout, lines: int) -> list[Line]:
    """Players, clocks and captured animals, the far side at the top, with the moves in between."""
    near = Side.RED if table.is_turned() else Side.BLUE
    above, below = _player(table, room, near.opponent), _player(table, room, near)
    space = max(lines - 1 - len(above) - len(below) - 2, 0)
    moves = _moves(table, room.panel, space)
    blank: Line = [("", "", None)]
    return [*above, blank, *moves, *([blank] * (space - len(moves))), blank, *below]


def _player(table: FullScreenGame, room: Layout, side: Side) -> list[Line]:
    say, game = table.say, table.game
    computer = table.live.player(side)
    who = table.name(side, capital=True)
    is_turn = side is game.side and not table.is_over()
    sign, clock = ">" if is_turn else " ", table.clock_text(side)
    name = player_name(say, computer) if computer else ""
    rows = [f"{sign} {who}: {name}" if name else f"{sign} {who}"]
    if name and width(rows[0]) + 1 + len(clock) > room.panel:
        rows = [f"{sign} {who}", f"  {name}"]
    space = room.panel - len(clock)
    rows[0] = padded(_cut(rows[0], space - 1), space) + clock
    lost = " ".join(say(f"terminal.chess.{piece.animal}") for piece in game.captured() if piece.side is not side)
    style = f"class:{side.name.lower()}.{'edge' if game.uses_directions else 'colour'}"
    style += " class:name" + " class:turn" * is_turn
    lines: list[Line] = [[(style, _cut(row, room.panel), None)] for row in rows]
    taken = wrapped(say("screen.taken", animals=lost), room.panel - 2).split("\n") if lost else []
    hidden = [piece for piece in game.hidden_pieces() if piece.side is side and game.moves]
    names = " ".join(say(f"terminal.chess.{piece.animal}") for piece in sorted(hidden, key=lambda piece: piece.animal))
    tray = wrapped(say("screen.hidden", animals=names), room.panel - 2).split("\n") if names else []
    return lines + [[("class:taken", f"  {line}", None)] for line in [*taken[:2], *tray[:2]]]


def _moves(table: FullScreenGame, columns: int, lines: int) -> list[Line]:
    """The last moves, two per line and numbered as in records, in the chosen notation."""
    game, rows = table.game, list[str]()
    in_ranks = table.words.notation is Notation.RANKS
    for ply, move in enumerate(game.moves):
        number, text = game.number_text(ply), move.notation() if in_ranks else table.words.sign(move)
        if number.endswith("...") and rows:
            rows[-1] = padded(rows[-1], 14) + text
        else:
            rows.append(f"{number:>4} {text}")
    return [[("class:moves", _cut(row, columns), None)] for row in rows[-lines:]] if lines else []


def _bottom(table: FullScreenGame, room: Layout, lines: int) -> list[Line]:
    """The message, cut to fit, and the keys on the last line."""
    message = table.message
    if table.question is not None:
        message = table.question[0]
    elif not message and table.live.is_persons_turn():
        message = table.say("screen.choose" if table.selected is None else "screen.choose target")
    space = max(lines - 1, 1)
    rows = wrapped(message, room.columns).split("\n")
    if len(rows) > space:  # Without room for a line of its own for each.
        rows = wrapped(message.replace("\n", " "), room.columns).split("\n")[:space]
    rows += [""] * (space - len(rows))
    keys = _cut(table.say("screen.keys"), room.columns)
    styled: list[Line] = [[("class:message", row, None)] for row in rows]
    return [*styled, [("class:keys", padded(keys, room.columns), None)]]


def _cut(text: str, columns: int) -> str:
    """As much of a text as fits."""
    while width(text) > columns:
        text = text[:-1]
    return text
