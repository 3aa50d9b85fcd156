"""What is under way on the board, and what is to be heard of it."""

from jungle.desktop.contests import Deed, Ground
from jungle.desktop.motion import Effect, Motion, flares_of, motion_of
from jungle.desktop.seats import Cue


class Stage:
    """One motion at a time, the flares of those before it, and the cues for the ears."""

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self.motion: Motion | None = None
        self.effects: list[Effect] = []
        self.cues: list[Cue] = []

    @property
    def is_busy(self) -> bool:
        return self.motion is not None or bool(self.effects)

    def begin(self, deed: Deed, *, dragged: bool = False) -> None:
        """Show a deed; the one before is over at once."""
        self.finish()
        self.motion = motion_of(deed, speed=self.speed, dragged=dragged)
        if deed.is_reveal:
            self.cues.append(Cue.REVEAL)
        elif deed.is_jump:
            self.cues.append(Cue.JUMP)
        if self.motion.is_over:
            self.finish()

    def take_back(self, deed: Deed) -> None:
        """Show a deed backwards."""
        self.motion = motion_of(deed, speed=self.speed, backwards=True)
        self.effects.clear()

    def finish(self) -> None:
        """The piece has arrived."""
        motion, self.motion = self.motion, None
        if motion is None or motion.backwards:
            return
        deed = motion.deed
        self.effects += [Effect(flare, deed.target) for flare in flares_of(deed)]
        if deed.captured:
            self.cues.append(Cue.CAPTURE)
        if deed.ground is Ground.WATER:
            self.cues.append(Cue.SPLASH)
        elif deed.ground is Ground.TRAP:
            self.cues.append(Cue.TRAP)
        elif not deed.captured and not deed.is_reveal:
            self.cues.append(Cue.STEP)

    def update(self, seconds: float) -> None:
        """So much time went by."""
        if self.motion is not None:
            self.motion.age += seconds
            if self.motion.is_over:
                self.finish()
        for effect in self.effects:
            effect.age += seconds
        self.effects = [effect for effect in self.effects if effect.progress < 1]
