"""The columns of a run: games of all strategies fill them, and the documents list them."""

import dataclasses
import re
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow
import pytest

import sapper
from sapper import _engine
from sapper.game.metrics import MEASURES
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


@pytest.mark.parametrize("strategy", ["safest", guess])
def test_measures_of_layouts_become_columns(tmp_path, strategy):
    wanted = [name for name in MEASURES if name not in ("bbbv", "ops")]
    run = sapper.simulate("6x6/9", games=20, seed=4, strategy=strategy, folder=tmp_path, measures=wanted, threads=2)
    assert run.table.schema.names == [*make_schema().names, *wanted]
    for row in run.table.to_pylist():
        found = sapper.metrics(sapper.Layout.from_seed("6x6/9", seed=row["seed"], start=run.spec.start))
        assert {name: row[name] for name in wanted} == {name: found.measure(name) for name in wanted}
    assert sapper.Run.open(tmp_path).spec.measures == tuple(wanted)
    with pytest.raises(sapper.RunError, match="measures"):
        sapper.simulate("6x6/9", games=20, seed=4, strategy=strategy, folder=tmp_path, measures=["zini"])


def test_measures_that_a_run_cannot_have_are_refused():
    play = partial(sapper.simulate, games=1, strategy="safest")
    assert play("4x4/3", measures=["zini", "isls", "zini"]).table.schema.names[-2:] == ["isls", "zini"]
    for level, measures, told in [
        ("4x4/3", ["zinni"], "'zinni'"),
        ("4x4/3", ["bbbv"], "'bbbv'"),
        ("4x4/3", "zini", "list of names"),
        ("4x4/3", 3, "list of names"),
        ("4x4/3", [["zini"]], "zini"),
        ("box:4x4x4/2", ["zini8"], "rows and columns"),
    ]:
        with pytest.raises(sapper.InputError, match=told):
            play(level, measures=measures)
    with pytest.raises(sapper.InputError, match="luck-free"):
        play("4x4/3", measures=["zini"], luck_free=True)


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
