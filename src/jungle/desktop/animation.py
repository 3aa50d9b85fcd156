"""Animation on the board: glides, jumps, flares where a piece lands, and their sounds."""

from dataclasses import dataclass
from enum import Enum

from jungle.board_game import BoardGame
from jungle.geometry import Terrain
from jungle.moves import BoardMove
from jungle.pieces import Piece

STEP_SECONDS = 0.24
JUMP_SECONDS = 0.62
REVEAL_SECONDS = 0.4
BACK_SECONDS = 0.18


class Flare(Enum):
    """An effect where a move ends, drawn in this order; the value is also the name of its sound, if it has one."""

    SPLASH = "splash"
    TRAP = "trap"
    CAPTURE = "capture"
    DEN = "den"


FLARE_SECONDS = {Flare.CAPTURE: 0.5, Flare.SPLASH: 0.9, Flare.TRAP: 0.6, Flare.DEN: 1.6}
_TERRAIN_FLARES = {Terrain.WATER: Flare.SPLASH, Terrain.TRAP: Flare.TRAP, Terrain.DEN: Flare.DEN}


@dataclass(slots=True)
class Effect:
    """A flare on a square, and its age in seconds."""

    flare: Flare
    square: int
    age: float = 0.0

    @property
    def progress(self) -> float:
        return min(self.age / FLARE_SECONDS[self.flare], 1.0)


@dataclass(slots=True, kw_only=True)
class Motion:
    """A move in progress: the piece that moves or is turned up, and the piece it captures."""

    move: BoardMove
    piece: Piece
    captured: Piece | None
    flares: list[Flare]
    """Shown when the piece arrives."""
    seconds: float
    backwards: bool = False
    carried: bool = False
    """Whether the piece was dragged, so that it is already on its target."""
    age: float = 0.0

    @property
    def progress(self) -> float:
        """From 0 to 1, eased at both ends."""
        t = 1.0 if self.seconds <= 0 else min(self.age / self.seconds, 1.0)
        return t * t * (3 - 2 * t)

    def is_over(self) -> bool:
        return self.age >= self.seconds


def motion_of(
    game: BoardGame, move: BoardMove, ply: int, *, speed: float, backwards: bool = False, carried: bool = False
) -> Motion:
    """The motion of a move played (or taken back) after `ply` plies; at speed 0 it ends immediately."""
    faces = game.faces(ply)
    piece = move.revealed or faces[move.origin]
    assert piece is not None
    captured = None if move.captured is None else faces[move.target]
    terrain = game.grid.terrain(move.target)
    if game.grid.owner(move.target) is piece.side:
        terrain = Terrain.LAND  # A piece is safe in its own traps.
    seen = {_TERRAIN_FLARES.get(terrain), Flare.CAPTURE if captured else None}
    if move.is_flip():
        seconds = REVEAL_SECONDS
    elif carried:
        seconds = 0.0
    elif backwards:
        seconds = BACK_SECONDS
    else:
        seconds = JUMP_SECONDS if move.is_jump() else STEP_SECONDS
    return Motion(
        move=move,
        piece=piece,
        captured=captured,
        flares=[] if move.is_flip() else [flare for flare in Flare if flare in seen],
        seconds=seconds / speed if speed else 0.0,
        backwards=backwards,
        carried=carried,
    )


class Animation:
    """One motion at a time, the flares of those before it, and the sounds to play."""

    def __init__(self) -> None:
        self.motion: Motion | None = None
        self.effects: list[Effect] = []
        self.sounds: list[str] = []
        """The names of sounds that have not been played yet."""

    def take_sounds(self) -> list[str]:
        """The sounds to play now, once."""
        sounds, self.sounds = self.sounds, []
        return sounds

    def is_busy(self) -> bool:
        return self.motion is not None or bool(self.effects)

    def begin(self, motion: Motion) -> None:
        """Start a motion and finish the previous one immediately."""
        self.finish()
        self.motion = motion
        if motion.backwards:
            self.effects.clear()
        elif motion.move.is_flip():
            self.sounds.append("reveal")
        elif motion.move.is_jump():
            self.sounds.append("jump")
        if motion.is_over():
            self.finish()

    def finish(self) -> None:
        """The piece has arrived."""
        motion, self.motion = self.motion, None
        if motion is None or motion.backwards:
            return
        self.effects += [Effect(flare, motion.move.target) for flare in motion.flares]
        sounds = [flare.value for flare in motion.flares if flare is not Flare.DEN]
        if not sounds and not motion.move.is_flip():
            sounds = ["step"]
        if motion.captured or Flare.DEN in motion.flares:
            sounds.append(f"voice-{motion.piece.animal}")
        self.sounds += sounds

    def update(self, seconds: float) -> None:
        """Advance by some seconds."""
        if self.motion is not None:
            self.motion.age += seconds
            if self.motion.is_over():
                self.finish()
        for effect in self.effects:
            effect.age += seconds
        self.effects = [effect for effect in self.effects if effect.progress < 1]
