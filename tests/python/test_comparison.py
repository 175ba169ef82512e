"""Comparisons: the same boards on both sides, recorded or played, and a test that always stops at the same game."""

import numpy as np
import pytest

import sapper
from sapper.run.recorded import read_csv_text

SMALL = {"level": "9x9/16", "seed": 2}


def wins(strategy, games=400):
    return np.array(sapper.simulate(games=games, strategy=strategy, **SMALL).table["won"])


def test_the_difference_is_that_of_two_runs():
    found = sapper.compare("safest", "random", games=400, **SMALL)
    first, second = wins("safest"), wins("random")
    assert (found.games, found.first_rate.wins, found.second_rate.wins) == (400, first.sum(), second.sum())
    assert found.pairs.only_first == np.count_nonzero(first & ~second)
    assert found.pairs.only_second == np.count_nonzero(~first & second)
    assert [board.game for board in found.differing] == (np.flatnonzero(first != second) + 1).tolist()
    assert found.differing[0].seed == sapper.game_seeds(2, 400)[found.differing[0].game - 1]
    assert found.decision == "open"
    assert min(found.seconds) > 0


def test_a_strategy_is_level_with_itself():
    found = sapper.compare("safest", "safest@fast", games=100, **SMALL)
    assert (found.pairs.value, found.differing) == (0.0, ())


def test_against_a_file(tmp_path):
    """Only the boards of the file are played, in its order, whether its seeds are signed or unsigned."""
    seeds = sapper.game_seeds(2, 60)[::-1]
    won = wins("random", 60)[::-1]
    lines = [
        f"{seed - 2**64 if seed >= 2**63 else seed},{int(good)},x" for seed, good in zip(seeds, won, strict=True)
    ]
    path = tmp_path / "rival.csv"
    path.write_text("game_seed,won,guesses\n" + "\n".join(lines) + "\n")
    found = sapper.compare("safest", path, level="9x9/16", seed=99)
    assert (found.games, found.second_rate.wins) == (60, won.sum())
    assert found.first_rate.wins == wins("safest", 60).sum()
    assert sapper.compare("random", str(path), level="9x9/16").pairs.only_first == 0
    assert sapper.compare(path, "safest", level="9x9/16", games=7).games == 7
    with pytest.raises(sapper.InputError, match="61 games are more than the 60"):
        sapper.compare("safest", path, level="9x9/16", games=61)


def test_two_folders(tmp_path):
    for strategy, games in (("safest", 50), ("random", 80)):
        sapper.simulate(games=games, strategy=strategy, folder=tmp_path / strategy, **SMALL)
    found = sapper.compare(tmp_path / "safest", tmp_path / "random")
    assert (found.games, str(found.spec.level)) == (50, "9x9/16")
    assert found.pairs == sapper.compare("safest", "random", games=50, **SMALL).pairs
    assert sapper.compare(tmp_path / "safest", "random").pairs == found.pairs
    sapper.simulate("9x9/16", games=5, seed=3, strategy="safest", folder=tmp_path / "seed3")
    with pytest.raises(sapper.InputError, match="no board in common"):
        sapper.compare(tmp_path / "safest", tmp_path / "seed3")
    sapper.simulate("9x9/16", games=5, seed=2, strategy="safest", start=(0, 0), folder=tmp_path / "corner")
    with pytest.raises(sapper.InputError, match=r"corner' was played with start \(0, 0\), not \(2, 2\)"):
        sapper.compare(tmp_path / "safest", tmp_path / "corner")


def test_it_stops_in_the_same_place_on_any_number_of_threads():
    test = sapper.SequentialTest(worse=0, better=4)
    one, two = (
        sapper.compare("safest", "random", level="expert", games=20_000, threads=threads, test=test)
        for threads in (1, 2)
    )
    assert one.decision == two.decision == "first"
    assert one.games == two.games < 20_000
    assert one.games % 500 == 0
    assert one.differing == two.differing


def test_progress_is_reported():
    told = []
    sapper.compare("safest", "random", games=1200, on_progress=told.append, **SMALL)
    assert [now.games for now in told] == [500, 1000, 1200]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", "has \\[\\]"),
        ("seed,lost\n1,0\n", "has \\['seed', 'lost'\\] \\(line 1\\)"),
        ("seed,won\n", "no games"),
        ("seed,won\n1,1\nx,1\n", "not 'x' \\(line 3\\)"),
        ("seed,won\n1,1\n18446744073709551616,1\n", "'18446744073709551616' \\(line 3\\)"),
        ("seed,won\n1,2\n", "not '2' \\(line 2\\)"),
        ("seed,won\n1\n", "not None \\(line 2\\)"),
        ("seed,won\n1,1\n1,0\n", "seed 1 is listed twice \\(line 3\\)"),
        ("seed,won\n-1,1\n18446744073709551615,0\n", "twice \\(line 3\\)"),
        ("seed,won\r1,1\r1,0\r", "seed 1 is listed twice \\(line 3\\)"),
        (f"seed,won\n1,1\n2,{'1' * 140_000}\n", "'file.csv' cannot be read as CSV: field larger .* \\(line 3\\)"),
        (f"{'seed' * 40_000},won\n", "'file.csv' cannot be read as CSV: field larger .* \\(line 1\\)"),
    ],
)
def test_faults_of_a_file_are_quoted(text, quoted):
    with pytest.raises(sapper.ParseError, match=quoted):
        read_csv_text(text, "file.csv")


def test_the_longest_comparison_begins_at_once():
    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sapper.compare("safest", "random", games=2**32, on_progress=stop, **SMALL)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "latin.csv").write_bytes(b"\xef\xbb\xbfseed,won,who\n1,1,Ada\n2,0,Zo\xeb\n")
    with pytest.raises(sapper.ParseError, match=r"latin.csv' is not UTF-8 text: it has the byte 0xeb \(line 3\)"):
        sapper.compare("safest", tmp_path / "latin.csv")


def test_an_unreadable_folder_is_not_a_run(monkeypatch):
    """Simulates a refusal by the system, because root may read every file."""

    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.is_file", refuse)
    with pytest.raises(sapper.RunError, match="'closed' cannot be read: Permission denied"):
        sapper.compare("closed", "safest")


def test_bad_arguments_are_quoted():
    with pytest.raises(sapper.LimitError, match="100000000000 games are more than a run has"):
        sapper.compare("safest", "random", games=10**11)
    with pytest.raises(sapper.InputError, match="games is missing"):
        sapper.compare("safest", "random")
    with pytest.raises(sapper.InputError, match="unknown strategy 'no_such'"):
        sapper.compare("safest", "no_such", games=5)
    with pytest.raises(sapper.InputError, match=r"'no_such.csv' cannot be read: No such file"):
        sapper.compare("safest", "no_such.csv")
    with pytest.raises(sapper.InputError, match="cannot be read: embedded null"):
        sapper.compare("safest", "a\0.csv")
    with pytest.raises(sapper.InputError, match="unknown strategy 'xxx"):
        sapper.compare("safest", "x" * 5000, games=5)
    with pytest.raises(sapper.InputError, match="test is a SequentialTest or None, not 5"):
        sapper.compare("safest", "random", games=5, test=5)
