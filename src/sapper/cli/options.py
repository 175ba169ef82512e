"""Options that several commands share, the texts they take, and how rates and times are printed.

>>> read_cell("3,4")
(3, 4)
>>> from sapper.run.interval import Rate
>>> spell_rate(Rate(540, 1000)), spell_time(75), spell_time(4000)
('54.00 % (50.90 to 57.07)', '1 min 15 s', '1 h 06 min')
"""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Any

import typer

from sapper.base.number import quote, read_count, whole_number
from sapper.base.threads import count_cores
from sapper.board.cell import Cell
from sapper.board.level import Level
from sapper.board.shape import Shape
from sapper.cli.names import complete_level, complete_strategy
from sapper.errors import InputError
from sapper.game.layout import FirstClick
from sapper.run.interval import Rate, SequentialTest

__all__ = [
    "LEVELS_HELP",
    "BoardArgument",
    "ClusterOption",
    "CodesOption",
    "ColumnOption",
    "DatabaseOption",
    "DensityOption",
    "FirstClickOption",
    "JsonOption",
    "LayoutNumberOption",
    "LayoutSeedOption",
    "LayoutsArgument",
    "LevelArgument",
    "LevelOption",
    "LuckFreeOption",
    "MinesOption",
    "SeedOption",
    "StartOption",
    "StrategyOption",
    "ThreadsOption",
    "TrustFlagsOption",
    "choose_seed",
    "choose_threads",
    "count_option",
    "read_cell",
    "read_codes",
    "read_range",
    "read_start",
    "read_test",
    "spell_count",
    "spell_rate",
    "spell_time",
]

# Random seeds stay below this, so that JSON readers that use doubles keep all digits.
_SEEDS = 2**53

LEVELS_HELP = (
    "beginner, intermediate, expert, classic, ROWSxCOLS/MINES such as 16x30/99, a level of another shape such as "
    "hex-easy, or SHAPE/MINES such as torus:9x9/12."
)

BoardArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="File with a board: a picture, a position, JSON, or a form of another program. - reads standard input. "
        "A position such as 1x3:1:b1 or a link can be given instead of a file.",
    ),
]
DatabaseOption = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="Database of games and scores, as for sapper serve.",
        show_default="$SAPPER_DATABASE, or a file in ~/.local/share/sapper",
    ),
]
MinesOption = Annotated[
    int | None,
    typer.Option(metavar="N", help="Number of mines of the board.", show_default="the number the board states"),
]
DensityOption = Annotated[
    float | None,
    typer.Option(metavar="P", help="Mine probability of each cell, for a board whose number of mines is unknown."),
]
CodesOption = Annotated[
    str | None,
    typer.Option(
        metavar="CODES",
        help="What unusual cells stand for: ms_toollib, or pairs such as 9=mine,#=hidden,blank=0.",
        show_default="none are read",
    ),
]
TrustFlagsOption = Annotated[bool, typer.Option("--trust-flags", help="Treat every flag as a mine.")]
ColumnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="NAME=EXPRESSION",
        help="Add a column that is computed from others, such as save=bbbv-zini; may be given several times.",
        show_default="none",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
LevelArgument = Annotated[str, typer.Argument(metavar="LEVEL", help=LEVELS_HELP, autocompletion=complete_level)]
LevelOption = Annotated[str, typer.Option(metavar="LEVEL", help=LEVELS_HELP, autocompletion=complete_level)]
LayoutsArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE",
        help="File with layouts, as generate prints them, or puzzles; or a layout of another program, or its "
        "link. - reads standard input.",
        show_default="the layout of --seed",
    ),
]
LayoutNumberOption = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Number of the layout in FILE, from 1.", show_default="all")
]
LayoutSeedOption = Annotated[
    int | None,
    typer.Option(metavar="SEED", help="Seed of the layout, any integer of 64 bits.", show_default="a random seed"),
]
SeedOption = Annotated[
    int, typer.Option(metavar="SEED", help="Seed of the run. Game i uses the i-th seed derived from it.")
]
StrategyOption = Annotated[
    str,
    typer.Option(
        metavar="NAME[@BUDGET][,SETTING=VALUE...]",
        help="Strategy that plays: a built-in one, or an importable Python module.",
        autocompletion=complete_strategy,
    ),
]
StartOption = Annotated[
    str | None,
    typer.Option(
        metavar="ROW,COL", help="First cell to reveal, counted from 0.", show_default="set by level and first click"
    ),
]
FirstClickOption = Annotated[
    FirstClick,
    typer.Option(
        help="Guarantee about the start cell.\n\n\b\n"
        "zero   no mine on it or beside it\n"
        "drawn  as zero; layouts of older programs\n"
        "safe   no mine on it\n"
        "moved  as safe; a mine there is moved away\n"
        "none   it may be a mine"
    ),
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="Number of threads, or of processes for a Python strategy.", show_default="all cores"
    ),
]
LuckFreeOption = Annotated[
    bool,
    typer.Option(
        "--luck-free",
        help="Play games that have a value instead of being won or lost. At a guess the value is multiplied by the "
        "exact chance, and the game goes on. The mean is the win rate, with a narrower interval.",
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Dask cluster that plays: tcp://HOST:PORT of a scheduler, or local:N to start N processes.",
        show_default="this process plays",
    ),
]


