"""The drawings behind `src/jungle/assets`: our own shapes, written out as SVG by `python -m artwork`."""
