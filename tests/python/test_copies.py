"""Results can be copied, compared and handed on: pickles, equality, and lists that no caller can change."""

import copy
import pickle

import numpy as np
import pytest

import sapper
from sapper import Board, Layout, Rule, Technique, analyze, rate, solve_rules

BOARD = Board.from_text("mines 6\n....\n.13.\n....\n....\n")
COPIES = [lambda value: pickle.loads(pickle.dumps(value)), copy.deepcopy, copy.copy]
RESULTS = {
    "layout": Layout.from_seed("expert", seed=9),
    "rating": rate(Layout.from_seed("expert", seed=9)),
    "witness": analyze(BOARD).explain((0, 0)),
    "proof": analyze(Board.from_text("mines 3\n0 1 . .\n0 2 . .\n0 1 . .")).explain((1, 2)),
    "guess": analyze(BOARD).explain_guess(),
    "value": sapper.win_value(BOARD),
    "optimum": sapper.optimum("3x3/3"),
    "rule": Rule((0, 1), ["a", (0, 1)]),
    "choice": sapper.choose(BOARD),
    "puzzle": sapper.Puzzle(Layout.from_seed("beginner", seed=1), ((0, 0),)),
}


@pytest.mark.parametrize("make_copy", COPIES)
@pytest.mark.parametrize("name", RESULTS)
def test_a_copy_is_equal_to_the_result(name, make_copy):
    made = make_copy(RESULTS[name])
    assert type(made) is type(RESULTS[name])
    assert made == RESULTS[name]
    assert hash(made) == hash(RESULTS[name])


@pytest.mark.parametrize("make_copy", COPIES)
def test_a_copied_rating_cannot_be_changed(make_copy):
    rating = make_copy(RESULTS["rating"])
    assert rating.moves == RESULTS["rating"].moves
    with pytest.raises(TypeError):
        rating.moves[Technique.SINGLE] = 0


@pytest.mark.parametrize("make_copy", COPIES)
def test_a_copied_witness_cannot_be_changed(make_copy):
    witness = make_copy(RESULTS["witness"])
    for world in (witness.with_mine, witness.without):
        with pytest.raises(ValueError, match="read-only"):
            world[0, 0] = True


def test_witnesses_of_different_cells_differ():
    analysis = analyze(BOARD)
    one, other = analysis.explain((0, 0)), analysis.explain((0, 3))
    assert one == analysis.explain((0, 0))
    assert one != other
    assert one != "no witness"
    assert len({one, analysis.explain((0, 0)), other}) == 2


@pytest.mark.parametrize("make_copy", COPIES)
@pytest.mark.parametrize("options", [{"mines": 5, "others": 4}, {"density": 0.3, "others": 2}, {}])
def test_a_copied_rule_solution_gives_the_same_answers(options, make_copy):
    solution = solve_rules(["1:a,b,c", "2:b,c,d"], cells=["z"], **options)
    made = make_copy(solution)
    assert (made.worlds, made.mine_probability, made.other_probability, made.groups, repr(made)) == (
        solution.worlds,
        solution.mine_probability,
        solution.other_probability,
        solution.groups,
        repr(solution),
    )
    assert made.mine_fraction("b") == solution.mine_fraction("b")
    assert made.sample(3, seed=4) == solution.sample(3, seed=4)


@pytest.mark.parametrize("cells", [["a", "b"], ("a", "b"), iter("ab"), {"a": 1, "b": 2}])
def test_rules_over_the_same_cells_are_equal(cells):
    rule = Rule(1, cells)
    assert rule == Rule(1, ("a", "b"))
    assert hash(rule) == hash(Rule(1, ("a", "b")))
    assert solve_rules([rule]).worlds == solve_rules([rule]).worlds == 2


def test_a_rule_keeps_its_cells_when_the_list_changes():
    cells = ["a", "b"]
    rule = Rule(1, cells)
    cells.append("c")
    assert solve_rules([rule]).worlds == 2


LISTS = ["safe_cells", "mine_cells", "safest_cells", "dead_cells", "frontier", "floating", "groups", "components"]


@pytest.mark.parametrize("name", [*LISTS, "forced_guesses", "techniques"])
def test_what_a_caller_changes_stays_the_callers(name):
    analysis = analyze(Board.from_text("mines 5\n0 1 . . .\n0 2 . . .\n0 1 . . .\n1 2 . . .\n. . . . 1"))
    before = copy.deepcopy(getattr(analysis, name))
    getattr(analysis, name).clear()
    getattr(analysis, name).update({(9, 9): 1}) if name == "techniques" else getattr(analysis, name).append("x")
    assert getattr(analysis, name) == before
    assert repr(analysis) == repr(analyze(analysis.board))


@pytest.mark.parametrize("name", ["safe_cells", "mine_cells", "groups", "mine_probability"])
def test_what_a_caller_changes_stays_the_callers_with_rules(name):
    solution = solve_rules(["1:a,b,c", "2:b,c,d"])
    before = copy.deepcopy(getattr(solution, name))
    getattr(solution, name).clear()
    assert getattr(solution, name) == before
    assert before


@pytest.mark.parametrize("truth", [True, np.True_])
def test_facts_may_be_numpy_booleans(truth):
    solution = solve_rules(["1:a,b,c", "2:b,c,d"])
    assert solution.probability_of({"b": truth}) == 0.5
    assert solution.probability_of({"b": ~truth if truth is np.True_ else False}, given={"d": truth}) == 0.5
    analysis = analyze(Board.from_text("mines 1\n.1.\n"))
    assert analysis.probability_of({(0, 0): truth}) == 0.5
