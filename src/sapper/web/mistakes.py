"""What is wrong with a request that does not match its schema, in one sentence.

>>> spell_mistake({"type": "missing", "loc": ("body", "cell"), "input": {}})
'the field cell is missing'
>>> spell_mistake({"type": "less_than_equal", "loc": ("query", "strength"), "input": "9", "ctx": {"le": 4}})
'the parameter strength is at most 4, not 9'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

__all__ = ["spell_mistake"]

_LONGEST = 40  # characters of a value that are quoted

# The rest of the sentence after the name of a field, by the type of the error; these quote the value after it.
_WANTED: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "int_type": lambda _: "is a whole number",
    "int_parsing": lambda _: "is a whole number",
    "int_from_float": lambda _: "is a whole number",
    "int_parsing_size": lambda _: "is a whole number of fewer digits",
    "float_type": lambda _: "is a number",
    "float_parsing": lambda _: "is a number",
    "finite_number": lambda _: "is a finite number",
    "bool_type": lambda _: "is true or false",
    "bool_parsing": lambda _: "is true or false",
    "string_type": lambda _: "is a text",
    "tuple_type": lambda _: "is a cell [row, col]",
    "list_type": lambda _: "is a list",
    "dict_type": lambda _: "is an object",
    "model_type": lambda _: "is an object",
    "model_attributes_type": lambda _: "is an object",
    "greater_than_equal": lambda bound: f"is at least {bound['ge']}",
    "greater_than": lambda bound: f"is more than {bound['gt']}",
    "less_than_equal": lambda bound: f"is at most {bound['le']}",
    "less_than": lambda bound: f"is less than {bound['lt']}",
    "literal_error": lambda known: f"is {known['expected']}",
    "enum": lambda known: f"is {known['expected']}",
    "string_too_long": lambda bound: f"has at most {bound['max_length']} characters",
    "string_too_short": lambda bound: f"has at least {bound['min_length']} characters",
    "too_many_fields": lambda bound: f"has at most {bound['most']} fields",
    "string_pattern_mismatch": lambda form: f"has the form {form['pattern']}",
}


def spell_mistake(error: Mapping[str, Any]) -> str:
    """Return a sentence about an error of pydantic: which field is wrong, what it may be, and what was sent."""
    kind, place = error["type"], error["loc"]
    context = error.get("ctx", {})
    if kind == "json_invalid":
        at = f" at character {place[-1]}" if isinstance(place[-1], int) else ""
        return f"the body is not JSON{at}: {context.get('error', 'it cannot be read')}"
    name = _name(place)
    if kind == "missing":
        # A cell that is too short lacks a number, which has no name.
        return f"{name} is missing" if isinstance(place[-1], str) else f"{_name(place[:-1])} is a cell [row, col]"
    if kind == "extra_forbidden":
        return f"{name} is unknown"
    if kind == "too_long":
        return f"{name} is a cell [row, col], not {_quote(error['input'])}"
    wanted = _WANTED.get(kind)
    if wanted is None:
        return f"{name} cannot be read: {_quote(error.get('input'))}"
    return f"{name} {wanted(context)}, not {_quote(error.get('input'))}"


def _name(place: tuple[str | int, ...]) -> str:
    """Return the name of a field in words: where it was sent, and its path there."""
    origin, *path = place
    if not path:
        return f"the {origin}"
    text = ".".join(part for part in path if isinstance(part, str)) or str(path[0])
    number = "".join(f"[{part}]" for part in path if isinstance(part, int))
    kind = {"body": "field", "query": "parameter", "path": "name", "header": "header"}.get(str(origin), "value")
    return f"the {kind} {text}{number}"


def _quote(value: object) -> str:
    try:
        text = _begin(value)
    except (TypeError, ValueError):
        text = repr(value)
    text = text.strip('"') if isinstance(value, str) and value.lstrip("+-").isdigit() else text
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _begin(value: object) -> str:
    """Return the beginning of a value as JSON; a long value is written only as far as it is shown."""
    if isinstance(value, str):
        value = value[: _LONGEST + 1]
    text = ""
    for part in json.JSONEncoder(ensure_ascii=False).iterencode(value):
        text += part
        if len(text) > _LONGEST:
            break
    return text
