"""Levels: the named ones, the custom ones, where games start, and bad input."""

import contextlib
import dataclasses
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.base.number import quote, seed_number, whole_number
from sapper.board.level import LEVELS, FirstClick, Level
from sapper.board.sizes import SHAPE_LEVELS
from sapper.errors import InputError, LimitError, SapperError
from sapper.game.dealing import check_terms
from sapper.game.live import Terms


class Rude:
    """An object whose __index__ and __repr__ raise."""

    def __index__(self):
        raise RuntimeError("no")

    def __repr__(self):
        raise RuntimeError("no")


NOT_WHOLE = [
    True,
    1.0,
    2.5,
    float("nan"),
    "3",
    None,
    [1],
    1j,
    np.float64(3),
    np.True_,
    np.array([1, 2]),
    Rude(),
]


def test_named_levels():
    assert {name: str(level) for name, level in LEVELS.items()} == {
        "beginner": "9x9/10",
        "intermediate": "16x16/40",
        "expert": "16x30/99",
        "classic": "8x8/10",
    }
    for name, level in LEVELS.items():
        assert Level.parse(name) is level


def test_levels_cannot_be_changed():
    with pytest.raises(TypeError):
        LEVELS["beginner"] = Level(1, 1, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        LEVELS["beginner"].mines = 11


@given(rows=st.integers(1, 4000), cols=st.integers(1, 4000), data=st.data())
def test_text_form_round_trips(rows, cols, data):
    level = Level(rows, cols, data.draw(st.integers(0, rows * cols)))
    assert Level.parse(str(level)) == level
    assert pickle.loads(pickle.dumps(level)) == level


def test_numpy_integers_become_plain():
    level = Level(np.int64(3), np.uint8(4), np.int32(5))
    assert level == Level(3, 4, 5)
    assert type(level.rows) is type(level.cols) is type(level.mines) is int


@pytest.mark.parametrize(
    "text",
    [
        *["", "Expert", " expert", "9x9", "9x9/", "x9/10", "9x9/10 ", "-9x9/10", "9x9/-1", "9.0x9/10"],
        *["9X9/10", "9x9/1\n", "\u0669x9/10", "0x9/0", "9x0/0", "3x3/10", "a" * 10**6, "\x00"],
        *[None, 7, b"expert", ["expert"], Level],
    ],
    ids=quote,
)
def test_bad_texts(text):
    with pytest.raises(InputError):
        Level.parse(text)


def test_bad_text_is_quoted_and_the_levels_are_named():
    with pytest.raises(InputError, match=r"unknown level 'exprt': it is one of beginner, .*16x30/99"):
        Level.parse("exprt")


@pytest.mark.parametrize("bad", NOT_WHOLE, ids=quote)
def test_anything_but_whole_numbers(bad):
    for arguments in ((bad, 9, 10), (9, bad, 10), (9, 9, bad)):
        with pytest.raises(InputError, match="must be a whole number"):
            Level(*arguments)


def test_numbers_out_of_range():
    with pytest.raises(InputError, match="rows must be at least 1, not 0"):
        Level(0, 9, 0)
    with pytest.raises(InputError, match="cols must be at least 1, not -3"):
        Level(9, -3, 0)
    with pytest.raises(InputError, match="mines must be at least 0, not -1"):
        Level(9, 9, -1)
    with pytest.raises(InputError, match="82 mines do not fit in 81 cells"):
        Level(9, 9, 82)
    assert Level(9, 9, 81).mines == 81
    with pytest.raises(InputError, match="mines do not fit"):
        Level(9, 9, 10**5000)


@pytest.mark.parametrize("side", [10**5, 10**9, 10**30, 10**5000], ids=quote)
def test_absurd_sizes(side):
    with pytest.raises(LimitError, match="limit of 16777216 cells"):
        Level(side, side, 1)


@pytest.mark.parametrize(
    "text", ["1000000000x1/1", f"{10**40}x2/1", "9" * 10**6 + "x1/1", "1x1/" + "9" * 10**6], ids=quote
)
def test_absurd_texts(text):
    with pytest.raises(LimitError):
        Level.parse(text)


def test_default_starts():
    assert LEVELS["beginner"].default_start("zero") == (2, 2)
    assert LEVELS["intermediate"].default_start(FirstClick.ZERO) == (2, 2)
    assert LEVELS["expert"].default_start("zero") == (3, 3)
    assert Level(16, 30, 98).default_start("zero") == (2, 2)
    for level in LEVELS.values():
        assert level.default_start("safe") == level.default_start("none") == level.default_start("moved") == (0, 0)
    assert Level(1, 9, 1).default_start("zero") == (0, 2)
    assert Level(9, 2, 1).default_start("zero") == (2, 1)
    assert Level(1, 1, 0).default_start("zero") == (0, 0)


def test_a_start_whose_neighbours_leave_no_room_for_the_mines_is_not_the_default():
    level = Level.parse("box:3x3x3x3/40")
    assert level.default_start("zero") == (0, 0, 0, 0)
    assert Level.parse("box:3x3x3x3/0").default_start("zero") == (1, 1, 1, 1)
    assert sapper.Layout.from_seed(level, seed=1).start == (0, 0, 0, 0)
    hexagons = Level.parse("hex:5x5/18")
    assert hexagons.default_start("zero") == (1, 1)
    assert Level.parse("hex:5x5/19").default_start("zero") != (1, 1)


@pytest.mark.parametrize("bad", ["", "Zero", "one", None, 0, [], b"zero"])
def test_unknown_rules(bad):
    with pytest.raises(InputError, match=r"one of none, safe, zero, drawn, moved$"):
        FirstClick(bad)
    with pytest.raises(InputError):
        LEVELS["beginner"].default_start(bad)


@pytest.mark.parametrize("bad", NOT_WHOLE, ids=quote)
def test_whole_number_refuses(bad):
    with pytest.raises(InputError, match=r"^width must be a whole number, not "):
        whole_number(bad, "width")


def test_seed_numbers():
    for seed in (0, -(2**63), 2**64 - 1, np.int64(-1), np.uint64(2**64 - 1)):
        assert seed_number(seed) == int(seed)
    for seed in (-(2**63) - 1, 2**64, 10**5000):
        with pytest.raises(InputError, match="seed must fit in 64 bits"):
            seed_number(seed)


@given(st.one_of(st.text(), st.integers(), st.floats(), st.binary(), st.lists(st.integers())))
def test_quotes_are_short_and_any_level_text_is_a_level_or_our_error(value):
    assert len(quote(value)) <= 63
    with contextlib.suppress(SapperError):
        assert isinstance(Level.parse(value), Level)


def test_quote_never_fails():
    assert quote(Rude()) == "an object of type Rude"
    assert quote(10**5000) == "an object of type int"
    assert quote("é" * 100) == "'" + "é" * 59 + "..."


@pytest.mark.parametrize("rule", FirstClick)
def test_the_clear_side_tells_how_many_mines_fit(rule):
    for rows, cols in itertools.product(range(1, 6), repeat=2):
        most = rows * cols - min(rule.clear_side, rows) * min(rule.clear_side, cols)
        for mines in range(rows * cols):
            terms = Terms("id", "new", Level(rows, cols, mines), rule, False, 1, False, None, None, False, None, 0)
            if mines <= most:
                check_terms(terms)
            else:
                with pytest.raises(InputError, match="do not fit"):
                    check_terms(terms)


@pytest.mark.parametrize("name", SHAPE_LEVELS)
def test_levels_of_other_shapes_have_names(name):
    level = Level.parse(name)
    assert str(level) == SHAPE_LEVELS[name]
    assert Level.parse(name.replace("-", "_")) == level
    assert sapper.simulate(name, games=1, seed=1, strategy="safest").spec.level == level
