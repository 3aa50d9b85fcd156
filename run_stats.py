"""Let two levels play ten games and see who is better: `python3 Jungle.py stats` by another name."""

import sys

import Jungle

sys.exit(Jungle.main(["stats", *(sys.argv[1:] or ["easy", "medium", "--games", "10"])]))
