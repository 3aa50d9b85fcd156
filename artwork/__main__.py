"""Write every drawing to src/jungle/assets."""

from pathlib import Path

from artwork.catalogue import drawings

ASSETS = Path(__file__).parents[1] / "src" / "jungle" / "assets"


def main() -> None:
    for name, text in drawings().items():
        target = ASSETS / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    print(f"{len(drawings())} drawings in {ASSETS}")


main()
