"""Sentences by language: what is to be said comes in as data, a text or its parts come out.

What is to be said is a dict: the entry of the catalogue as `say`, and values for its places. A catalogue is a file
beside this module, `en.json` or `de.json`, read by the page too. Both have the same entries with the same places.

>>> said = {"say": "proof.safe", "cells": [(0, 1)]}
>>> ENGLISH.text(said), ENGLISH.text(said, spell), catalogue("de").text(said)
('row 1 column 2 is safe', '0,1 is safe', 'Zeile 1 Spalte 2 ist sicher')
>>> ENGLISH.parts(said, spell)
[Named(cell=(0, 1), text='0,1'), ' is safe']

An entry is a text with places:

    {count}         a number, a text, or something to be said itself
    {^clue}         the same with a capital letter
    {clue~to}       by the entry `NAME.to` in place of `NAME`, for languages that inflect
    {numbers:or}    a list, joined by the entry `list.or`; `and`, `then` and `sentences` are others
    {cell:cell}     the name of a cell
    {cells:cells}   names of cells, the first eight at most
    {cells:count}   the length of a list
    {risk:percent}  a share, as a percentage with three digits
    {risk:whole}    a share, as a percentage without decimals
    {risk:number}   a number with three digits; `precise` writes four
    {count?0=no mines|1=a mine|{count} mines}   the text of the first key that equals the value, or else the last
                    one. A list counts as its length, true and false as yes and no, a missing value as none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

__all__ = [
    "ENGLISH",
    "WORDS",
    "Catalogue",
    "Language",
    "Named",
    "Part",
    "Said",
    "Speller",
    "begin",
    "catalogue",
    "choose_language",
    "spell",
]

Language: TypeAlias = Literal["en", "de"]
Said: TypeAlias = Mapping[str, Any]
Speller: TypeAlias = Callable[[Any], str]  # how a cell is written in a sentence

_Value: TypeAlias = Any  # of a place

WORDS: Final = Path(__file__).parent  # the folder of the catalogues
_MOST_NAMED = 8  # cells named one by one in a sentence
_SPACE = "\N{NO-BREAK SPACE}"
_DIGITS = {"number": 3, "precise": 4}
_HEAD = re.compile(r"\{(?:(?P<of>\w+)\?|(?P<begin>\^?)(?P<name>\w+)(?:~(?P<case>\w+))?(?::(?P<form>\w+))?\})")
_KEY = re.compile(r"(\w+)=")
_TEXT = re.compile(r"[^{}|]+")


class Named(NamedTuple):
    """A cell in a sentence."""

    cell: Any
    text: str  # its name as the sentence writes it


Part: TypeAlias = str | Named


class _Place(NamedTuple):
    name: str
    begin: bool
    case: str
    form: str


class _Choice(NamedTuple):
    name: str
    texts: dict[str, list[Any]]  # "": where no key fits


class Catalogue:
    """The sentences of one language."""

    def __init__(self, language: Language, entries: Mapping[str, str]) -> None:
        """Keep the entries; each is read when it is first needed."""
        self.language = language
        self.entries = entries
        self._read: dict[str, list[Any]] = {}

    def text(self, said: Said, spell: Speller | None = None) -> str:
        """Return what is to be said as one text; `spell` names cells, in words unless it is given."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts(said, spell))

    def parts(self, said: Said, spell: Speller | None = None) -> list[Part]:
        """Return the same in parts: texts, and cells with their names."""
        return _Saying(self, spell or self.spell).say(said)

    def entry(self, name: str) -> str:
        """Return the text of an entry without places."""
        return self.entries[name]

    def percent(self, share: float) -> str:
        """Return a share as a sentence writes it, with a space that no line breaks at.

        >>> ENGLISH.percent(0.125)
        '12.5\\xa0%'
        """
        return f"{self.number(100 * share)}{_SPACE}%"

    def number(self, value: float, digits: int = 3) -> str:
        """Return a number with so many significant digits."""
        return f"{value:.{digits}g}".replace(".", self.entries["decimal"])

    def spell(self, cell: object) -> str:
        """Return a cell as players count: row and column in words, counted from 1; other names as they are."""
        if isinstance(cell, tuple | list) and len(cell) == 2 and all(isinstance(part, int) for part in cell):
            return self.text({"say": "cell.place", "row": cell[0] + 1, "col": cell[1] + 1})
        return self.text({"say": "cell.name", "name": spell(cell)})

    def join(self, items: Sequence[str], how: str = "and") -> str:
        """Return texts as a list in a sentence."""
        return self.text({"say": f"join.{how}", "items": items})

    def nodes(self, name: str) -> list[Any]:
        """Return the parts of an entry."""
        if name not in self._read:
            self._read[name] = _parse(self.entries[name])
        return self._read[name]


