"""Boards without guesses: uniform by enumeration, verified by the full analysis, the same on any number of threads;
bad input, and searches that find none.
"""

from __future__ import annotations

import math
import signal
import time
from collections import Counter

import pytest
from command_line import check_refused, run
from oracle.certain import no_guess_layouts

import sapper
from sapper import FirstClick, InputError, Layout, NoGuessError, Technique, game_seeds, no_guess, no_guess_many


def finishes(layout, *, counter=True):
    """Whether the full analysis finishes a layout from its start by revealing only safe cells."""
    game = sapper.Game(layout)
    game.reveal(layout.start)
    while game.status is sapper.Status.PLAYING:
        board = game.board if counter else sapper.Board.from_rows(game.board.cells, density=0.5)
        safe = sapper.analyze(board).safe_cells
        if not safe:
            return False
        for cell in safe:
            if game.status is sapper.Status.PLAYING:
                game.reveal(cell)
    return game.status is sapper.Status.WON


def mines_of(layout):
    return frozenset(layout.mines)


# --- the makers ---


@pytest.mark.parametrize(
    ("level", "rule", "start", "counter"),
    [("4x4/4", "safe", (0, 0), True), ("3x5/4", "zero", (1, 2), True), ("3x5/3", "safe", (0, 0), False)],
)
def test_uniform_makes_all_layouts_alike(level, rule, start, counter):
    size = sapper.Level.parse(level)
    expected = no_guess_layouts(size.rows, size.cols, size.mines, start, counter=counter)
    if rule == "zero":
        beside = {(start[0] + down, start[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        expected = {mines for mines in expected if not mines & beside}
    draws = 60 * len(expected)
    made = no_guess_many(level, draws, seed=7, start=start, first_click=rule, counter=counter)
    counts = Counter(mines_of(layout) for layout in made)
    assert set(counts) == expected
    chi_square = sum((counts[mines] - 60) ** 2 / 60 for mines in expected)
    freedom = len(expected) - 1
    assert abs(chi_square - freedom) < 5 * math.sqrt(2 * freedom), (chi_square, freedom)


@pytest.mark.parametrize("counter", [True, False])
def test_repair_makes_nothing_but_no_guess_layouts(counter):
    made = []
    for mines in range(1, 8):
        expected = no_guess_layouts(4, 4, mines, (1, 0), counter=counter) if counter or mines < 4 else None
        for seed in game_seeds(mines, 20):
            try:
                layout = no_guess(
                    (f"4x4/{mines}"),
                    seed=seed,
                    start=(1, 0),
                    first_click="safe",
                    maker="repair",
                    counter=counter,
                    attempts=20,
                )
            except NoGuessError:
                continue
            made.append(layout)
            assert layout.level.mines == mines
            assert expected is None or mines_of(layout) in expected
            assert finishes(layout, counter=counter)
    assert len(made) > 100


@pytest.mark.parametrize(
    ("maker", "level", "count"),
    [
        ("uniform", "9x9/10", 30),
        ("uniform", "16x30/99", 8),
        ("repair", "16x30/99", 8),
        ("repair", "16x30/140", 6),
        ("repair", "16x30/200", 6),
    ],
)
@pytest.mark.parametrize("counter", [True, False])
def test_every_board_is_finished_by_the_full_analysis(maker, level, count, counter):
    for layout in no_guess_many(level, count, seed=3, maker=maker, counter=counter):
        assert layout.first_click is FirstClick.ZERO
        assert layout.level == sapper.Level.parse(level)
        assert finishes(layout, counter=counter)
        assert sapper.rate(layout, counter=counter).solvable


@pytest.mark.parametrize("maker", ["uniform", "repair"])
def test_the_same_on_any_threads_and_one_by_one(maker):
    level = "16x16/40" if maker == "uniform" else "16x16/80"
    many = no_guess_many(level, 12, seed=9, maker=maker, threads=3)
    assert many == no_guess_many(level, 12, seed=9, maker=maker, threads=1)
    assert many == [no_guess(level, seed=seed, maker=maker) for seed in game_seeds(9, 12)]
    assert len(set(many)) == 12


def test_a_uniform_layout_is_the_layout_of_its_seed():
    layout = no_guess("expert", seed=-5, start=(7, 9))
    assert Layout.from_seed("expert", seed=layout.seed, start=(7, 9)) == layout
    assert Layout.from_text(str(layout)) == layout


def test_a_repaired_layout_round_trips_with_its_start():
    layout = no_guess("16x30/180", seed=5, start=(0, 29), maker="repair")
    again = Layout.from_text(str(layout))
    assert again == layout
    assert (again.start, again.first_click, again.seed) == ((0, 29), FirstClick.ZERO, None)


def test_a_board_of_900_cells_with_240_mines():
    assert finishes(no_guess("30x30/240", seed=1, maker="repair"))


@pytest.mark.parametrize("technique", list(Technique))
def test_no_harder_technique_is_needed_than_allowed(technique):
    for maker, level in (("uniform", "9x9/12"), ("repair", "16x30/150")):
        for layout in no_guess_many(level, 5, seed=2, maker=maker, max_technique=technique):
            rating = sapper.rate(layout)
            assert rating.solvable
            assert rating.hardest is None or rating.hardest <= technique


def test_a_difficulty_can_be_asked_for():
    for low, high in ((7.2, 7.6), (8.2, 8.5)):
        layout = no_guess("expert", seed=4, difficulty=(low, high))
        assert low <= sapper.rate(layout).difficulty <= high
        assert layout == no_guess("expert", seed=4, difficulty=(low, high))


# --- none found ---


@pytest.mark.parametrize("maker", ["uniform", "repair"])
def test_none_is_found_where_there_is_none(maker):
    # The start shows a 1, and its three neighbours are equally likely mines.
    with pytest.raises(NoGuessError, match="no board that needs no guess was found in 50 attempts") as caught:
        no_guess("2x2/1", seed=1, start=(0, 0), first_click="safe", maker=maker, attempts=50)
    best = caught.value
    assert best.layout.level.mines == 1
    assert best.board.position == "2x2:1:1a/b"
    assert not sapper.rate(best.layout).solvable


def test_the_time_given_is_kept():
    begin = time.monotonic()
    told = []
    with pytest.raises(NoGuessError) as caught:
        no_guess("16x30/220", seed=1, seconds=0.3, on_progress=told.append)
    assert time.monotonic() - begin < 30
    assert not finishes(caught.value.layout)
    assert [now.attempts for now in told] == sorted(now.attempts for now in told)
    assert told[-1].revealed == (caught.value.board.cells >= 0).sum()


def test_no_board_of_a_difficulty():
    with pytest.raises(NoGuessError, match="difficulty 20 to 30") as caught:
        no_guess("beginner", seed=1, difficulty=(20, 30), attempts=100)
    assert caught.value.board is None
    assert finishes(caught.value.layout)


def test_what_the_caller_raises_ends_the_search():
    class EnoughError(Exception):
        pass

    def stop(_):
        raise EnoughError

    with pytest.raises(EnoughError):
        no_guess("16x30/220", seed=1, on_progress=stop)


@pytest.mark.parametrize("maker", ["uniform", "repair"])
def test_ctrl_c_ends_the_search(maker):
    # A timer signal acts like Ctrl-C: its handler runs only if the engine checks for signals.
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            no_guess("100x100/6600", seed=1, maker=maker, attempts=10**9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_ctrl_c_ends_the_command(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("sapper.cli.generate.make_no_guess", interrupt)
    result = run("generate", "expert", "--no-guess")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "stopped\n")


# --- bad input ---


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"first_click": "none"}, ["safe start", "none"]),
        ({"first_click": "soon"}, ["'soon'"]),
        ({"maker": "magic"}, ["'magic'", "uniform, repair"]),
        ({"start": (9, 0)}, ["9,0"]),
        ({"start": "middle"}, ["'middle'"]),
        ({"seed": 2**64}, ["64 bits"]),
        ({"attempts": 0}, ["attempts", "0"]),
        ({"attempts": 1.5}, ["attempts", "1.5"]),
        ({"seconds": 0}, ["seconds", "0"]),
        ({"seconds": float("nan")}, ["seconds", "nan"]),
        ({"seconds": "long"}, ["'long'"]),
        ({"seconds": 10**400}, ["seconds", "1000"]),
        ({"max_technique": "magic"}, ["'magic'"]),
        ({"max_technique": 7}, ["7"]),
        ({"max_technique": 5, "counter": False}, ["counting mines"]),
        ({"difficulty": (8, 7)}, ["8", "7"]),
        ({"difficulty": 7}, ["7"]),
        ({"difficulty": (0, 10**400)}, ["(0, 1000"]),
        ({"difficulty": (7, "x")}, ["x"]),
        ({"level": "9x9/73"}, ["73 mines"]),
        ({"level": "tiny"}, ["'tiny'"]),
    ],
    ids=str,
)
def test_bad_arguments(options, words):
    arguments = {"level": "beginner", "seed": 1} | options
    with pytest.raises(InputError) as caught:
        no_guess(arguments.pop("level"), **arguments)
    for word in words:
        assert word in str(caught.value)


