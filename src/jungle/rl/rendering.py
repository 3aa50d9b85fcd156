"""Pictures of a game for `render()`: text, SVG, pixels, or a window."""

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jungle.board_game import BoardGame
from jungle.errors import InvalidArgumentError
from jungle.svg import board

RENDER_MODES = ("human", "rgb_array", "ansi", "svg")
FRAMES_PER_SECOND = 4
WIDTH = 420


class Renderer:
    """Shows a game in one of `RENDER_MODES`. Raises InvalidArgumentError for another."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise InvalidArgumentError(f"unknown render mode {mode!r}; expected one of: {', '.join(RENDER_MODES)}")
        self.mode = mode
        self._window: Any = None
        self._clock: Any = None

    def render(self, game: BoardGame) -> str | NDArray[np.uint8] | None:
        """A picture of the current position; None in a window or without a mode."""
        if self.mode == "ansi":
            return f"{game.position}\n\n{game.fen()}"
        if self.mode == "svg":
            return board(game, size=WIDTH)
        if self.mode is None:
            return None
        picture = _draw(game)
        if self.mode == "human":
            self._show(picture)
            return None
        import pygame

        return np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1))

    def _show(self, picture: Any) -> None:
        import pygame

        if self._window is None:
            pygame.display.init()
            pygame.display.set_caption("Jungle")
            self._window = pygame.display.set_mode(picture.get_size())
            self._clock = pygame.time.Clock()
        self._window.blit(picture, (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(FRAMES_PER_SECOND)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is None:
            return
        import pygame

        pygame.display.quit()
        self._window = None


def _draw(game: BoardGame) -> Any:
    """The board as a pygame surface."""
    import pygame
    from resvg_py import svg_to_bytes

    png = svg_to_bytes(svg_string=board(game, size=WIDTH), width=WIDTH)
    return pygame.image.load(BytesIO(png), "board.png")
