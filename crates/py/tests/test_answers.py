"""The classes of answers are those that the API's description says: `WRITE_ANSWERS=1 pytest crates/py/tests/test_answers.py`
writes them."""

from __future__ import annotations

import inspect
import json
import keyword
import os
import re
import subprocess
import sys
import textwrap
import urllib.request
from pathlib import Path
from typing import Any

import openapi_spec_validator
import pytest

import bouton

FILE = Path(__file__).parents[1] / "python" / "bouton" / "answers.py"

#: What an answer can do beside having fields: a class of `record`, and the field that holds its rows, or says whether it is true.
KINDS = {
    "Analysis": ("Table", "by_remoteness"),
    "Answer": ("Solved", None),
    "Asked": ("Claim", "truth"),
    "Atlas": ("Places", "games"),
    "Bidding": ("Table", "moves"),
    "Calculation": ("Calculated", None),
    "Census": ("Rows", "games"),
    "Checked": ("Mistakes", "mistakes"),
    "Comparison": ("Compared", "answers"),
    "FamilyLaw": ("Cases", None),
    "FamilyLawCase": ("Case", None),
    "Found": ("Rows", "positions"),
    "FoundPosition": ("Place", None),
    "GameValue": ("Valued", None),
    "Moves": ("Rows", "moves"),
    "Review": ("Table", "line"),
    "Sequence": ("Heaps", "values"),
    "Values": ("Grid", "values"),
    "Verified": ("Claim", "valid"),
}
#: What is asked of an answer in place of its truth.
ASKED = {"OutcomeLaw": "law is not None", "Refutation": "refuted", "Asked": "examples", "FamilyLaw": "len(cases) > 0"}
#: Answers that are no answer of a route: of commands alone, or one of several.
RESULTS = {"Census", "Comparison", "FamilyLaw", "OutcomeLaw", "Tabulated"}

TEXT, WHOLE, FILE_NAME = {"type": "string"}, {"type": "integer"}, {"type": ["string", "null"]}