def test_bad_counts():
    for count, options in ((-1, {}), (1.5, {}), (1, {"threads": 0})):
        with pytest.raises(InputError):
            no_guess_many("beginner", count, seed=1, **options)
    assert no_guess_many("beginner", 0, seed=1) == []
    assert no_guess_many("beginner", 2, seed=1, threads=2**32) == no_guess_many("beginner", 2, seed=1, threads=1)


def test_layouts_whose_start_breaks_the_promise():
    mines = [(0, 0), (2, 2)]
    assert Layout.from_mines(4, 4, mines, start=(3, 3), first_click="safe").start == (3, 3)
    for start, rule in (((0, 0), "safe"), ((3, 3), "zero"), ((1, 1), "drawn"), ((2, 2), "moved")):
        with pytest.raises(InputError, match=r"allows no mine here, at [02],[02]"):
            Layout.from_mines(4, 4, mines, start=start, first_click=rule)
    with pytest.raises(sapper.ParseError, match=r"allows no mine .*line 1, column 26"):
        Layout.from_text("layout 2x2/1 first-click zero start 0,0\n..\n.*")


# --- the command ---


def test_the_command():
    printed = run("generate", "16x30/200", "--no-guess", "--maker", "repair", "--seed", 1, "--start", "8,8").stdout
    assert Layout.from_text(printed) == no_guess("16x30/200", seed=1, maker="repair", start=(8, 8))
    options = ("--no-guess", "--seed", 2, "--no-counter", "--max-technique", "pair", "--difficulty", "7.5..")
    layout = Layout.from_text(run("generate", "expert", *options).stdout)
    rating = sapper.rate(layout, counter=False)
    assert rating.hardest <= Technique.PAIR
    assert rating.difficulty >= 7.5


def test_the_command_finds_none():
    result = run("generate", "16x30/220", "--no-guess", "--seed", 1, "--time", 0.2)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("sapper: error: no board that needs no guess was found in ")
    assert "It needs a guess here:\nmines 220\n" in result.stderr


def test_the_command_refuses():
    check_refused(
        run("generate", "expert", "--maker", "repair", "--time", 3), "--maker, --time: valid only with --no-guess"
    )
    check_refused(run("generate", "expert", "--no-guess", "--difficulty", "8-9"), "'8-9'", "7.5..8")
    check_refused(run("generate", "expert", "--no-guess", "--max-technique", "luck"), "'luck'")
