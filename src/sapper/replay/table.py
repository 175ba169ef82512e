"""Many replays as a table: one row of figures a replay, read from files and folders, in several processes.

>>> from sapper.replay.table import COLUMNS
>>> COLUMNS[:9]
('file', 'format', 'rows', 'cols', 'mines', 'events', 'rtime', 'won', 'bbbv')
"""

from __future__ import annotations

import csv
import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

from sapper.base.expression import Expression, Value, parse_columns
from sapper.base.extras import arrow, parquet
from sapper.base.number import quote
from sapper.base.whole_file import write_whole, writing, writing_text
from sapper.errors import InputError, SapperError
from sapper.game.metrics import MEASURES, OTHER_NAMES
from sapper.game.statistics import FIGURES, Convention
from sapper.play.luck import pluck_of
from sapper.replay.mouse import MouseRules
from sapper.replay.recording import ENDINGS
from sapper.replay.replay import Replay

__all__ = [
    "COLUMNS",
    "Row",
    "check_table",
    "describe",
    "find_files",
    "measure_files",
    "read_columns",
    "spell_error",
    "write_table",
]

Row: TypeAlias = dict[str, Any]

_TEXTS = ("file", "format", "player", "program", "version", "started", "mode", "error")
_FIRST = ("file", "format", "rows", "cols", "mines", "events", "rtime", "won", "bbbv", "ops", "isls", "zini", "hzini")
COLUMNS = (*_FIRST, *(name for name in FIGURES if name not in _FIRST), *_TEXTS[2:])
_WHOLE = {"rows", "cols", "mines", "events", "bbbv", "ops", "isls", "zini", "hzini", "left", "right", "double", "cl"}
_WHOLE |= {"lce", "rce", "dce", "ce", "wasted", "flag", "unflags", "misflags", "misunflags", "flags_wasted"}
_WHOLE |= {"bbbv_solved", "ops_solved", "isls_solved"}
# What new columns may be computed from: numbers of a row, and measures of its layout.
_NUMBERS = tuple(name for name in COLUMNS if name not in _TEXTS)
_OTHER_MEASURES = tuple(name for name in MEASURES if name not in COLUMNS)
_PIECE = 32  # files that a process reads at a time
_NO_COLUMNS: Mapping[str, Expression] = {}
_DEFAULT_RULES = MouseRules()
_TABLES = (".csv", ".json", ".jsonl", ".parquet")
_FEW = 64  # files that are read in this process


