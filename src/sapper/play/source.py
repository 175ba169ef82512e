"""Tells Python strategies apart: a digest of what a function does, for the spec of a run.

A callable comes in, a digest comes out. A function of a file is known by the file and its line in it. Any other,
such as one typed into a notebook, a lambda or one with a closure, is known by its code with all constants, defaults
and enclosed values, and by the functions and values that it finds under global names.

>>> def play_at(row):
...     return lambda analysis: (row, 0)
>>> digest_callable(play_at(1)) == digest_callable(play_at(1))
True
>>> digest_callable(play_at(1)) == digest_callable(play_at(2))
False
"""

from __future__ import annotations

import inspect
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

__all__ = ["digest_callable", "find_file"]

_BYTES = 8


def find_file(call: Callable[..., Any]) -> Path | None:
    """Return the source file of a callable; None if there is none."""
    inner = call.func if isinstance(call, partial) else call
    try:
        found = inspect.getsourcefile(inner if inspect.isroutine(inner) else type(inner))
    except TypeError:
        return None
    return None if found is None or not Path(found).is_file() else Path(found)


def digest_callable(call: Callable[..., Any]) -> str | None:
    """Return a digest that differs for callables that do different things; None for one that cannot be told apart."""
    checksum = blake2b(digest_size=_BYTES)
    try:
        for fact in _describe(call, set()):
            checksum.update(repr(fact).encode())
    except Exception:  # an object that cannot be pickled may raise anything
        return None
    return checksum.hexdigest()


def _describe(value: object, seen: set[int]) -> Iterator[object]:
    """Yield what makes a value differ from others, each fact with a repr that is the same in every process."""
    match value:
        case FunctionType() | MethodType() | partial() | CodeType() | type() if id(value) in seen:
            yield "again"  # a function that calls itself
        case FunctionType() | MethodType() | partial() | CodeType() | type():
            seen.add(id(value))
            yield from _describe_code(value, seen)
        case ModuleType():
            yield "module", value.__name__
        case tuple() | list():
            yield type(value).__name__, len(value)
            for member in value:
                yield from _describe(member, seen)
        case _:
            if type(value).__module__ != "builtins":
                yield from _describe(type(value), seen)
            yield pickle.dumps(value, protocol=4)


def _describe_code(value: object, seen: set[int]) -> Iterator[object]:
    match value:
        case FunctionType():
            yield from _describe_function(value, seen)
        case MethodType():
            yield from _describe((value.__func__, value.__self__), seen)
        case partial():
            yield from _describe((value.func, value.args, sorted(value.keywords.items())), seen)
        case CodeType():
            yield value.co_code, value.co_names, value.co_varnames, value.co_freevars, value.co_flags
            yield from _describe(value.co_consts, seen)
        case type():
            yield "class", value.__module__, value.__qualname__
            members = () if _is_from_file(value) else sorted(vars(value).items())
            yield from _describe([pair for pair in members if isinstance(pair[1], FunctionType)], seen)


def _describe_function(function: FunctionType, seen: set[int]) -> Iterator[object]:
    yield function.__module__, function.__qualname__
    file = find_file(function)
    if _is_from_file(function) and file is not None:
        yield file.read_bytes(), function.__code__.co_firstlineno
        return
    yield from _describe(function.__code__, seen)
    yield from _describe((function.__defaults__, tuple(sorted((function.__kwdefaults__ or {}).items()))), seen)
    for cell in function.__closure__ or ():
        yield from _describe(cell.cell_contents, seen)
    for name in _global_names(function.__code__):
        if name in function.__globals__:
            yield name
            yield from _describe(function.__globals__[name], seen)


def _is_from_file(value: FunctionType | type) -> bool:
    """Whether importing the module of a function or a class makes this very one."""
    module = sys.modules.get(value.__module__)
    written = getattr(module, "__file__", None) is not None
    return written and getattr(module, value.__qualname__, None) is value


def _global_names(code: CodeType) -> list[str]:
    """Return the names that a function and the functions inside it use, sorted."""
    inner = (name for part in code.co_consts if isinstance(part, CodeType) for name in _global_names(part))
    return sorted({*code.co_names, *inner})
