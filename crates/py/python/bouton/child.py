"""Questions that a command of the program answers, in a process of its own: by `python -m bouton`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from typing import Any

from .errors import Error, InputError, Stopped
from .progress import say_limits

COMMAND = [sys.executable, "-m", "bouton"]


def _begun(arguments: list[str]) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    try:
        told = {**os.environ, "BOUTON_FAULTS": "1"}
        process = subprocess.Popen([*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, encoding="utf-8", env=told)
    except OSError as error:
        raise InputError(f"{arguments[0]}: {error.strerror}: expected less than what the system takes for the words of a command") from None
    # How long an interruption waits for the child to react by itself: a terminal signals both.
    process._sigint_wait_secs = 0.05  # type: ignore[attr-defined]
    return process


def run(arguments: list[str], says_limits: bool = False, memory: int | str | None = None) -> tuple[int, str, str]:
    """The exit code of a command, its output and its messages. If asked to, a line reports its limits after a second."""
    with _begun(arguments) as process:
        try:
            try:
                out, said = process.communicate(timeout=1 if says_limits else None)
            except subprocess.TimeoutExpired:
                say_limits(0, memory)
                out, said = process.communicate()
        except BaseException:
            process.terminate()
            raise
    if process.returncode == 130:
        raise KeyboardInterrupt
    return process.returncode, out, _plain(said)


def _plain(said: str) -> str:
    return "\n".join(line.removeprefix("bouton: ") for line in said.strip().splitlines())


ANSWERED = (0, 3, 4)
"""Exit codes beside an answer."""


def ask(
    command: str, *arguments: object, how: dict[str, Any] | None = None, of_rules: bool = False,
    answered: tuple[int, ...] = ANSWERED, **options: object
) -> Any:  # fmt: skip
    """The answer of a command with `--json`. Options are named as on the command line, `_` for `-`; one that is `None` or
    `False` is left out. A question about external rules (`of_rules`) says after a second which limits it has, unless
    its progress is shown. `answered` are the exit codes with which the output is an answer."""
    how = how or {}
    code, out, said = run(_words(command, arguments, {**options, **how}), of_rules and "progress" not in how, how.get("memory"))
    if out.strip() and code in answered:
        return json.loads(out.splitlines()[-1])
    raise refusal(code, said)


def rows(command: str, *arguments: object, how: dict[str, Any], **options: object) -> Generator[dict[str, Any], None, None]:
    """The rows of a list as they are found, and a last one, `end`. To close it stops the search."""
    with _begun([*_words(command, arguments, {**options, "lines": True, **how})]) as process:
        try:
            yield from map(json.loads, process.stdout or ())
            said = process.stderr.read() if process.stderr else ""
        except BaseException:
            process.terminate()
            raise
    if process.returncode not in ANSWERED:
        raise refusal(process.returncode, _plain(said))


def _words(command: str, arguments: tuple[object, ...], options: dict[str, object]) -> list[str]:
    """The words of a command. Options come first: it may take any number of positions, which may begin with a minus sign."""
    given = [word for name, value in options.items() if name != "progress" for word in option(name, value)]
    return [command, "--json", *given, *map(str, arguments)]


def refusal(code: int, said: str) -> Error:
    """The exception for an exit code and messages, of which a line may have the parts of the error."""
    told = [line for line in said.splitlines() if line.startswith('{"kind":')]
    said = "\n".join(line for line in said.splitlines() if line not in told)
    if code == 3:
        return Stopped(said or "stopped at a limit", "memory" if "memory" in said else "time")
    error = InputError(said) if code == 2 else Error(said or f"the program ended with {code}")
    for fault in map(json.loads, told):
        error.where, error.expected, error.tries = fault["where"], fault["expected"], fault["try"]
    return error


def option(name: str, value: object) -> list[str]:
    """An option as words of a command line; a pair is a range, a list has the option for each.

    >>> option("up_to", 9), option("misere", True), option("solver", None)
    (['--up-to=9'], ['--misere'], [])
    >>> option("values", (1, 3)), option("table", ["a.tb", "b.tb"])
    (['--values=1..3'], ['--table=a.tb', '--table=b.tb'])
    """
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if isinstance(value, list):
        return [word for one in value for word in option(name, one)]
    if isinstance(value, tuple):
        value = "..".join(map(str, value))
    return [flag] if value is True else [f"{flag}={value}"]
