"""Write every drawing and sound to src/jungle/assets."""

from pathlib import Path

from artwork.catalogue import drawings, sounds

ASSETS = Path(__file__).parents[1] / "src" / "jungle" / "assets"


def main() -> None:
    files = {name: text.encode() for name, text in drawings().items()} | sounds()
    for name, data in files.items():
        target = ASSETS / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    print(f"{len(files)} files in {ASSETS}")


main()
