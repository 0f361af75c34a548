#!/usr/bin/env python3
"""What the program is built from: its licences, doubled versions, unmaintained crates, and the notice of all of them.

Reads `cargo metadata --locked --offline`, `Cargo.lock` and `deny.toml`, asks no network, and fails where a licence is not on the list,
a crate is from elsewhere than crates.io, one is denied, or one is known to be unmaintained and `deny.toml` does not say why it is here. `--notice FILE` writes the licences of what is shipped.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
# Crates that nobody maintains, by the advisory that says so (https://rustsec.org/advisories/). `cargo deny check` asks the whole database.
UNMAINTAINED = {
    "RUSTSEC-2023-0089": "atomic-polyfill",
    "RUSTSEC-2024-0388": "derivative",
    "RUSTSEC-2024-0436": "paste",
    "RUSTSEC-2025-0057": "fxhash",
    "RUSTSEC-2025-0141": "bincode",
    "RUSTSEC-2026-0192": "ttf-parser",
}
TEXTS = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)


def is_allowed(expression, allowed):
    """Whether an SPDX expression can be met by licences that are allowed.

    >>> is_allowed("MIT OR GPL-3.0", {"MIT"}), is_allowed("MIT AND GPL-3.0", {"MIT"})
    (True, False)
    >>> is_allowed("(MIT OR GPL-3.0) AND Zlib", {"MIT", "Zlib"}), is_allowed("MIT/GPL-3.0", {"MIT"})
    (True, True)
    >>> is_allowed("Apache-2.0 WITH LLVM-exception", {"Apache-2.0"}), is_allowed("", {"MIT"})
    (False, False)
    >>> is_allowed("MIT OR", {"MIT"}), is_allowed("(MIT", {"MIT"}), is_allowed("MIT MIT", {"MIT"})
    (False, False, False)
    """
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    try:
        value = alternatives(tokens, allowed)
    except IndexError:
        return False
    return value and not tokens


def alternatives(tokens, allowed):
    return joined(tokens, "OR", any, lambda: joined(tokens, "AND", all, lambda: licence(tokens, allowed)))


def joined(tokens, word, decide, part):
    values = [part()]
    while tokens and tokens[0] == word:
        tokens.pop(0)
        values.append(part())
    return decide(values)


def licence(tokens, allowed):
    name = tokens.pop(0)
    if name == "(":
        value = alternatives(tokens, allowed)
        if tokens.pop(0) != ")":
            raise IndexError
        return value
    if tokens and tokens[0] == "WITH":
        name += " " + tokens.pop(0) + " " + tokens.pop(0)
    return name in allowed


def metadata():
    command = ["cargo", "metadata", "--locked", "--offline", "--all-features", "--format-version", "1"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


def shipped(about):
    """The packages that the program is linked from: what is needed by it on any system, but for tests and for building."""
    nodes = {node["id"]: node for node in about["resolve"]["nodes"]}
    macros = {
        package["id"]
        for package in about["packages"]
        if any("proc-macro" in target["kind"] for target in package["targets"])
    }
    left, found = list(about["workspace_members"]), set()
    while left:
        node = left.pop()
        if node in found or node in macros:
            continue
        found.add(node)
        for needed in nodes[node]["deps"]:
            if any(kind["kind"] is None for kind in needed["dep_kinds"]):
                left.append(needed["pkg"])
    return found


def faults(packages, rules):
    """What may not be shipped, a sentence each.

    >>> rules = {"licenses": {"allow": ["MIT"]}, "bans": {"deny": [{"name": "b", "reason": "why"}]}}
    >>> package = {"version": "1", "license": "MIT", "source": REGISTRY}
    >>> list(faults([{**package, "name": "a"}], rules)), list(faults([{**package, "name": "b"}], rules))
    ([], ['b 1: is denied: why'])
    >>> list(faults([{**package, "name": "a", "license": None}], rules))
    ["a 1: the licence '' is not on the list in deny.toml"]
    >>> list(faults([{**package, "name": "a", "source": "git+https://x.example"}], rules))
    ['a 1: comes from git+https://x.example, not from crates.io']
    """
    allowed = set(rules["licenses"]["allow"])
    denied = {ban["name"]: ban.get("reason", "") for ban in rules["bans"].get("deny", [])}
    for package in packages:
        name = f"{package['name']} {package['version']}"
        expression = package["license"] or ""
        if not is_allowed(expression, allowed):
            yield f"{name}: the licence {expression!r} is not on the list in deny.toml"
        if package["source"] not in (None, REGISTRY):
            yield f"{name}: comes from {package['source']}, not from crates.io"
        if package["name"] in denied:
            yield f"{name}: is denied: {denied[package['name']]}"


def neglected(locked, ignored):
    """Unmaintained crates that are locked and not ignored with a reason, and what is ignored without need, a sentence each.

    >>> reason = {"id": "RUSTSEC-2024-0436", "reason": "why"}
    >>> list(neglected({"paste"}, [reason])), list(neglected({"serde"}, []))
    ([], [])
    >>> list(neglected({"paste"}, []))
    ['paste: is unmaintained (RUSTSEC-2024-0436): replace it, or say in deny.toml, under ignore, why it is here']
    >>> list(neglected({"serde"}, [reason]))
    ['paste: is no longer in Cargo.lock: take RUSTSEC-2024-0436 out of deny.toml']
    >>> list(neglected({"paste"}, [{**reason, "reason": " "}]))
    ['RUSTSEC-2024-0436: is ignored in deny.toml without a reason']
    >>> list(neglected(set(), ["RUSTSEC-1"]))
    ['RUSTSEC-1: is ignored in deny.toml without a reason', 'RUSTSEC-1: is ignored in deny.toml and not known to .ci/dependencies.py']
    """
    reasons = {}
    for entry in ignored:
        advisory, reason = (entry, "") if isinstance(entry, str) else (entry["id"], entry.get("reason", ""))
        reasons[advisory] = reason
        if not reason.strip():
            yield f"{advisory}: is ignored in deny.toml without a reason"
        if advisory not in UNMAINTAINED:
            yield f"{advisory}: is ignored in deny.toml and not known to .ci/dependencies.py"
    for advisory, name in UNMAINTAINED.items():
        if name in locked and advisory not in reasons:
            yield f"{name}: is unmaintained ({advisory}): replace it, or say in deny.toml, under ignore, why it is here"
        if name not in locked and advisory in reasons:
            yield f"{name}: is no longer in Cargo.lock: take {advisory} out of deny.toml"


def doubled(packages):
    """Names with the versions there are of each, where there are several."""
    versions = {}
    for package in packages:
        versions.setdefault(package["name"], []).append(package["version"])
    return {name: sorted(found) for name, found in sorted(versions.items()) if len(found) > 1}


def texts(package):
    """The licences and notices that a package brings along."""
    folder = pathlib.Path(package["manifest_path"]).parent
    for path in sorted(folder.iterdir()):
        if path.is_file() and TEXTS.match(path.name):
            yield path.read_text(encoding="utf-8", errors="replace").strip()


def notice(packages):
    """Every package with its licence, then every text once, with the packages that bring it."""
    lines = ["Libraries of others that this program is built from, and their licences.", ""]
    brought, without = {}, []
    for package in packages:
        name = f"{package['name']} {package['version']}"
        lines.append(f"{name}: {package['license']}; {package['repository'] or 'crates.io'}")
        found = list(texts(package))
        if not found:
            without.append(f"{name} (by {', '.join(package['authors']) or 'its authors'})")
        for text in found:
            same = " ".join(text.split())
            brought.setdefault(same, (text, []))[1].append(name)
    if without:
        lines += ["", "Without a text of their own, under the licence named above: " + ", ".join(without) + "."]
    for text, names in brought.values():
        lines += ["", "-" * 80, ", ".join(names), "", text]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--notice", type=pathlib.Path, help="where the licences of what is shipped are written")
    notice_file = parser.parse_args().notice
    about = metadata()
    rules = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
    others = [package for package in about["packages"] if package["source"] is not None]
    links = shipped(about)
    ours = [package for package in others if package["id"] in links]
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    locked = {package["name"] for package in lock["package"]}
    wrong = list(faults(about["packages"], rules)) + list(neglected(locked, rules["advisories"].get("ignore", [])))
    for fault in wrong:
        print(f"dependencies: {fault}", file=sys.stderr)
    for name, versions in doubled(ours).items():
        print(f"in several versions: {name} {', '.join(versions)}")
    print(f"{len(ours)} libraries of others are shipped, {len(others)} are needed to build and test")
    if notice_file:
        notice_file.parent.mkdir(parents=True, exist_ok=True)
        notice_file.write_text(notice(ours), encoding="utf-8")
        print(f"their licences: {notice_file}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
