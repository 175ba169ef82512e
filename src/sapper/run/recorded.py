"""Recorded results by seed: a run in a folder, or a CSV file of any program.

A path comes in; `Recorded` comes out: which boards were played, in order, and which of them were won, or the values
of luck-free games. A CSV file
has a header with the columns `seed` (or `game_seed`) and `won` (1 and 0, or true and false); others are ignored.

>>> recorded = read_csv_text("seed,won,guesses\\n648562388970459621,1,3\\n-7,0,2\\n", "rival.csv")
>>> recorded.seeds, recorded.values.tolist()
([648562388970459621, 18446744073709551609], [1.0, 0.0])
"""

from __future__ import annotations

import csv
import errno
import io
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper.base.number import quote, seed_number
from sapper.errors import InputError, ParseError, RunError
from sapper.run.run import Run
from sapper.run.spec import RunSpec

__all__ = ["Recorded", "read_csv_text", "read_recorded"]

_SEED_COLUMNS = ("seed", "game_seed")
_TRUTH = {"1": True, "true": True, "0": False, "false": False}


@dataclass(frozen=True, slots=True)
class Recorded:
    """Recorded games, by the seeds of their layouts."""

    name: str  # where they come from
    seeds: list[int]  # unsigned, in the order of the games, no two alike
    values: NDArray[np.float64]  # one entry a seed: 1 or 0, won or lost; of luck-free games their values
    spec: RunSpec | None  # what was played, if known


def read_recorded(path: str | PathLike[str]) -> Recorded | None:
    """Return the results in a file or folder; None for a path that does not look like either.

    Raises:
        RunError: a folder whose run cannot be read.
        InputError: a CSV file that cannot be read.
        ParseError: a CSV file with a fault, at its line.
    """
    place = Path(path)
    if _holds_run(place):
        run = Run.open(place)
        result = "value" if run.spec.luck_free else "won"
        rows = run.query(f"select seed, {result}::double as value from games order by game")
        return Recorded(str(path), rows["seed"].to_pylist(), rows["value"].to_numpy(), run.spec)
    if place.suffix.lower() == ".csv":
        return read_csv_text(_read_file(place), str(path))
    return None


def read_csv_text(text: str, name: str) -> Recorded:
    """Return the results a CSV text holds.

    Raises:
        ParseError: a missing column, an invalid seed or result, a repeated seed, or a field longer than the reader
            allows.
    """
    reader = csv.DictReader(io.StringIO(text, newline=None))  # accepts all line ends
    try:
        results = _read_results(reader, name)
    except csv.Error as error:
        line = reader.reader.line_num  # DictReader.line_num is that of the last line without a fault
        raise ParseError(f"{name!r} cannot be read as CSV: {error}", line) from error
    if not results:
        raise ParseError(f"{name!r} holds no games", 1)
    return Recorded(name, list(results), np.fromiter(results.values(), np.float64), None)


def _holds_run(place: Path) -> bool:
    try:
        return (place / "spec.json").is_file()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # a strategy with many settings is too long for a path
            return False
        raise RunError(f"{str(place)!r} cannot be read: {error.strerror}") from error


def _read_file(place: Path) -> str:
    try:
        content = place.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name no file can have
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{str(place)!r} cannot be read: {reason}") from error
    try:
        return content.decode().removeprefix("\ufeff")  # the byte order mark some programs write
    except UnicodeDecodeError as error:
        fault, line = content[error.start], content.count(b"\n", 0, error.start) + 1
        raise ParseError(f"{str(place)!r} is not UTF-8 text: it has the byte 0x{fault:02x}", line) from error


def _read_results(reader: csv.DictReader[str], name: str) -> dict[int, bool]:
    heads = reader.fieldnames or []
    column = next((head for head in _SEED_COLUMNS if head in heads), None)
    if column is None or "won" not in heads:
        raise ParseError(f"{name!r} needs the columns seed and won, but has {quote(list(heads))}", 1)
    results: dict[int, bool] = {}
    for row in reader:
        seed, won = _read_seed(row[column], reader.line_num), _TRUTH.get((row["won"] or "").strip().lower())
        if won is None:
            raise ParseError(f"won is 1 or 0, not {quote(row['won'])}", reader.line_num)
        if seed in results:
            raise ParseError(f"seed {seed} is listed twice", reader.line_num)
        results[seed] = won
    return results


def _read_seed(text: str | None, line: int) -> int:
    try:
        return seed_number(int(text or "")) % 2**64
    except ValueError:
        raise ParseError(f"a seed is a whole number of 64 bits, not {quote(text)}", line) from None
