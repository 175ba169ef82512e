"""MINESWEEPER-BOARD v0.1, in files that end in `.board`: a layout, a position or both, with its author.

>>> content = read_board_text('''# MINESWEEPER-BOARD v0.1
... rows: 2
... columns: 3
... mines: 1
... game_mode: classic
... [real]
... *10
... 110
... [view]
... F1U
... UUU
... ''')
>>> content.layout, content.view
(('*..', '...'), ('F1.', '...'))
"""

from __future__ import annotations

import re

from sapper.base.place import parse_error, quote
from sapper.errors import InputError
from sapper.formats.content import Content

__all__ = ["is_board_text", "read_board_text", "write_board_text"]

_FIRST = "# MINESWEEPER-BOARD"
_RENDER = re.compile(r"#\s*Render:\s*(\w+)", re.IGNORECASE)
_REQUIRED = ("rows", "columns", "mines")
_CLASSIC = "classic"  # the mode of a board that tells none
_MODE = "game_mode"
_PARTS = ("real", "view")
_CLUES = "012345678"
# Signs of a position: a shown and an exploded mine are a mine here, and a wrong flag is a flag.
_VIEW = {"U": ".", "F": "F", "?": "?", "X": "*", "@": "*", "#": "F", **{clue: clue for clue in _CLUES}}
_LEFT_OUT = {"X": "which mine exploded", "#": "which flags are wrong"}
_REAL = {"*": "*", **dict.fromkeys(_CLUES, ".")}
_EMOJI = {"⬜": "U", "🚩": "F", "❓": "?", "💥": "X", "💣": "@", "❌": "#"}
_EMOJI_TABLE = {ord(emoji): sign for emoji, sign in _EMOJI.items()} | dict.fromkeys((0xFE0E, 0xFE0F, 0x20E3))
_WRITTEN = str.maketrans({".": "U", "*": "@"})


def is_board_text(text: str) -> bool:
    """Whether a text begins as such a file does."""
    return text.lstrip().startswith(_FIRST)


def read_board_text(text: str) -> Content:
    """Return the layout, the position and the entries of a file.

    Raises:
        ParseError: a size or a number of mines that is missing or none, neither part, a part of another size, an
            unknown sign, another number of mines than the layout has, or a cell of the position that the layout
            contradicts; names line and column.
    """
    emoji = False
    entries: dict[str, str] = {}
    places: dict[str, int] = {}
    parts: dict[str, list[tuple[int, str]]] = {}
    part = ""
    at = 0
    for line in text.split("\n"):
        content = line.strip()
        begin = at + len(line) - len(line.lstrip())
        at += len(line) + 1
        header = re.fullmatch(r"\[(\w+)\]", content)
        if header:
            part = header[1].lower()
            if part not in _PARTS or part in parts:
                raise parse_error(f"the part {content} is unknown or repeated: parts are [real], [view]", text, begin)
            parts[part] = []
        elif not content or (content.startswith("#") and not part):
            if render := _RENDER.match(content):
                emoji = render[1].lower() == "emoji"
        elif part:
            parts[part].append((begin, content))
        else:
            key, colon, value = content.partition(":")
            if not colon:
                raise parse_error(f"{quote(content)} is no entry such as 'rows: 16'", text, begin)
            entries[key.strip().lower()] = value.strip()
            places[key.strip().lower()] = begin
    rows, cols, mines = (_read_number(text, entries, places, key) for key in _REQUIRED)
    if not parts:
        raise parse_error("the file has neither [real] nor [view]", text, len(text))
    drawn = {name: _read_part(text, name, lines, (rows, cols), emoji=emoji) for name, lines in parts.items()}
    layout = drawn.get("real")
    if layout is not None and (found := sum(line.count("*") for line in layout)) != mines:
        raise parse_error(f"the layout has {found} mines, not {mines}", text, places["mines"])
    if layout is not None and "view" in parts:
        _check_view(text, parts["view"], layout, emoji=emoji)
    details = {key: value for key, value in entries.items() if key not in _REQUIRED}
    if details.get(_MODE, _CLASSIC) == _CLASSIC:
        details.pop(_MODE, None)
    shown = parts.get("view", parts.get("real", []))
    seen = "".join(_spell_out(line, emoji=emoji) for _, line in parts.get("view", []))
    return Content(
        rows,
        cols,
        mines,
        layout=layout,
        view=drawn.get("view"),
        details=details,
        left_out=tuple(told for sign, told in _LEFT_OUT.items() if sign in seen),
        form="board",
        text=text,
        find=lambda row, col: shown[row][0] + (0 if emoji else col),
    )