def find_files(places: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the files named, and in place of a folder all replays in it and below, sorted.

    Raises:
        InputError: a folder without replays.
    """
    found: list[str] = []
    for place in places:
        if not os.path.isdir(place):
            found.append(os.fspath(place))
            continue
        inside = sorted(
            os.path.join(folder, name)
            for folder, _, names in os.walk(place)
            for name in names
            if name.lower().endswith(ENDINGS)
        )
        if not inside:
            raise InputError(f"the folder {quote(os.fspath(place))} holds no replay ({', '.join(ENDINGS)})")
        found += inside
    return found


def read_columns(texts: Iterable[str]) -> dict[str, Expression]:
    """Return new columns that are given as NAME=EXPRESSION over the numbers of a row and all measures of its layout.

    Raises:
        ParseError: no such text, a name that is none or taken, or an expression that cannot be read.
    """
    return parse_columns(texts, (*_NUMBERS, *_OTHER_MEASURES), taken=_TEXTS, other_names=OTHER_NAMES)


def describe(
    replay: Replay,
    *,
    convention: Convention = "board",
    pluck: bool = False,
    columns: Mapping[str, Expression] = _NO_COLUMNS,
) -> Row:
    """Return the row of a replay: what the file tells, the measures of its layout, and all figures of the game.

    `pluck` analyses every move for the luck of the game; otherwise `pluck` and `luck` are None. `columns` are added.

    Raises:
        LimitError: with `pluck`, a position too wide to analyse.
    """
    one = replay.recording
    luck = pluck_of(replay.layout, replay.clicks, questions=one.questions) if pluck else None
    played = replay.measure(convention=convention, pluck=luck)
    measured = played.measured
    zini, hzini = measured.zini, measured.hzini  # first, because the others come along with them
    row: Row = {
        "file": replay.name,
        "format": one.format,
        "rows": one.rows,
        "cols": one.cols,
        "mines": len(one.mines),
        "events": one.count,
        "ops": measured.ops,
        "isls": measured.isls,
        "zini": zini,
        "hzini": hzini,
        **played.figures(),
        "player": one.player,
        "program": one.program,
        "version": one.version,
        "started": one.started,
        "mode": one.mode,
        "error": None if one.fault is None else str(one.fault),
    }
    ordered = {name: row[name] for name in COLUMNS}
    for name, expression in columns.items():
        ordered[name] = expression.value(lambda one: _find_value(ordered, replay, one))
    return ordered


def measure_files(
    files: Sequence[str],
    *,
    convention: Convention = "board",
    pluck: bool = False,
    partial_files: bool = False,
    columns: Mapping[str, Expression] = _NO_COLUMNS,
    rules: MouseRules = _DEFAULT_RULES,
    processes: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> Iterator[Row]:
    """Yield the row of every replay in files, in order; a file that cannot be read gives a row with its error alone.

    `rules` are those of the mouse, and `on_progress` is called with the files done and their number.
    """
    measure = partial(
        _measure_file, convention=convention, pluck=pluck, partial_files=partial_files, columns=columns, rules=rules
    )
    if processes <= 1 or len(files) <= _FEW:
        for done, file in enumerate(files, start=1):
            yield from measure(file)
            if on_progress is not None:
                on_progress(done, len(files))
        return
    # Processes start anew: a fork of a process with threads may wait for ever.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for done, rows in enumerate(pool.map(measure, files, chunksize=_PIECE), start=1):
            yield from rows
            if on_progress is not None:
                on_progress(done, len(files))


def check_table(path: Path) -> str:
    """Return the ending of a file that `write_table` can write, in small letters.

    Raises:
        InputError: another ending.
    """
    ending = path.suffix.lower()
    if ending not in _TABLES:
        raise InputError(f"a table is written as .csv, .json or .parquet, not {quote(path.name)}")
    return ending


def write_table(path: Path, rows: Iterable[Row], *, columns: Iterable[str] = ()) -> None:
    """Write rows as .csv, .json (one object a line) or .parquet. `columns` are the names of new columns.

    Raises:
        InputError: another ending.
        MissingError: .parquet without pyarrow.
        OSError: the file cannot be written.
    """
    ending, names = check_table(path), (*COLUMNS, *columns)
    if ending in (".json", ".jsonl"):
        write_whole(path, "".join(f"{to_json(row)}\n" for row in rows))
    elif ending == ".csv":
        with writing_text(path) as text:
            writer = csv.DictWriter(text, names)
            writer.writeheader()
            writer.writerows(rows)
    else:
        schema = arrow.schema([(name, _type_of(name)) for name in names])
        with writing(path) as stream:
            parquet.write_table(arrow.Table.from_pylist(list(rows), schema=schema), stream)


def _find_value(row: Row, replay: Replay, name: str) -> Value:
    """The value of a column in a new one: of a row, or a measure of the layout."""
    if name in _OTHER_MEASURES:
        return replay.statistics.measured.measure(name)
    value = row[name]
    return value if isinstance(value, int | float) else None


def to_json(row: Row) -> str:
    """Return a row as one JSON object; an infinite value, the pluck of a lost game, is null."""
    finite = {
        name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in row.items()
    }
    return json.dumps(finite, ensure_ascii=False)


def spell_error(error: SapperError | OSError) -> str:
    """Return what is wrong with a file, without its name."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _measure_file(
    file: str,
    *,
    convention: Convention,
    pluck: bool,
    partial_files: bool,
    columns: Mapping[str, Expression],
    rules: MouseRules,
) -> list[Row]:
    rows = []
    try:
        for replay in Replay.read_all(file, partial=partial_files, rules=rules):
            rows.append(describe(replay, convention=convention, pluck=pluck, columns=columns))
    except (SapperError, OSError) as error:
        rows.append(dict.fromkeys((*COLUMNS, *columns)) | {"file": file, "error": spell_error(error)})
    return rows


def _type_of(name: str) -> Any:  # noqa: ANN401  # a type of pyarrow
    if name in _TEXTS:
        return arrow.string()
    if name == "won":
        return arrow.bool_()
    return arrow.int64() if name in _WHOLE else arrow.float64()
