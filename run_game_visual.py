"""Start the game in a window: `python3 Jungle.py desktop` by another name."""

import sys

import Jungle

sys.exit(Jungle.main(["desktop", *sys.argv[1:]]))