def write_board_text(content: Content) -> str:
    """Return the file, with the signs of ASCII.

    Raises:
        InputError: a cell out of play.
    """
    lines = [f"{_FIRST} v0.1", "# Render: ascii"]
    lines += [f"{key}: {value}" for key, value in content.details.items() if key != _MODE]
    lines += [f"rows: {content.rows}", f"columns: {content.cols}", f"mines: {content.mines}"]
    lines += [f"{_MODE}: {content.details.get(_MODE, _CLASSIC)}"]
    if content.layout is not None:
        lines += ["", "[real]"]
        lines += [
            "".join("*" if sign == "*" else str(content.number(row, col)) for col, sign in enumerate(line))
            for row, line in enumerate(content.layout)
        ]
    if content.view is not None:
        for row, line in enumerate(content.view):
            if "#" in line:
                raise InputError("the form 'board' has no sign for a cell out of play", (row, line.index("#")))
        lines += ["", "[view]", *(line.translate(_WRITTEN) for line in content.view)]
    return "\n".join(lines)


def _read_number(text: str, entries: dict[str, str], places: dict[str, int], key: str) -> int:
    if key not in entries:
        raise parse_error(f"the entry {key!r} is missing", text, 0)
    value = entries[key]
    if not (value.isascii() and value.isdigit() and len(value) < 9):
        raise parse_error(f"{key}: {quote(value)} is no number", text, places[key])
    number = int(value)
    if number == 0 and key != "mines":
        raise parse_error(f"{key}: a board has at least one cell", text, places[key])
    return number


def _read_part(
    text: str, name: str, lines: list[tuple[int, str]], size: tuple[int, int], *, emoji: bool
) -> tuple[str, ...]:
    rows, cols = size
    if len(lines) != rows:
        at = lines[-1][0] if lines else len(text)
        raise parse_error(f"[{name}] has {len(lines)} rows instead of {rows}", text, at)
    signs = _VIEW if name == "view" else _REAL
    drawn = []
    for row, (at, line) in enumerate(lines):
        plain = _spell_out(line, emoji=emoji)
        for col, sign in enumerate(plain):
            if sign not in signs:
                known = " ".join(signs)
                raise parse_error(
                    f"unknown cell {sign!r} in [{name}]: cells are {known}", text, at + (0 if emoji else col)
                )
        if len(plain) != cols:
            raise parse_error(f"row {row} of [{name}] has {len(plain)} cells instead of {cols}", text, at)
        drawn.append("".join(signs[sign] for sign in plain))
    if name == "real":
        _check_numbers(text, lines, tuple(drawn), emoji)
    return tuple(drawn)


def _check_numbers(text: str, lines: list[tuple[int, str]], drawn: tuple[str, ...], emoji: bool) -> None:
    """Refuse a layout whose numbers are not those of its mines."""
    content = Content.of_layout(drawn)
    for row, (at, line) in enumerate(lines):
        for col, sign in enumerate(_spell_out(line, emoji=emoji)):
            if sign != "*" and int(sign) != content.number(row, col):
                message = f"the number {sign} in [real] has {content.number(row, col)} mines beside it"
                raise parse_error(message, text, at + (0 if emoji else col))


def _check_view(text: str, lines: list[tuple[int, str]], layout: tuple[str, ...], *, emoji: bool) -> None:
    """Refuse a position whose numbers, mines and wrong flags are not those of the layout."""
    content = Content.of_layout(layout)
    for row, (at, line) in enumerate(lines):
        for col, sign in enumerate(_spell_out(line, emoji=emoji)):
            real = "*" if layout[row][col] == "*" else str(content.number(row, col))
            if not _fits(sign, real):
                message = f"the cell {sign} in [view] is {real} in [real]"
                raise parse_error(message, text, at + (0 if emoji else col))


def _fits(sign: str, real: str) -> bool:
    """Whether a cell of a layout, a mine or a number, can show this sign."""
    if sign in _CLUES:
        return sign == real
    if sign in "X@":
        return real == "*"
    return not (sign == "#" and real == "*")


def _spell_out(line: str, *, emoji: bool) -> str:
    """Return the signs of a line of a part, emoji as signs of ASCII."""
    return line.translate(_EMOJI_TABLE) if emoji else line
