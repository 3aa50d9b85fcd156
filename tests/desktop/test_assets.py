"""The drawings: complete, as the artwork draws them, and distinguishable at small sizes."""

import itertools
from pathlib import Path

import pygame
import pytest
from artwork.catalogue import drawings

from jungle.assets import PIECE_SETS, drawing, piece_drawing
from jungle.desktop.canvas import rasterise
from jungle.pieces import PIECES, Animal, Piece, Side

ASSETS = Path(__file__).parents[2] / "src" / "jungle" / "assets"
SMALL = 40


def test_the_files_match_the_artwork() -> None:
    files = {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.svg")}
    assert files == drawings().keys()
    stale = [name for name, text in drawings().items() if drawing(name) != text]
    assert not stale, "run `make artwork`"


def grey(surface: pygame.Surface) -> list[int]:
    """The picture in greyscale on a mid-grey background."""
    ground = pygame.Surface(surface.get_size())
    ground.fill("#a0b080")
    ground.blit(surface, (0, 0))
    plain = pygame.transform.grayscale(ground)
    width, height = plain.get_size()
    return [plain.get_at((x, y))[0] for x in range(width) for y in range(height)]


def difference(one: list[int], other: list[int]) -> float:
    """The mean difference of two pictures, from 0 to 255."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("piece_set", PIECE_SETS)
def test_all_pieces_are_distinguishable_at_40_pixels_without_colour(piece_set: str) -> None:
    pictures = {piece: grey(rasterise(piece_drawing(piece_set, piece), SMALL, SMALL)) for piece in PIECES.values()}
    for (one, a), (other, b) in itertools.combinations(pictures.items(), 2):
        assert difference(a, b) > 3, f"{one} and {other} look alike"


@pytest.mark.parametrize("piece_set", PIECE_SETS)
def test_the_sides_differ_in_shape(piece_set: str) -> None:
    blue, red = (rasterise(piece_drawing(piece_set, Piece(side, Animal.CAT)), 200, 200) for side in Side)
    outlines = [pygame.mask.from_surface(piece, 128) for piece in (blue, red)]
    common = outlines[0].overlap_area(outlines[1], (0, 0))
    assert outlines[0].count() + outlines[1].count() - 2 * common > 0.02 * common


@pytest.mark.parametrize("piece_set", ["painted", "letters"])
def test_dog_and_wolf_show_their_rank_under_the_rules_in_play(piece_set: str) -> None:
    dog, wolf = Piece(Side.BLUE, Animal.DOG), Piece(Side.BLUE, Animal.WOLF)
    assert piece_drawing(piece_set, dog, 3) == piece_drawing(piece_set, dog)
    assert piece_drawing(piece_set, dog, 4) != piece_drawing(piece_set, dog)
    assert piece_drawing(piece_set, wolf, 3) != piece_drawing(piece_set, wolf)
    # House rules may differ.
    assert piece_drawing(piece_set, dog, 9) == piece_drawing(piece_set, dog)


def test_the_drawings_use_only_widely_supported_svg() -> None:
    for name, text in drawings().items():
        assert not any(tag in text for tag in ("<text", "<use", "<image", "currentColor", "<style")), name
        assert len(text) < 20_000, name
