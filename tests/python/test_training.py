"""Training of instinct and knack: engine and network have the same output, and training reduces the error."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest
from lessons import SCHOOLS, Lessons, collect
from network import CLIP, Network, Pupils, learn, score
from teach_knack import collect as collect_clicks
from teach_knack import score as score_clicks
from weights import ENGINE, write_weights

HIDDEN = (64, 32)
COURSE = SCHOOLS["squares"].courses[2]


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    return collect(COURSE, 200, 1, lambda played, found: None)


def read_network(text: str) -> Network:
    """Return the weights in a header."""
    tables = {
        name: np.array([float(number.rstrip("f")) for number in re.split(r",\s*", body.strip())], np.float32)
        for name, body in re.findall(r" (\w+)\[\d+\] = \{([^}]*)\};", text)
    }
    (steps,) = re.findall(r"STEP = 1.0f / (\d+);", text)
    step = np.float32(1 / int(steps))
    sizes = [tables["MEAN"].size, tables["FIRST_START"].size, tables["SECOND_START"].size, 1]
    names = ["FIRST", "SECOND", "LAST"]
    shapes = itertools.pairwise(sizes)
    weights = [tables[name].reshape(shape) * step for name, shape in zip(names, shapes, strict=True)]
    starts = [tables[f"{name}_START"] * step for name in names[:2]]
    return Network(tables["MEAN"], tables["SCALE"], weights, starts)


def test_a_guess_has_several_candidates_and_the_first_is_the_best_by_lookahead(lessons):
    count = np.bincount(lessons.guess)
    assert count.size > 10
    assert count.min() >= 2
    assert count.max() <= 8
    first = np.cumsum(count) - count
    assert (lessons.ahead <= lessons.ahead[first][lessons.guess]).all()
    assert ((lessons.worth > 0) & (lessons.worth <= 1)).all()
    assert np.isfinite(lessons.traits).all()


def test_lessons_are_the_same_on_any_number_of_threads(lessons):
    again = collect(COURSE, 200, 2, lambda played, found: None)
    for name, values in vars(lessons).items():
        assert np.array_equal(values, getattr(again, name)), name


# Six neighbours have a network of their own; all other shapes share that of squares.
@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("squares", "intermediate"),
        ("hexagons", "hex:14x14/39"),
        ("hexagons", "globe:92/22"),
        ("squares", "tri:8x12/20"),
    ],
)
def test_the_engine_judges_as_the_network_does(name, level):
    lessons = collect(replace(COURSE, level=level, start=None), 60, 1, lambda played, found: None)
    judged = np.clip(read_network((ENGINE / f"instinct_{name}.hpp").read_text()).judge(lessons.traits), -0.1, 0.1)
    assert np.abs(judged).max() > 0.001
    assert np.abs(judged - lessons.judged).max() < 1e-5


def test_what_is_written_is_what_was_learned(lessons, tmp_path):
    pupils = Pupils.of(lessons)
    *_, network = learn(pupils, np.resize(np.arange(len(pupils.at)), 512), hidden=HIDDEN, epochs=2)
    assert all(np.abs(start).max() > 0 for start in network.starts)
    path = tmp_path / "squares.hpp"
    write_weights(path, network, namespace="instinct::squares", about="Weights.", by="a test")
    text = path.read_text()
    assert f"CLIP = {CLIP};" in text
    written = read_network(text)
    assert np.abs(written.judge(lessons.traits) - network.judge(lessons.traits)).max() < 0.0005


def test_the_slopes_lead_downhill():
    # Training finds a worth that depends on one trait alone.
    random = np.random.default_rng(3)
    guess = np.repeat(np.arange(2000), 4)
    traits = random.standard_normal((guess.size, 5)).astype(np.float32)
    ahead = random.uniform(0.6, 0.8, guess.size)
    worth = ahead * 0.5 * (1 + 0.03 * np.tanh(traits[:, 1]) + 0.01 * random.standard_normal(guess.size))
    pupils = Pupils.of(Lessons(guess, traits, ahead * 0, ahead, worth, np.full(guess.size, 0.005)))
    apart, taught = np.split(random.permutation(2000), [400])
    networks = learn(pupils, taught, hidden=HIDDEN, epochs=6)
    explained = [score(network, pupils, apart)[0] for network in networks]
    assert explained[0] < explained[-1]
    assert explained[-1] > 0.5
    assert score(network_without_answer(pupils), pupils, apart)[:2] == (pytest.approx(0), pytest.approx(0))


def network_without_answer(pupils: Pupils) -> Network:
    """Return an untrained network."""
    *_, network = learn(pupils, np.arange(512), hidden=HIDDEN, epochs=1)
    network.weights[-1][:] = 0
    return network


@pytest.fixture(scope="module")
def clicks():
    return collect_clicks(3, 1)


def test_lessons_of_clicks_begin_with_the_usual_one(clicks):
    count = np.diff(clicks.first)
    assert count.size > 50
    assert count.min() >= 2
    usual = clicks.first[:-1]
    assert np.all(clicks.gain[usual] == 0)
    assert np.all(clicks.error[usual] == 0)
    assert np.abs(clicks.gain).max() > 0.5
    assert np.isfinite(clicks.traits).all()
    assert clicks.traits.std(0).min() > 0  # no trait is always the same


def test_lessons_of_clicks_are_the_same_on_any_number_of_threads(clicks):
    again = collect_clicks(3, 2)
    for name, values in vars(clicks).items():
        assert np.array_equal(values, getattr(again, name)), name


def test_the_engine_judges_clicks_as_the_network_does(clicks):
    network = read_network((ENGINE / "knack_weights.hpp").read_text())
    assert np.abs(network.judge(clicks.traits) - clicks.judged).max() < 1e-4


def test_knack_tells_good_clicks_from_bad_ones(clicks):
    # The weights in the engine explain most of what clicks save that were played out on these boards.
    network = read_network((ENGINE / "knack_weights.hpp").read_text())
    pupils = clicks.pupils()
    explained, gain, error = score_clicks(network, pupils, np.arange(len(pupils.at)))
    assert explained > 0.6
    assert gain > -2 * error