def count_option(help_text: str, *, least: int = 0, show_default: bool | str = True) -> Any:  # noqa: ANN401
    """Return an option that counts games or boards and reads 500, 1e6, 1_000_000 and 100k."""

    def parse(text: str | int) -> int:
        try:
            return whole_number(text if isinstance(text, int) else read_count(text, "N"), "N", least=least)
        except InputError as error:
            raise typer.BadParameter(str(error)) from None

    return typer.Option(metavar="N", parser=parse, help=help_text, show_default=show_default)


def choose_seed(seed: int | None) -> int:
    """The seed that was given, or a random one."""
    return secrets.randbelow(_SEEDS) if seed is None else seed


def choose_threads(threads: int | None, cluster: str | None) -> int | None:
    """The number of threads that was given, or all cores; None beside a cluster, which has its own."""
    return count_cores() if threads is None and cluster is None else threads


def read_start(text: str | None, level: str | None = None) -> Cell | None:
    """Return the start cell of a level, written as ROW,COL or as its shape names it; None if it is left out.

    Raises:
        InputError: the text has another form, or the level is unknown.
    """
    if text is None:
        return None
    return read_cell(text, None if level is None else Level.parse(level).shape)


def read_cell(text: str, shape: Shape | None = None) -> Cell:
    """The cell written as ROW,COL or, on another shape than squares, by its own name.

    Raises:
        InputError: the text has another form, or the shape has no such cell.
    """
    if shape is not None and not shape.is_square:
        return shape.cell(text.strip())
    match = re.fullmatch(r"\s*\(?\s*(-?[0-9]{1,18})\s*,\s*(-?[0-9]{1,18})\s*\)?\s*", text)
    if match is None:
        raise InputError(f"a cell is written as row,column such as 3,3, not {quote(text)}")
    return int(match[1]), int(match[2])


def read_codes(text: str | None) -> str | dict[str | int, int | str] | None:
    """Return codes written as the name of a program or as CODE=MEANING,...; None if the option is left out.

    Raises:
        InputError: a pair without a meaning.

    >>> read_codes("9=mine,#=hidden,blank=0"), read_codes("ms_toollib")
    ({9: 'mine', '#': 'hidden', ' ': '0'}, 'ms_toollib')
    """
    if text is None or "=" not in text:
        return text
    codes: dict[str | int, int | str] = {}
    for pair in re.split(r",(?!=)", text):
        code, _, meaning = pair.rpartition("=")
        if not code or not meaning:
            raise InputError(f"codes are written as code=meaning such as 9=mine, not {quote(pair)}")
        codes[" " if code == "blank" else int(code) if re.fullmatch(r"-?[0-9]{1,9}", code) else code] = meaning
    return codes


def read_range(text: str) -> tuple[float, float]:
    """The range written as A..B; an end that is left out is open.

    Raises:
        InputError: the text has another form.

    >>> read_range("7.5..8"), read_range("..6")
    ((7.5, 8.0), (-inf, 6.0))
    """
    match = re.fullmatch(r"\s*([0-9]{0,9}(?:\.[0-9]{1,9})?)\s*\.\.\s*([0-9]{0,9}(?:\.[0-9]{1,9})?)\s*", text)
    if match is None:
        raise InputError(f"a difficulty is written as least..most such as 7.5..8, not {quote(text)}")
    return float(match[1] or "-inf"), float(match[2] or "inf")


def read_test(text: str, error: float) -> SequentialTest:
    """The sequential test written as WORSE,BETTER in points.

    Raises:
        InputError: the text has another form, or the test is invalid.
    """
    try:
        worse, better = map(float, text.split(","))
    except ValueError:
        raise InputError(f"a test is written worse,better in points such as 0,0.5, not {quote(text)}") from None
    return SequentialTest(worse, better, error)


def spell_count(count: float, noun: str) -> str:
    """A number of things, such as 1 cell or 10,000 cells."""
    return f"{count:,.10g} {noun}{'' if count == 1 else 's'}"


def spell_rate(rate: Rate) -> str:
    """A rate in percent with its interval."""
    return f"{rate.value * 100:.2f} % ({rate.low * 100:.2f} to {rate.high * 100:.2f})"


def spell_time(seconds: float) -> str:
    """Return a time as hours, minutes and seconds, without leading zero parts."""
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {whole % 60:02d} s" if minutes else f"{seconds:.1f} s"
