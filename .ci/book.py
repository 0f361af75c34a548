#!/usr/bin/env python3
"""A preprocessor of mdBook: links out of docs/, to files that the web site does not have, become their paths in the repository."""

import json
import re
import sys

OUTSIDE = re.compile(r"\[([^][]*)\]\(\.\./([^)#]*)[^)]*\)")


def without(text):
    """A page without links out of docs.

    >>> without("See [Architecture](../ARCHITECTURE.md) and [laws.csv](../testdata/laws.csv), [here](laws.md).")
    'See Architecture (`ARCHITECTURE.md`) and `testdata/laws.csv`, [here](laws.md).'
    """

    def path(link):
        words, path = link.groups()
        return f"`{path}`" if path.endswith(words.strip("`")) else f"{words} (`{path}`)"

    return OUTSIDE.sub(path, text)


def pages(part):
    """The chapters of a book, or of a part of one."""
    if isinstance(part, dict):
        if "content" in part:
            yield part
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from pages(inner)


if __name__ == "__main__" and sys.argv[1:2] != ["supports"]:
    _, book = json.load(sys.stdin)
    for page in list(pages(book)):
        page["content"] = without(page["content"])
    json.dump(book, sys.stdout)
