"""The report: its numbers agree with the rows, and its page loads no other file."""

import csv
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import sapper
from sapper.game.moves import read_moves
from sapper.run.report.facts import gather_facts
from sapper.run.report.failures import find_failures
from sapper.run.report.page import make_page, write_report


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report") / "run"
    return sapper.simulate("8x12/18", games=300, seed=2, strategy="safest", first_click="safe", folder=folder)


@pytest.fixture(scope="module")
def rows(run):
    return run.table.to_pylist()


def test_facts_agree_with_the_rows(run, rows):
    facts = gather_facts(run)
    odds = np.concatenate([row["guess_odds"] for row in rows])
    assert sum(kind.guesses for kind in facts.kinds) == len(odds)
    assert sum(kind.expected for kind in facts.kinds) == pytest.approx(np.sum(1 - odds))
    assert sum(kind.failed for kind in facts.kinds) == run.games - run.wins
    assert sum(share.rate.games for share in facts.calibration) == len(odds)
    assert sum(share.rate.games - share.rate.wins for share in facts.calibration) == run.games - run.wins
    assert sum(share.rate.wins for share in facts.by_guesses) == run.wins
    assert facts.deaths.sum() == facts.progress.sum() == run.games - run.wins
    assert facts.deaths[rows[-1]["died_row"] or 0, rows[-1]["died_col"] or 0] >= (not rows[-1]["won"])
    assert facts.course[-1].rate == run.win_rate
    assert sum(count for _, count in facts.times) == run.games
    assert facts.means["mouse_clicks"] == pytest.approx(np.mean([row["mouse_clicks"] for row in rows]))
    assert facts.seconds == pytest.approx(sum(row["nanoseconds"] for row in rows) / 1e9)
    assert list(facts.quantiles) == sorted(facts.quantiles)


def test_failures_can_be_replayed(run):
    failures = find_failures(run)
    assert len(failures) == run.games - run.wins
    assert [failure.failed_odds for failure in failures] == sorted((f.failed_odds for f in failures), reverse=True)
    for failure in failures[:20]:
        layout = sapper.Layout.from_seed(run.spec.level, seed=failure.seed, start=(0, 0), first_click="safe")
        game = sapper.Game(layout)
        for cell in read_moves(failure.moves, run.spec.level):
            game.reveal(cell)
        assert game.exploded == (failure.died_row, failure.died_col)


def test_the_page_is_complete_in_itself(run):
    path = write_report(run)
    page = path.read_text()
    assert path.parent == run.folder
    assert not re.search(r"""(src|href)=["'](?!#|data:)""", page)
    assert "url(http" not in page
    for svg in re.findall(r"<svg .*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(svg.replace("xlink:href", "href"))
        assert "aria-label" in svg
        assert "#0102" not in svg, "a stand-in colour is left"
    with open(run.folder / "failures.csv", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == run.games - run.wins


@pytest.mark.parametrize("level", ["3x3/0", "4x4/14"])
def test_runs_without_wins_or_losses_have_a_page(level):
    run = sapper.simulate(level, games=6, strategy="safest", first_click="none")
    assert "</html>" in make_page(run)


def test_a_run_in_memory_has_no_place_for_a_report():
    with pytest.raises(sapper.RunError, match="no place"):
        write_report(sapper.simulate("4x4/2", games=2, strategy="safest"))
