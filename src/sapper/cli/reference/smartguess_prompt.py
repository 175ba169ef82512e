"""The prompt of `sapper reference smartguess`: asks for the settings one by one, each with its default.

Questions go to standard error and answers come from standard input, which may be a pipe. An empty answer takes the
default. A wrong answer is refused with the reason, and the question is asked again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import typer

from sapper.base.number import quote, read_count, seed_number
from sapper.board.level import Level
from sapper.cli.reference.smartguess_screen import EVERYTHING, NOTHING
from sapper.errors import InputError, SapperError
from sapper.game.layout import game_count
from sapper.reference import smartguess as system

__all__ = ["Settings", "ask_settings"]

_LONGEST_ANSWER = 10_000  # bytes; a longer line is several answers

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the document's program."""

    games: int  # games to play, at least 1
    level: Level  # the field
    first: str  # how to start
    mode: str  # how to guess
    replay: int  # seed of the one game to play; 0: play a run
    screen: int | None  # how much to print, from 0 to 2; None: as usual for a run or a game


def ask_settings(usual: Settings) -> Settings:
    """Ask for every setting; the usual ones are the defaults.

    Raises:
        InputError: the input ended before the last answer.
    """
    typer.echo("Enter the settings. An empty answer takes the default, which is in brackets.", err=True)
    games = _ask("Number of games", str(usual.games), lambda text: game_count(read_count(text, "games")))
    field = f"{usual.level.cols}-{usual.level.rows}-{usual.level.mines}"
    level = _ask("Field, columns-rows-mines", field, system.read_field)
    first = _ask(
        "Reveal zeros early in the game, 0=off, 1=on",
        _number(usual.first, system.FIRSTS),
        system.read_first,
    )
    mode = _ask(
        "Guessing method, 0=random, 1=smartguess, 2=perfectmode",
        _number(usual.mode, system.MODES),
        system.read_mode,
    )
    replay = _ask(
        "Seed, 0=random seed, other=play only the game of this seed",
        str(usual.replay),
        lambda text: seed_number(_read_number(text)),
    )
    detail = usual.screen
    if detail is None:
        detail = EVERYTHING if replay else NOTHING
    screen = _ask("Print 0=little, 1=the result of each game, 2=everything", str(detail), _read_screen)
    return Settings(games, level, first, mode, replay, screen)


def _ask(question: str, default: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read."""
    while True:
        typer.echo(f"{question}: [{default}] ", nl=False, err=True)
        line = sys.stdin.buffer.readline(_LONGEST_ANSWER)
        if not line:
            typer.echo(err=True)
            raise InputError(f"the input ended at the question {question!r}, so no game was played")
        if not sys.stdin.isatty():
            typer.echo(err=True)  # the reader of a pipe does not see the line ends of the answers
        try:
            return read(line.decode(errors="replace").strip() or default)
        except SapperError as error:
            typer.echo(f"  {error}", err=True)


def _read_number(text: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,20}", text) is None:
        raise InputError(f"a whole number is needed, not {quote(text)}")
    return int(text)


def _read_screen(text: str) -> int:
    number = _read_number(text)
    if not NOTHING <= number <= EVERYTHING:
        raise InputError(f"a number from {NOTHING} to {EVERYTHING} is needed, not {quote(text)}")
    return number


def _number(word: str, words: tuple[str, ...]) -> str:
    return str(words.index(word))