class _Saying:
    """A catalogue with a way to name cells."""

    def __init__(self, catalogue: Catalogue, spell: Speller) -> None:
        self.catalogue, self.spell = catalogue, spell

    def say(self, said: Said, case: str = "") -> list[Part]:
        name = said["say"]
        cased = f"{name}.{case}"
        return _merge(self._fill(self.catalogue.nodes(cased if cased in self.catalogue.entries else name), said))

    def _fill(self, nodes: Sequence[Any], values: Said) -> Iterator[Part]:
        for node in nodes:
            if isinstance(node, str):
                yield node
            elif isinstance(node, _Choice):
                key = _key(values.get(node.name))
                yield from self._fill(node.texts.get(key, node.texts.get("", ())), values)
            else:
                shown = self._show(values[node.name], node.form, node.case)
                yield from _capital(_merge(shown)) if node.begin else shown

    def _show(self, value: _Value, form: str, case: str) -> list[Part]:
        words = self.catalogue
        match form:
            case "":
                return self.say(value, case) if isinstance(value, Mapping) else [str(value)]
            case "cell":
                return [Named(value, self.spell(value))]
            case "cells":
                return self._list_cells(value)
            case "count":
                return [str(len(value))]
            case "percent":
                return [words.percent(value)]
            case "whole":
                return [f"{100 * value:.0f}{_SPACE}%"]
            case "number" | "precise":
                return [words.number(value, _DIGITS[form])]
        return list(_between([self._show(item, "", case) for item in value], words.entries[f"list.{form}"]))

    def _list_cells(self, cells: Sequence[Any]) -> list[Part]:
        items: list[list[Part]] = [[Named(cell, self.spell(cell))] for cell in cells[:_MOST_NAMED]]
        if len(cells) > _MOST_NAMED:
            items[-1] = self.say({"say": "cells.more", "count": len(cells) - _MOST_NAMED + 1})
        return list(_between(items, self.catalogue.entries["list.and"]))


@cache
def catalogue(language: Language) -> Catalogue:
    """Return the sentences of a language."""
    return Catalogue(language, json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8")))


def choose_language(accepted: str | None) -> Language:
    """Return the first language of a header `Accept-Language` that has sentences; English if none has.

    >>> choose_language("fr, de-CH;q=0.9, en;q=0.8"), choose_language(None)
    ('de', 'en')
    """
    for tag in (accepted or "").split(","):
        name = tag.partition(";")[0].strip()[:2].lower()
        for language in get_args(Language):
            if name == language:
                return catalogue(language).language
    return "en"


def begin(text: str) -> str:
    """Return a text as the beginning of a sentence, with a capital letter."""
    return text[:1].upper() + text[1:]


def spell(cell: object) -> str:
    """Return a cell as every message and command writes it: row and column, counted from 0, or its other name.

    >>> spell((0, 1)), spell((2, 0, 1)), spell(17), spell("a7")
    ('0,1', '2,0,1', '17', 'a7')
    """
    return ",".join(map(str, cell)) if isinstance(cell, tuple) else str(cell)


def _key(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(len(value)) if isinstance(value, list | tuple) else str(value)


def _between(items: Sequence[Sequence[Part]], joints: str) -> Iterator[Part]:
    """Yield the parts of all items with what stands between them: "between|before the last"."""
    between, _, last = joints.partition("|")
    for at, item in enumerate(items):
        if at:
            yield last if at == len(items) - 1 else between
        yield from item


def _capital(parts: list[Part]) -> list[Part]:
    first, *rest = parts
    return [begin(first) if isinstance(first, str) else Named(first.cell, begin(first.text)), *rest]


def _merge(parts: Iterator[Part] | Sequence[Part]) -> list[Part]:
    """Return parts with texts that stand beside each other as one."""
    merged: list[Part] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part:
            merged.append(part)
    return merged


def _parse(text: str) -> list[Any]:
    nodes, end = _nodes(text, 0, inside=False)
    if end != len(text):
        raise ValueError(f"{text!r} has a brace too many at {end}")
    return nodes


def _nodes(text: str, at: int, *, inside: bool) -> tuple[list[Any], int]:
    """Return what stands up to the end of the text or, inside of a choice, of this alternative."""
    nodes: list[Any] = []
    while at < len(text) and not (text[at] == "}" or (inside and text[at] == "|")):
        head = _HEAD.match(text, at)
        plain = head or _TEXT.match(text, at)
        if plain is None:  # a bar outside of choices
            nodes.append(text[at])
            at += 1
        elif head is None:
            nodes.append(plain[0])
            at = plain.end()
        elif head["of"] is None:
            nodes.append(_Place(head["name"], bool(head["begin"]), head["case"] or "", head["form"] or ""))
            at = head.end()
        else:
            choice = _Choice(head["of"], {})
            at = head.end() - 1
            while text[at] != "}":
                key = _KEY.match(text, at + 1)
                choice.texts[key[1] if key else ""], at = _nodes(text, key.end() if key else at + 1, inside=True)
            nodes.append(choice)
            at += 1
    return nodes, at


ENGLISH = catalogue("en")
