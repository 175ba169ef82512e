"""Intervals and the sequential test, against published values and by simulation."""

import math

import numpy as np
import pytest

import sapper
from sapper.run.interval import Decision, PairedDifference, Rate, SequentialTest


# Wilson's interval: values from the worked examples of Newcombe (1998), method 3.
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_published(wins, games, low, high):
    rate = Rate(wins, games)
    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)


def test_ends_of_the_scale():
    assert (Rate(0, 0).low, Rate(0, 0).high) == (0.0, 1.0)
    assert math.isnan(Rate(0, 0).value)
    assert Rate(0, 5).low == 0.0
    assert Rate(5, 5).high == 1.0
    assert Rate(0, 5).high == pytest.approx(1 - Rate(5, 5).low)


def test_wilson_covers():
    rng = np.random.default_rng(1)
    wins = rng.binomial(300, 0.54, 4000)
    held = np.mean([Rate(int(won), 300).low <= 0.54 <= Rate(int(won), 300).high for won in wins])
    assert 0.94 < held < 0.96


@pytest.mark.parametrize("games", [50, 1000])
def test_the_paired_interval_covers(games):
    rng = np.random.default_rng(2)
    counts = rng.multinomial(games, [0.10, 0.06, 0.84], 4000)
    pairs = [PairedDifference(games, int(first), int(second)) for first, second, _ in counts]
    assert 0.94 < np.mean([pair.low <= 0.04 <= pair.high for pair in pairs]) < 0.98


def test_paired_difference_by_hand():
    pairs = PairedDifference(games=1000, only_first=60, only_second=40)
    assert pairs.value == 0.02
    # Bonett and Price: ((61 - 41) / 1002) -+ 1.96 sqrt((102 / 1002 - (20 / 1002)^2) / 1002)
    half = 1.959964 * math.sqrt((102 / 1002 - (20 / 1002) ** 2) / 1002)
    assert (pairs.low, pairs.high) == (pytest.approx(20 / 1002 - half), pytest.approx(20 / 1002 + half))
    assert str(pairs) == "+2.000 ± 1.972 points"


def decisions(difference: float, test: SequentialTest, *, runs: int, seed: int) -> list[Decision]:
    """Return the decision of the test if A is ahead by `difference` points, evaluated every 500 boards."""
    rng = np.random.default_rng(seed)
    ahead = difference / 100
    found = []
    for _ in range(runs):
        games = first = second = 0
        decision = Decision.OPEN
        while decision is Decision.OPEN and games < 400_000:
            more = rng.multinomial(500, [0.06 + ahead / 2, 0.06 - ahead / 2, 0.88])
            games, first, second = games + 500, first + int(more[0]), second + int(more[1])
            decision = test.decide(PairedDifference(games, first, second))
        found.append(decision)
    return found


@pytest.mark.parametrize(("ahead", "wrong"), [(0.0, Decision.FIRST), (1.0, Decision.SECOND)])
def test_the_sequential_test_keeps_its_error(ahead, wrong):
    found = decisions(ahead, SequentialTest(worse=0.0, better=1.0, error=0.05), runs=600, seed=3)
    # 600 runs at an error of 5 % are wrong 30 times; four standard deviations above that is 52.
    assert found.count(wrong) <= 52
    assert Decision.OPEN not in found


def test_a_clear_difference_is_found_soon():
    test = SequentialTest(worse=0.0, better=1.0)
    assert test.decide(PairedDifference(1000, 30, 30)) is Decision.OPEN
    assert test.decide(PairedDifference(20_000, 1400, 1000)) is Decision.FIRST
    assert test.decide(PairedDifference(20_000, 1000, 1400)) is Decision.SECOND
    assert test.decide(PairedDifference(0, 0, 0)) is Decision.OPEN


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ({"worse": 1.0, "better": 1.0}, "1.0 and 1.0"),
        ({"better": math.nan}, "nan"),
        ({"worse": "a"}, "unlike 'a' and 0.5"),
        ({"worse": None}, "unlike None and 0.5"),
        ({"better": 10**400}, "unlike 0.0 and 1000"),
        ({"error": "b"}, "not 'b'"),
        ({"error": None}, "not None"),
        ({"error": 0.5}, "0.5"),
        ({"error": 0.0}, "0.0"),
    ],
)
def test_bad_tests_are_refused(arguments, quoted):
    with pytest.raises(sapper.InputError, match=quoted):
        SequentialTest(**arguments)


def test_a_rate_is_a_number():
    rate = Rate(540, 1000)
    assert float(rate) == rate.value == 0.54
    assert f"{rate:.1%}" == "54.0%"
    assert f"{rate}" == str(rate)
    assert math.isnan(float(Rate(0, 0)))
