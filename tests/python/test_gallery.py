"""The gallery: all strategies play the same boards, the table agrees with the games, and the picture is drawn."""

import json

import numpy as np
import pytest
from command_line import check_refused, run

import sapper
from sapper import InputError, _engine
from sapper.play.strategy import Strategy
from sapper.run.gallery.entries import ENTRIES, Entry, choose_entries
from sapper.run.gallery.picture import draw_gallery
from sapper.run.gallery.play import Exhibit, Gallery, play_gallery
from sapper.run.spec import RunSpec


def test_every_strategy_of_the_engine_hangs_in_it():
    strategies = [Strategy.parse(entry.strategy) for entry in ENTRIES]
    assert {strategy.name for strategy in strategies} == set(_engine.strategy_names())
    assert len({entry.name for entry in ENTRIES}) == len({str(strategy) for strategy in strategies}) == len(ENTRIES)


def test_all_entries_play_the_boards_of_the_run():
    entries = (Entry("a", "safest", "Sapper"), Entry("b", "random", "Sapper"), Entry("c", "automine", "x", share=5))
    told = []
    gallery = play_gallery(
        "beginner", games=300, seed=3, entries=entries, threads=2, on_progress=lambda *now: told.append(now)
    )
    for exhibit, games in zip(gallery.exhibits, (300, 300, 60), strict=True):
        plain = sapper.simulate("beginner", games=games, seed=3, strategy=exhibit.entry.strategy, threads=1)
        np.testing.assert_array_equal(exhibit.values, plain.table["won"].to_numpy())
        assert exhibit.seconds > 0
    assert told[-1] == (660, 660, "b")
    pairs = gallery.exhibits[0].against(gallery.exhibits[2])
    first, third = gallery.exhibits[0].values[:60] == 1, gallery.exhibits[2].values == 1
    assert (pairs.games, pairs.only_first) == (60, int((first & ~third).sum()))


def exhibit(name, wins, seconds, family="Sapper", games=100):
    return Exhibit(Entry(name, "safest", family), (np.arange(games) < wins).astype(np.float64), seconds)


def hang(*exhibits):
    spec = RunSpec.make("beginner", seed=1, strategy="safest")
    return Gallery(spec, max(len(one.values) for one in exhibits), exhibits)


def test_the_frontier_is_what_none_of_ours_beats():
    gallery = hang(
        exhibit("slow and poor", 20, 3.0),
        exhibit("quick", 30, 1.0),
        exhibit("theirs", 90, 0.1, family="x"),
        exhibit("slow", 50, 4.0),
        exhibit("same", 30, 2.0),
    )
    assert [one.entry.name for one in gallery.frontier] == ["quick", "slow"]
    assert gallery.yardstick.entry.name == "slow and poor"
    assert hang(exhibit("a", 1, 1), exhibit("best", 2, 1)).yardstick.entry.name == "best"


def test_one_that_played_fewer_boards_counts_by_its_difference():
    # On its ten boards it wins nine, and best all of them.
    gallery = hang(exhibit("best", 50, 1.0), exhibit("few", 9, 2.0, games=10))
    assert gallery.strength(gallery.exhibits[1])[0] == pytest.approx(0.4)
    assert [one.entry.name for one in gallery.frontier] == ["best"]


@pytest.mark.parametrize(
    "exhibits",
    [
        [exhibit("best", 0, 1e-5)],
        [exhibit("best", 50, 1e-5), exhibit("theirs", 48, 1e-5, family="x")],
        [exhibit("best", 90, 1e-5), exhibit("few", 9, 1.0, games=10), exhibit("far", 0, 10.0, family="x")],
    ],
    ids=["one", "one panel", "two panels"],
)
def test_the_picture(tmp_path, exhibits):
    paths = draw_gallery(hang(*exhibits), tmp_path / "new")
    assert [path.name for path in paths] == ["gallery-light.png", "gallery-dark.png"]
    for path in paths:
        assert path.read_bytes().startswith(b"\x89PNG")
        assert path.stat().st_size > 10_000


def test_entries_by_name_family_and_strategy():
    assert [entry.name for entry in choose_entries(["best", "matrix", "best"])] == ["best", "matrix"]
    assert {entry.family for entry in choose_entries(["superloc", "sapper"])} == {"superloc", "Sapper"}
    assert choose_entries(["lookahead,second=0.1"])[0].strategy == "lookahead,second=0.1"
    with pytest.raises(InputError, match="unknown strategy 'nobody'"):
        choose_entries(["nobody"])
    with pytest.raises(InputError, match="needs an entry"):
        choose_entries([])


def test_the_command(tmp_path):
    result = run("gallery", "best@fast", "automine", "--level", "beginner", "--games", 40, "--out", tmp_path)
    assert result.exit_code == 0, result.stderr
    assert "9x9/10, first click zero at 2,2, 40 boards of run seed 1" in " ".join(result.stdout.split())
    assert "automine, no search" in result.stdout
    saved = json.loads((tmp_path / "gallery.json").read_text())
    assert saved["compared_with"] == "best@fast"
    assert [entry["games"] for entry in saved["entries"]] == [40] * 5
    assert (tmp_path / "gallery-dark.png").exists()
    assert (tmp_path / "gallery.md").read_text().count("\n") == 7


def test_the_command_as_json():
    found = json.loads(run("gallery", "safest", "--level", "4x4/3", "--games", 5, "--no-picture", "--json").stdout)
    assert (found["level"], found["entries"][0]["games"]) == ("4x4/3", 5)


def test_the_command_refuses():
    check_refused(run("gallery", "nobody", "--games", 5), "nobody")
    check_refused(run("gallery", "safest", "--level", "9x9"), "9x9")
    check_refused(run("gallery", "safest", "--start", "99,0", "--games", 5), "99")
    assert run("gallery", "--games", 0).exit_code == 2
    check_refused(run("gallery", "safest", "--games", 10**11), "100000000000 games are more than a run has")