def described(about: str, needed: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {"type": "object", "description": about, "required": [*needed], "properties": {**needed, **optional}}


def answer(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


#: Answers of commands that the API does not have.
COMMANDS = {
    "Comparison": described(
        "The answers of every solver that serves a position; `disagreement` says which two cannot both be right, if any.",
        {"answers": {"type": "array", "items": answer("Answer")}, "disagreement": FILE_NAME},
    ),
    "Census": described(
        "The sequences of a whole family of heap games, a row a game.", {"games": {"type": "array", "items": answer("CensusRow")}}
    ),
}  # fmt: skip
CERTIFICATE = {"certificate": {**FILE_NAME, "description": "The file that it was written to, where it was asked for"}}
#: Fields that the description leaves out.
MORE: dict[str, dict[str, Any]] = {
    "Answer": CERTIFICATE, "Moves": CERTIFICATE, "Refutation": CERTIFICATE, "MisereQuotient": CERTIFICATE, "OutcomeLaw": CERTIFICATE, "FamilyLaw": CERTIFICATE, "GameValue": CERTIFICATE,
    "FoundPosition": {
        **dict.fromkeys(("outcome", "class", "value", "mean", "temperature", "left_stop", "right_stop"), TEXT),
        **dict.fromkeys(("remoteness", "margin", "grundy", "best_count", "moves", "total", "heaps", "birthday"), WHOLE),
    },
}  # fmt: skip


class Writer:
    """Writes a class for each object of the description."""

    def __init__(self, description: dict[str, Any]):
        self.components = {**description["components"]["schemas"], **COMMANDS}
        #: The answers that functions of the module give, with what is asked.
        self.results: dict[str, Any] = dict.fromkeys(RESULTS)
        for name in bouton.__all__:
            asked = description["paths"].get(f"/api/{name}", {}).get("get")
            reply = asked and asked["responses"]["200"]["content"]["application/json"]["schema"].get("$ref")
            if reply and name != "rules":
                self.results[reply.split("/")[-1]] = asked["summary"]
        #: The class of each form of an object that has no name.
        self.forms: dict[str, str] = {}
        self.classes: dict[str, str] = {}
        self.aliases: dict[str, str] = {}

    def text(self) -> str:
        for name in self.results:
            self.component(name)
        used = sorted({KINDS.get(name, ("Result" if name in self.results else "Record", None))[0] for name in self.classes})
        parts = [
            '"""The answers: a test writes these classes from the description of the API. `record` says what they have in common."""',
            "from __future__ import annotations\n\nfrom collections.abc import Mapping\n"
            f"from typing import Any, ClassVar, Literal, Union\n\nfrom .record import {', '.join(used)}, record",
            "\n".join(f"{name} = {kind}" for name, kind in sorted(self.aliases.items())),
            *(self.classes[name] for name in sorted(self.classes)),
        ]
        return "\n\n\n".join(part for part in parts if part) + "\n"

    def component(self, name: str) -> str:
        """The type of a component, which is written if it is not yet."""
        if name in self.classes or name in self.aliases:
            return name
        schema = self.components[name]
        forms = schema.get("anyOf") or schema.get("oneOf") or []
        if name in KINDS or "properties" in schema or any("properties" in form for form in forms):
            self.write(name, schema)
            return name
        kind = self.kind(name, schema)
        if kind.startswith("Literal["):
            self.aliases[name] = kind
            return name
        return kind

    def union(self, place: str, arms: list[Any]) -> str:
        kinds = list(dict.fromkeys(self.kind(place, arm) for arm in arms))
        if all(kind.startswith("Literal[") for kind in kinds):
            return f"Literal[{', '.join(kind[8:-1] for kind in kinds)}]"
        return kinds[0] if len(kinds) == 1 else f"Union[{', '.join(kinds)}]"

    def properties(self, schema: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
        """The fields of an object, and those that it always has: of one that takes several forms, the fields of all."""
        if "$ref" in schema:
            schema = self.components[schema["$ref"].split("/")[-1]]
        found, needed = dict(schema.get("properties", {})), set(schema.get("required", []))
        forms = [self.properties(form) for form in schema.get("anyOf") or schema.get("oneOf") or []]
        for others, _ in forms:
            found = {**others, **found}
        return found, needed.union(set.intersection(*(also for _, also in forms)) if forms else ())

    def write(self, name: str, schema: dict[str, Any]) -> None:
        self.classes[name] = ""
        base, field = KINDS.get(name, ("Result" if name in self.results else "Record", None))
        found, needed = self.properties(schema)
        found.update({key: value for key, value in MORE.get(name, {}).items() if key not in found})
        lines = [f"class {name}({self.of_rows(name, base, field, found)}):", *self.about(name, schema)]
        if field:
            lines.append(f'    {"_claim" if base == "Claim" else "_rows"}: ClassVar[str] = "{field}"')
        if name in ASKED:
            lines.append(f'    _asked: ClassVar[str] = "{ASKED[name]}"')
        for key, value in found.items():
            called = key + "_" * keyword.iskeyword(key)
            # What can be calculated is an object, not its text.
            if not hasattr(getattr(bouton.record, base), called):
                lines.append(self.field(name, called, value, key in needed))
        self.classes[name] = "@record\n" + "\n".join(lines)

    def of_rows(self, name: str, base: str, field: str | None, found: dict[str, Any]) -> str:
        """The class that it extends: one of a list knows what its rows are."""
        if not issubclass(getattr(bouton.record, base), bouton.record.Rows):
            return base
        row = self.kind(name + str(field).title(), found[str(field)])
        return f'{base}["{row.removeprefix("tuple[").removesuffix(", ...]")}"]'

    def about(self, name: str, schema: dict[str, Any]) -> list[str]:
        about = schema.get("description") or self.results.get(name)
        return textwrap.wrap(f'"""{about}."""'.replace('.."""', '."""'), 120, initial_indent="    ", subsequent_indent="    ") if about else []

    def field(self, place: str, name: str, schema: dict[str, Any], is_needed: bool) -> str:
        kind = self.kind(place + "".join(part.title() for part in name.split("_")), schema)
        if name == "values" and place == "Sequence":
            kind = "Any"
        if (not is_needed or self.may_be_none(schema)) and kind != "Any":
            kind += " | None"
        about = schema.get("description") if "$ref" not in schema else None
        return f"    {name}: {kind}" + (f"  # {about}" if about else "")

    def may_be_none(self, schema: dict[str, Any]) -> bool:
        if "$ref" in schema:
            return self.may_be_none(self.components[schema["$ref"].split("/")[-1]])
        arms = schema.get("anyOf") or schema.get("oneOf") or []
        return "null" in schema.get("type", ()) or None in schema.get("enum", ()) or any(arm.get("type") == "null" for arm in arms)

    def kind(self, place: str, schema: dict[str, Any] | None) -> str:
        """The type of a value, without None; `place` names a class that it may need."""
        if not schema:
            return "Any"
        if "$ref" in schema:
            return self.component(schema["$ref"].split("/")[-1])
        if arms := schema.get("anyOf") or schema.get("oneOf"):
            return self.union(place, [arm for arm in arms if arm.get("type") != "null"])
        if "enum" in schema or "const" in schema:
            words = schema.get("enum") or [schema["const"]]
            return f"Literal[{', '.join(json.dumps(word) for word in words if word is not None)}]"
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if "integer" in types:
            # A large number, which is a text in JSON.
            types = [kind for kind in types if kind != "string"]
        kinds = [self.simple(place, kind, schema) for kind in types if kind != "null"]
        return "Any" if not kinds else kinds[0] if len(kinds) == 1 else f"Union[{', '.join(kinds)}]"

    def simple(self, place: str, kind: str, schema: dict[str, Any]) -> str:
        if kind == "array":
            if items := schema.get("prefixItems"):
                return f"tuple[{', '.join(self.kind(place, item) for item in items)}]"
            item = self.kind(re.sub("(?<=[a-z])(?<!s)s$", "", place), schema.get("items"))
            pair = schema.get("minItems") == schema.get("maxItems") == 2
            return f"tuple[{item}, {item if pair else '...'}]"
        if kind == "object":
            if "properties" in schema:
                form = json.dumps({**schema, "type": kind, "description": None}, sort_keys=True)
                if form not in self.forms:
                    self.forms[form] = place
                    self.write(place, schema)
                return self.forms[form]
            others = schema.get("additionalProperties")
            return f"Mapping[str, {self.kind(place, others) if others and others is not True else 'Any'}]"
        return {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}[kind]


@pytest.fixture(scope="module")
def description() -> Any:
    """The description that the server serves."""
    command = [sys.executable, "-m", "bouton", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        address = re.search(r"http://\S+/", server.stdout.readline())
        told = json.load(urllib.request.urlopen(f"{address[0]}api"))
        server.terminate()
    return told


def test_the_description_is_one_of_openapi(description: Any) -> None:
    openapi_spec_validator.validate(description)


def test_the_classes_are_those_of_the_description(description: Any) -> None:
    text = Writer(description).text()
    if os.environ.get("WRITE_ANSWERS"):
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text, "WRITE_ANSWERS=1 writes it"


#: Parameters of the server alone: how an answer is written, and a rule file, which Python reads itself.
SERVED = {"words", "lines", "rules"}
#: Parameters that a function has in another form, or that no answer heeds.
OTHERWISE = {"bidding(misere=)", "calc(before=)", "check(position=)", "compare(misere=)", "sequence(values=)"}


def test_the_signatures_are_those_of_the_description(description: Any) -> None:
    checked = []
    for path, operations in description["paths"].items():
        name = path.removeprefix("/api/")
        if name not in bouton.__all__ or name == "verify":
            continue
        own = inspect.signature(getattr(bouton, name)).parameters
        for one in operations["get"]["parameters"]:
            called = {"move": "moves", "game": next(iter(own))}.get(one["name"], one["name"])
            where = f"{name}({called}=)"
            if called in SERVED or where in OTHERWISE:
                continue
            assert called in own, where
            schema, annotation, default = one["schema"], str(own[called].annotation).replace("'", '"'), own[called].default
            words = schema.get("enum", [])
            if "0" in words:
                assert (annotation, default) == ("bool", False), where
            elif words:
                assert f"Literal[{', '.join(json.dumps(word) for word in words)}]" in annotation, where
            elif schema["type"] == "integer":
                assert re.search(r"\bint\b", annotation), where
            if "default" in schema:
                assert default in (schema["default"], None), where
            checked.append(where)
    assert len(checked) > 60, checked
