"""Exercises of the server: what it sends is what the maker makes, and ratings move as Glicko-2 says."""

from __future__ import annotations

import pytest
from playing import ask

import sapper
from sapper.game.exercise import KINDS
from sapper.web import exercises
from sapper.web.database import open_database
from sapper.web.exercise_job import make_exercises
from sapper.web.exercises import POOL, Exercises
from sapper.web.glicko import LEAST_DEVIATION, MOST_DEVIATION, Standing, after_try, rate
from sapper.web.requests import Try


def pick(client, kind, **asked):
    return ask(client, "/api/exercises", kind=kind, **asked)


def tell(client, *tries):
    answer = client.post("/api/exercises/tries", json={"tries": list(tries)})
    assert answer.status_code == 200, answer.text
    return answer.json()["counted"]


def one_try(kind="pair", seed=1, *, solved=True, rating=1000.0, deviation=100.0):
    return {"kind": kind, "seed": seed, "solved": solved, "rating": rating, "deviation": deviation}


def test_glicko_2_agrees_with_the_worked_example_of_its_paper():
    results = [(Standing(1400, 30), 1), (Standing(1550, 100), 0), (Standing(1700, 300), 0)]
    rating, deviation, volatility = rate(Standing(1500, 200, 0.06), results)
    # The paper rounds in between and gives 1464.06, 151.52 and 0.05999.
    assert rating == pytest.approx(1464.06, abs=0.011)
    assert deviation == pytest.approx(151.52, abs=0.005)
    assert volatility == pytest.approx(0.05999, abs=0.000_01)


def test_a_standing_moves_the_right_way_and_stays_within_bounds():
    one, other = Standing(1000), Standing(1200, 80)
    assert after_try(one, other, 1).rating > 1000 > after_try(one, other, 0).rating
    assert after_try(one, other, 1).deviation < one.deviation
    assert rate(Standing(1000, 100), []).deviation > 100
    for score in (0, 1):
        standing = Standing(1000)
        for _ in range(300):
            standing = after_try(standing, Standing(1500, 50), score)
            assert LEAST_DEVIATION <= standing.deviation <= MOST_DEVIATION
            assert -3000 < standing.rating < 6000
    # A surprise raises the volatility.
    assert rate(Standing(1000, 50, 0.06), [(Standing(2500, 50), 1)]).volatility > 0.06


@pytest.mark.parametrize("kind", KINDS)
def test_exercises_are_those_of_the_maker(client, kind):
    found = pick(client, kind, count=1)
    assert found["all"] == POOL
    (rated,) = found["exercises"]
    view = rated["exercise"]
    made = sapper.exercise(kind, seed=view["seed"])
    values = {".": -1}
    cells = [values[sign] if sign in values else int(sign) for sign in view["board"]]
    assert cells == made.board.cells.ravel().tolist()
    assert (view["kind"], view["mines"]) == (kind, made.board.mines)
    assert [tuple(cell) for cell in view["answers"]] == list(made.answers)
    assert view["cell"] in view["answers"]
    if kind == "guess":
        assert "row" in view["text"]
        assert view["steps"] == []
        best = max(win for win in view["wins"] if win is not None)
        assert all(view["wins"][row * view["cols"] + col] == best for row, col in view["answers"])
    else:
        assert view["wins"] is None
        assert view["cell"] in view["steps"][-1]["safe"]
        assert max(step["technique"] for step in view["steps"] if step["technique"] == kind) == kind


def test_seen_exercises_are_not_sent_again_until_all_are(client):
    seeds = set()
    for _ in range(5):
        found = pick(client, "single", count=3, seen=",".join(map(str, seeds)))["exercises"]
        new = {one["exercise"]["seed"] for one in found}
        assert new
        assert not new & seeds
        seeds |= new
    everything = ",".join(map(str, range(1, POOL + 1)))
    assert pick(client, "single", seen=everything)["exercises"]
    ratings = [one["rating"] for one in pick(client, "single", rating=4000, count=4)["exercises"]]
    assert ratings == sorted(ratings, reverse=True)


def test_tries_move_the_rating_of_an_exercise_once_a_day_and_address(database, serve):
    with serve(database) as client:
        (first,) = pick(client, "pair", count=1)["exercises"]
        seed, before = first["exercise"]["seed"], first["rating"]
        failed = one_try(seed=seed, solved=False, rating=before)
        assert tell(client, failed, failed) == 1
        assert tell(client, failed) == 0
        (after,) = [one for one in pick(client, "pair", count=20)["exercises"] if one["exercise"]["seed"] == seed]
        wanted = after_try(Standing(before, 150), Standing(before, 100), 1)
        assert after["rating"] == pytest.approx(wanted.rating, abs=0.1)
        assert after["deviation"] == pytest.approx(wanted.deviation, abs=0.1)
    with serve(database) as client:  # another server finds it in the database
        found = [one for one in pick(client, "pair", count=20)["exercises"] if one["exercise"]["seed"] == seed]
        assert found[0]["rating"] == after["rating"]
        # It was tried elsewhere, so this server has not made it yet.
        assert tell(client, one_try(seed=250)) == 1


def test_no_client_moves_a_rating_far(sqlite):
    engine = open_database(sqlite)
    kept = Exercises(engine, reads=None, crew=None)
    (made,) = make_exercises("pair", [1])
    first = Standing(exercises.first_rating(made, "pair"), 150)
    for _ in range(200):
        liar = Try(kind="pair", seed=1, solved=False, rating=4000, deviation=0)
        standing = kept._store(liar, first)
    assert standing.rating == first.rating + 400
    assert kept._load("pair") == {1: standing}
    engine.dispose()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "kind"),
        ("kind=luck", "kind"),
        ("kind=pair&count=21", "count"),
        ("kind=pair&rating=nan", "rating"),
        ("kind=pair&seen=1,,2", "such as 1,4,12"),
        ("kind=pair&seen=x", "such as 1,4,12"),
    ],
)
def test_refused_requests(client, query, words):
    answer = client.get(f"/api/exercises?{query}")
    assert answer.status_code == 422, answer.text
    assert words in answer.text


def test_refused_tries(client):
    for wrong in (one_try(seed=0), one_try(seed=POOL + 1), one_try(kind="luck"), one_try(rating=-1)):
        assert client.post("/api/exercises/tries", json={"tries": [wrong]}).status_code == 422
    assert client.post("/api/exercises/tries", json={"tries": [one_try()] * 51}).status_code == 422
    assert tell(client) == 0
