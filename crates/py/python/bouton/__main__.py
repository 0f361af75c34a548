"""The program: `python -m bouton`, and the command `bouton`."""

from __future__ import annotations

import signal
import sys

from ._bouton import run


def main() -> None:
    """Runs the program with the arguments of this process, and ends with its exit code."""
    # From here on an interruption is the program's, not the interpreter's.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
