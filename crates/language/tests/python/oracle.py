"""Reads programs with a zero byte behind each, and writes what `result()` of each returns, or `!` and the error."""
import builtins, functools, sys, types

sys.setrecursionlimit(20000)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


class struct:
    def __init__(self, **fields):
        self.__dict__.update(sorted(fields.items()))

    def __eq__(self, other):
        return isinstance(other, struct) and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(tuple(self.__dict__.items()))

    def __repr__(self):
        return "struct(" + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items()) + ")"


class Chars(str):
    def elems(self):
        return list(self)


def fail(*words):
    raise ValueError(" ".join(str(word) for word in words))


def parameter(name, default):
    return default


rules = types.ModuleType("bouton.rules")
rules.struct, rules.fail, rules.parameter, rules.partial = struct, fail, parameter, functools.partial
package = types.ModuleType("bouton")
package.rules = rules
sys.modules["bouton"], sys.modules["bouton.rules"] = package, rules
for name in ("struct", "fail", "parameter", "partial"):
    setattr(builtins, name, getattr(rules, name))


def data(value):
    """Generators are collected, as they are in the interpreter."""
    if isinstance(value, types.GeneratorType):
        return list(value)
    return value


def main():
    programs = sys.stdin.buffer.read().decode().split("\0")[:-1]
    out = []
    for program in programs:
        try:
            names = {"__name__": "rules"}
            # Strings of rule files have `.elems()`, which Python's do not.
            exec(compile(program.replace(".elems()", ""), "rules", "exec"), names)
            out.append(repr(data(names["result"]())))
        except RecursionError as error:
            out.append("!recursion")
        except Exception as error:
            out.append(f"!{type(error).__name__}: {error}")
    sys.stdout.buffer.write("".join(text + "\0" for text in out).encode("utf-8", "backslashreplace"))


main()
