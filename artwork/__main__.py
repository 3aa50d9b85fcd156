"""Write every drawing and sound to src/jungle/assets."""

from pathlib import Path

from artwork.catalogue import drawings, sounds
from artwork.sounds import recorded, recording

ASSETS = Path(__file__).parents[1] / "src" / "jungle" / "assets"


def main() -> None:
    files = {name: text.encode() for name, text in drawings().items()}
    for name, samples in sounds().items():
        path = ASSETS / name
        # Other versions of the encoder produce different bytes for the same sound.
        is_same = path.exists() and recorded(path.read_bytes()) == samples
        files[name] = path.read_bytes() if is_same else recording(samples)
    for name, data in files.items():
        target = ASSETS / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    print(f"{len(files)} files in {ASSETS}")


main()
