"""The columns of a run: games of all strategies fill them, and the documents list them."""

import dataclasses
import re
from pathlib import Path

import numpy as np
import pyarrow
import pytest

import sapper
from sapper import _engine
from sapper.play.player import PlayedGames
from sapper.run.columns import COLUMNS, list_columns, make_schema

ROOT = Path(__file__).resolve().parents[2]
GAMES = 40


def guess(analysis):
    return analysis.safest_cells[0]


@pytest.mark.parametrize("strategy", ["safest", guess])
@pytest.mark.parametrize("kept", [False, True])
def test_every_column_is_filled(tmp_path, strategy, kept):
    folder = tmp_path / "run" if kept else None
    table = sapper.simulate("6x6/9", games=GAMES, seed=1, strategy=strategy, folder=folder).table
    assert table.schema.names == make_schema().names
    for field, column in zip(make_schema(), list_columns(luck_free=False), strict=True):
        found = table[column.name]
        # Parquet has no type for dictionaries inside lists, so the index may be wider after reading.
        stored = pyarrow.list_(pyarrow.dictionary(pyarrow.int32(), pyarrow.string()))
        assert found.type in ((field.type, stored) if "dictionary" in column.type else (field.type,)), column.name
        assert found.null_count == (table["won"].to_pylist().count(True) if "null when won" in column.meaning else 0)


def test_what_follows_from_the_layout_is_the_same_for_both():
    tables = [sapper.simulate("6x6/9", games=GAMES, seed=1, strategy=one).table for one in ("safest", guess)]
    engine, function = (table.select(["game", "seed", "openings", "bbbv"]).to_pydict() for table in tables)
    assert engine == function


def test_the_engine_gives_every_field_of_played_games():
    grid = _engine.square_grid(4, 4)
    seeds = np.array([1], np.uint64)
    found = _engine.play_games(grid, 3, _engine.FirstClick.ZERO, (0, 0), seeds, "safest", {}, 1)
    assert list(found) == [field.name for field in dataclasses.fields(PlayedGames)]


def test_the_document_has_the_table():
    text = (ROOT / "docs" / "runs.md").read_text(encoding="utf-8")
    table = text.partition("| column | type | holds |\n| --- | --- | --- |\n")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (.+) \|$", table, re.MULTILINE)
    assert rows == [(column.name, column.type, column.meaning) for column in COLUMNS]
