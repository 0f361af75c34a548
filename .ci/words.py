#!/usr/bin/env python3
"""Words that this project does not write, each with what it writes instead.

Reads the prose of the pages, without code blocks and code between backquotes, and the comments of the examples. Prints each place as
`FILE:LINE: "WORDS": INSTEAD` and ends with exit code 1 if there is one. With files as arguments it reads those.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["*.md", "docs/*.md", "crates/*/README.md", "examples/*", "testdata/README.md"]
# The history keeps its words. The tables of games and solvers are written from the catalogue, whose texts are Rust.
PASSED = {"CHANGELOG.md", "docs/games.md", "docs/solvers.md"}

# As free subjects these begin a sentence that has to be read twice: "who has no move loses".
VERBS = r"(?:cannot|can|could|has|have|had|is|are|was|follows|begins|makes|takes|would|must|may|asks|uses|wants|says|runs|writes|plays|moves first)"
WORDS = [
    (r"whoever|whomever|whosoever", "name the person: the player, the reader, the caller"),
    (rf"(?:^|[.;:,] )who {VERBS}\b(?![^.]*\?)", "a player with no move, a person who …"),
    (rf"(?:^|[.;:] )what (?:{VERBS}|it|they|the|a|no|nobody|somebody|play|comes|remains|fails)\b(?![^.]*\?)", "a noun as the subject"),
    (r"(?:is|are|was|were|be|being|unless) told(?! apart)", "shown, reported, given"),
    (r"(?:hear|hears|heard|hearing) of", "checks, notices"),
    (r"one's own", "your own"),
    (r"rooms?|doors?|mend(?:s|ed)? the house|(?:rules|plan) of the house|the house\b(?= |[.:,])(?! of)", "workspace, crate, module, entry point"),
    (r"wards?|crowds?|mishaps?|hurried|strangers?", "supervisor, connection limit, error, unknown client"),
    (r"men(?!')", "pieces, or the game's own word"),
    (r"anew|amid|in vain|unasked|at leisure|means? ill|by and by|likewise|whence|thereof|therein|ere|lest|yardstick", "plain words"),
    (r"somebody's rules|foreign rules", "external rules"),
    (r"stands? beside (?:it|them|those)|stand anew", "is in the same folder"),
    (r"will not do|will do", "is not accepted, is accepted"),
    (r"of its own accord|by the clock(?! time)", "elapsed time"),
    # The sentences that the project's guide to style quotes as they were.
    (r"is no time of the question", "time spent waiting does not count"),
    (r"in this very process", "in-process"),
    (r"keeps his seat|everybody keeps", "sides and colours stay fixed"),
]
BANNED = [(re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])" if pattern[0] != "(" else pattern, re.IGNORECASE), instead) for pattern, instead in WORDS]


def prose(text, is_page):
    """The lines of prose with their numbers: of a page those outside of code, of a program its comments.

    A line that goes on with a sentence begins with "…", so that its first word is not taken for the subject.

    >>> list(prose("a `b` c\\nwhat is.\\n```\\nd\\n```\\n# e", True))
    [(1, 'a c'), (2, '… what is.'), (6, '# e')]
    >>> list(prose("a = 1  # b\\n# c", False))
    [(2, 'c')]
    """
    in_code, goes_on = False, False
    for number, line in enumerate(text.splitlines(), 1):
        if is_page and line.lstrip().startswith("```"):
            in_code = not in_code
        elif is_page and not in_code:
            said = " ".join(part.strip() for part in line.split("`")[::2]).strip()
            yield number, f"… {said}" if goes_on and said[:1].islower() else said
            goes_on = said[-1:] not in {"", ".", ":", ";", "!", "?", "|"}
        elif not is_page and line.lstrip().startswith("#"):
            yield number, line.lstrip("# ")


def found(line):
    """What is banned in a line, each with what to write instead.

    >>> [words for words, _ in found("It answers whoever asks; who cannot move loses.")]
    ['whoever', '; who cannot']
    >>> list(found("It says who wins. The player who cannot move loses. What is a nimber? Six men's morris."))
    []
    >>> [words for words, _ in found("What is kept is told anew.")]
    ['What is', 'is told', 'anew']
    """
    is_heading = line.startswith("#")
    for pattern, instead in BANNED:
        for match in pattern.finditer(line):
            if not (is_heading and match.group().lower().startswith(("what", "who "))):
                yield match.group().strip(), instead


def main(files):
    if not files:
        every = sorted(path for pattern in PAGES for path in ROOT.glob(pattern) if path.suffix in {".md", ".star", ".py"})
        files = [path for path in every if str(path.relative_to(ROOT)) not in PASSED]
    count = 0
    for file in map(pathlib.Path, files):
        for number, line in prose(file.read_text(encoding="utf-8"), file.suffix == ".md"):
            for words, instead in found(line):
                name = file.resolve()
                print(f"{name.relative_to(ROOT) if name.is_relative_to(ROOT) else file}:{number}: \"{words}\": {instead}")
                count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
