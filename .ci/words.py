#!/usr/bin/env python3
"""Words that this project does not write, each with what it writes instead.

Reads the prose of the pages of docs, without code blocks and code between backquotes; the comments of the examples; the comments and the
texts of Rust (messages and help are texts); the comments and docstrings of the Python package; the texts of the browser pages. Prints each
place as `FILE:LINE: "WORDS": INSTEAD` and ends with exit code 1 if there is one. With files as arguments it reads those.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = [
    "*.md", "docs/*.md", "crates/*/README.md", "examples/*", "testdata/README.md",
    "crates/**/*.rs", "crates/py/python/**/*.py", "crates/web/assets/*.html", "crates/web/assets/*.js", "crates/site/assets/*.html", "crates/site/assets/*.js",
]
# The history keeps its words. Pages that a test writes have texts of Rust.
PASSED = {"CHANGELOG.md", "docs/games.md", "docs/solvers.md", "docs/families.md", "docs/ladders.md", "docs/obligations.md"}

# As free subjects these begin a sentence that has to be read twice: "who has no move loses".
VERBS = r"(?:cannot|can|could|has|have|had|is|are|was|follows|begins|makes|takes|would|must|may|asks|uses|wants|says|runs|writes|plays|moves first)"
WORDS = [
    (r"whoever|whomever|whosoever", "name the person: the player, the reader, the caller"),
    (rf"(?:^|[.;:] )who {VERBS}\b(?![^.]*\?)", "a player with no move, a person who …"),
    # As labels they say less than a noun: "What is asked." for "The formula.".
    (r"(?:^|[.;] )(?:what|whose|whom|that (?:it|they|he|both|nothing|nobody))\b(?![^.]*\?)", "a noun as the subject"),
    (r"(?:is|are|was|were|be|being|unless) told(?! apart)", "shown, reported, given"),
    (r"(?:hear|hears|heard|hearing) of", "checks, notices"),
    (r"one's own", "your own"),
    (r"doors?|mend(?:s|ed)? the house|(?:rules|plan) of the house|the house\b(?= |[.:,])(?! of)", "workspace, crate, module, entry point"),
    (r"wards?|crowds?|mishaps?|hurried|strangers?", "supervisor, connection limit, error, unknown client"),
    (r"anew|amid|in vain|unasked|at leisure|means? ill|by and by|likewise|whence|thereof|therein|lest|yardstick", "plain words"),
    (r"somebody's rules|foreign rules", "external rules"),
    (r"stands? beside (?:it|them|those)|stand anew", "is in the same folder"),
    (r"go(?:es|ne|ing)? on with|gone (?:through|to)", "continue, read, try"),
    (r"heed(?:s|ed)?|(?:laid|left) aside|held to|mends?|mended", "obey, keep or ignore, limit, correct"),
    (r"(?:say|says|said) of (?:it|them|itself|themselves|this|a|the|each|every)", "the verdict on, the description of, the text for"),
    (r"will not do|will do", "is not accepted, is accepted"),
    (r"of its own accord|by the clock(?! time)", "elapsed time"),
    # The sentences that the project's guide to style quotes as they were.
    (r"is no time of the question", "time spent waiting does not count"),
    (r"in this very process", "in-process"),
    (r"keeps his seat|everybody keeps", "sides and colours stay fixed"),
]
# In docs these are metaphors. In code they are free space and the pieces of a game.
IN_DOCS = [(r"rooms?", "crate, module, layer; memory, space"), (r"men(?!')", "pieces, or the game's own word")]


def compiled(words):
    """The patterns, each with what to write instead, as whole words."""
    for pattern, instead in words:
        whole = pattern if pattern[0] == "(" else rf"(?<![\w-])(?:{pattern})(?![\w-])"
        yield re.compile(whole, re.IGNORECASE), instead


BANNED = list(compiled(WORDS))
BANNED_IN_DOCS = BANNED + list(compiled(IN_DOCS))


COMMENT = re.compile(r"\s*(?://[/!]?|#|/?\*+)(?!\[)\s?(.*)")
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`')


def prose(text, suffix):
    """The lines of prose with their numbers: of a page those outside of code, of a program its comments and texts.

    A line that goes on with a sentence begins with "…", so that its first word is not taken for the subject.

    >>> list(prose("a `b` c\\nwhat is.\\n```\\nd\\n```\\n# e", ".md"))
    [(1, 'a c'), (2, '… what is.'), (6, '# e')]
    >>> list(prose("a = 1  # b\\n# c", ".py"))
    [(2, 'c')]
    >>> list(prose('/// What\\n/// d.\\nlet e = "f g h";', ".rs"))
    [(1, 'What'), (2, '… d.'), (3, '… f g h')]
    >>> list(prose("<p>a <b>c</b></p>", ".html"))
    [(1, 'a c')]
    """
    is_page, is_html = suffix == ".md", suffix == ".html"
    in_code, goes_on, in_doc = False, False, False
    for number, line in enumerate(text.splitlines(), 1):
        comment = None if is_page or is_html else COMMENT.match(line)
        said = comment.group(1) if comment else line
        if suffix == ".py" and line.count('"""') == 1:
            in_doc, comment = not in_doc, True
        if (is_page or comment) and said.lstrip().startswith("```"):
            in_code = not in_code
        elif is_html:
            yield number, " ".join(re.sub(r"<[^>]*>?", " ", line).split())
        elif (is_page or comment or in_doc) and not in_code:
            said = re.sub(r"\]\(\S*\)", "]", said)
            said = " ".join(part.strip() for part in said.split("`")[::2]).strip()
            yield number, f"… {said}" if goes_on and said[:1].islower() else said
            goes_on = said[-1:] not in {"", ".", ":", ";", "!", "?", "|"}
        elif not is_page:
            in_code, goes_on = in_code and bool(comment), False
            for match in TEXT.finditer(line):
                words = match.group(1) or match.group(2) or ""
                # Texts of several words are for readers; others are names.
                if words.count(" ") > 1:
                    yield number, f"… {words}"


def found(line, banned=BANNED_IN_DOCS):
    """What is banned in a line, each with what to write instead.

    >>> [words for words, _ in found("It answers whoever asks; who cannot move loses.")]
    ['whoever', '; who cannot']
    >>> list(found("It says who wins. The player who cannot move loses. What is a nimber? Six men's morris."))
    []
    >>> [words for words, _ in found("What is kept is told anew.")]
    ['What', 'is told', 'anew']
    >>> [words for words, _ in found("A move; what it leads to. Whose turn it is. That both agree.", BANNED)]
    ['; what', '. Whose', '. That both']
    >>> list(found("An error: what was expected, and where. That is so. Whose turn is it?", BANNED))
    []
    """
    is_heading = line.startswith("#")
    for pattern, instead in banned:
        for match in pattern.finditer(line):
            if not (is_heading and match.group().lower().startswith(("what", "who "))):
                yield match.group().strip(), instead


def main(files):
    if not files:
        suffixes = {".md", ".star", ".py", ".rs", ".html", ".js"}
        every = sorted(path for pattern in PAGES for path in ROOT.glob(pattern) if path.suffix in suffixes)
        files = [path for path in every if str(path.relative_to(ROOT)) not in PASSED]
    count = 0
    for file in map(pathlib.Path, files):
        banned = BANNED_IN_DOCS if file.suffix in {".md", ".star"} else BANNED
        for number, line in prose(file.read_text(encoding="utf-8"), file.suffix):
            for words, instead in found(line, banned):
                name = file.resolve()
                print(f"{name.relative_to(ROOT) if name.is_relative_to(ROOT) else file}:{number}: \"{words}\": {instead}")
                count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
