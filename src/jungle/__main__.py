"""`python -m jungle` is the `jungle` command."""

import sys

from jungle.cli import main

sys.exit(main())
