"""The helper's printed reports: exact values, the same simulation run again, the charts, and bad input."""

import json
import math
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest
from command_line import check_refused, run

from sapper import Board, InputError, Level, analyze
from sapper.reference.automine_charts import difference_by_pair, draw_charts, memory_by_level, risk_of_one_clue
from sapper.reference.automine_reports import BOARDS, REPORTS, replay_report
from sapper.reference.automine_tables import PARTS, TABLES


def test_the_reports_are_those_of_the_run_script():
    pairs = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4)]
    expert = sorted([*pairs, (1, 5), (2, 5), (3, 5), (4, 4), (4, 5)])
    by_level = {level: [r.clues for r in REPORTS if r.level == level] for level in {r.level for r in REPORTS}}
    assert by_level == {Level(8, 8, 10): pairs, Level(16, 16, 40): pairs, Level(16, 32, 99): expert}


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: f"{report.level}-{report.clues}")
def test_every_report_comes_out_digit_for_digit(report):
    replay = replay_report(report)
    assert (replay.samples, replay.rows, replay.average) == (report.samples, report.rows, report.average)
    assert replay.count_equal(report) == (12 if report.rows else 1)


def test_table_3_is_rounded_from_the_first_reports():
    for report, printed in zip(REPORTS, TABLES, strict=False):
        assert (report.level, report.clues) == (Level(8, 8, 10), printed.pair)
        for place, part in enumerate(PARTS):
            for long, short in zip(report.cells(part), printed.cells(place), strict=True):
                assert abs(Fraction(long) - Fraction(short)) < Fraction(1, 10_000)


def test_exact_values_are_close_and_consistent():
    for report in REPORTS:
        exact = report.exact
        if exact is None:
            assert (report.clues, report.samples, report.expected_samples) == ((1, 5), 0, 0)
            continue
        expected = float(report.expected_samples)
        assert abs(report.samples - expected) < 0.01 * expected + 3 * math.sqrt(expected)
        assert report.exact_average == 3 * exact.before + 4 * exact.shared + 3 * exact.after
        assert abs(Fraction(report.average) - report.exact_average) < Fraction(2, 100)
        for part in PARTS:
            assert abs(report.mean(part) - getattr(exact, part)) < Fraction(4, 1000)


def test_expected_samples_count_the_layouts():
    report = REPORTS[0]
    around, inside = math.comb(3, 1) ** 2 * math.comb(52, 8), math.comb(4, 1) * math.comb(52, 9)
    share = Fraction(around + inside, math.comb(64, 10))
    assert report.expected_samples == BOARDS * 4 * 16 * share


def test_the_command_prints_the_reports():
    result = run("reference", "reports", "--level", "16x32/99", env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.stderr
    for text in ("0.118099 0.117747 0.118533", "1,505,522", "impossible", "4, 5   all ten", "5.823350", "5.832623"):
        assert text in result.stdout, text
    assert "8x8/10" not in result.stdout
    assert "95 %" not in result.stdout
    again = run("reference", "reports", "--level", "8x8/10", "--replay", env={"COLUMNS": "160"}).stdout
    assert "108 of 108 numbers come out digit for digit" in again
    assert "95 % interval" in again


def test_the_command_prints_json():
    found = json.loads(run("reference", "reports", "--json").stdout)
    assert len(found) == 32
    assert found[0]["exact"] == {"before": "27/257", "shared": "44/257", "after": "27/257"}
    assert "replay" not in found[0]
    assert [one["clues"] for one in found if one["exact"] is None] == [[1, 5]]
    again = json.loads(run("reference", "reports", "--level", "8x8/10", "--replay", "--json").stdout)
    assert all(one["replay"]["rows"] == one["rows"] for one in again)


def test_one_clue_is_what_the_engine_says():
    for clue in (1, 2, 3):
        risks = risk_of_one_clue(clue)
        for cell, place in (((2, 2), "inside"), ((2, 0), "at the edge"), ((0, 0), "in the corner")):
            cells = np.full((6, 6), -1)
            cells[cell] = clue
            exact = analyze(Board.from_rows(cells, mines=8)).mine_fraction
            assert exact((cell[0] + 1, cell[1] + 1)) == risks[place]


def test_differences_and_memory():
    found = difference_by_pair()
    assert max(abs(printed) for parts in found.values() for printed, _ in parts.values()) == 0.0011  # as stated
    assert max(abs(exact) for parts in found.values() for _, exact in parts.values()) == pytest.approx(
        0.0028, abs=5e-5
    )
    small, middle, large = memory_by_level().values()
    assert 1000 < small < middle < large < 20_000


def test_the_charts_are_drawn(tmp_path):
    result = run("reference", "charts", tmp_path / "new", "--clue", 2)
    assert result.exit_code == 0, result.stderr
    names = [f"figure-{number}.{ending}" for number in (5, 10, 17) for ending in ("svg", "png")]
    assert result.stdout.split() == [str(tmp_path / "new" / name) for name in names]
    texts = ["".join(ElementTree.parse(tmp_path / "new" / name).getroot().itertext()) for name in names[::2]]
    for text, wanted in zip(texts, ("16x32/99", "2/5", "(3, 4)"), strict=True):
        assert wanted in text
    assert all((tmp_path / "new" / name).read_bytes().startswith(b"\x89PNG") for name in names[1::2])
    before = [(tmp_path / "new" / name).read_bytes() for name in names]
    assert [path.read_bytes() for path in draw_charts(tmp_path / "new", clue=2)] == before


def test_bad_input_is_refused(tmp_path):
    check_refused(run("reference", "reports", "--level", "9x9/10"), "'9x9/10'", "16x32/99")
    check_refused(run("reference", "charts", tmp_path, "--clue", 4), "from 0 to 3", "4")
    (tmp_path / "file").write_text("")
    check_refused(run("reference", "charts", tmp_path / "file"), "file")
    with pytest.raises(InputError, match="whole number"):
        risk_of_one_clue("1")
