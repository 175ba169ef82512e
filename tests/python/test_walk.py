"""A game move by move: the moves of the run, correct reasons, forwards and back."""

import pytest

import sapper
from sapper.board.level import Level
from sapper.play.strategy import Strategy
from sapper.play.walk import CERTAIN, Walk
from sapper.web.demo import play_demo, read_strategy

SAFEST = Strategy.parse("safest")
PYTHON = Strategy.parse(lambda analysis: analysis.safest_cells[0])


@pytest.mark.parametrize("strategy", [SAFEST, Strategy.parse("random"), PYTHON], ids=str)
@pytest.mark.parametrize("first_click", ["none", "zero"])
def test_the_moves_are_those_of_the_run(strategy, first_click):
    table = sapper.simulate("9x9/16", games=12, strategy=strategy, first_click=first_click).table
    for row in table.to_pylist():
        layout = sapper.Layout.from_seed("9x9/16", seed=row["seed"], first_click=first_click)
        walk = Walk.play(layout, strategy)
        walk.to_end()
        assert (walk.game.status == "won") == row["won"]
        assert len(walk.steps) == row["clicks"]
        assert [step.safety for step in walk.steps if step.is_guess] == [
            odds for odds in row["guess_odds"] if odds < 1
        ]


@pytest.mark.parametrize("strategy", [SAFEST, PYTHON], ids=str)
def test_a_layout_without_a_seed(strategy):
    layout = sapper.Layout.from_mines(4, 6, [(0, 3), (3, 5), (2, 2)])
    walk = Walk.play(layout, strategy)
    assert (walk.steps[0].cell, walk.steps[0].kind, walk.steps[0].safety) == ((0, 0), "start", 1 - 3 / 24)
    walk.to_end()
    assert walk.game.status != "playing"


@pytest.mark.parametrize("strategy", [SAFEST, PYTHON], ids=str)
def test_a_layout_without_a_seed_starts_at_its_start_cell(strategy):
    layout = sapper.Layout.from_mines(2, 5, [(0, 0), (1, 0)], start=(0, 4), first_click="zero")
    walk = Walk.play(layout, strategy)
    assert [(step.cell, step.kind, step.safety) for step in walk.steps] == [((0, 4), "start", 1.0)]
    walk.to_end()
    assert walk.game.status == "won"


def test_forwards_and_back():
    walk = Walk.play(sapper.Layout.from_seed("expert", seed=5), SAFEST)
    boards = []
    while walk.next is not None:
        boards.append(walk.game.board)
        walk.forward()
    with pytest.raises(sapper.InputError, match="over"):
        walk.forward()
    with pytest.raises(sapper.InputError, match="over"):
        walk.explain()
    while walk.place:
        walk.back()
        assert walk.game.board == boards[walk.place]
    walk.back()
    assert walk.place == 0
    stops = []
    while walk.next is not None:
        walk.to_guess()
        stops.append(walk.place)
    guesses = [number for number, step in enumerate(walk.steps) if step.is_guess]
    assert stops == [*guesses, len(walk.steps)]


def test_reasons_are_those_of_the_proofs():
    rules = set()
    for seed in sapper.game_seeds(8, 12):
        walk = Walk.play(sapper.Layout.from_seed(Level(8, 8, 14), seed=seed), SAFEST)
        while walk.next is not None:
            reason = walk.explain()
            rules.add(reason.rule)
            if walk.next.kind == CERTAIN:
                proof = walk.analyze().explain(walk.next.cell, easiest=True)
                assert str(reason) == f"{proof.technique.label}: {proof.steps[-1].text}"
            walk.forward()
    assert {"start", "safest", "single clue", "two clues compared"} <= rules


def test_a_board_too_wide_to_count_is_explained_by_rules():
    walk = Walk.play(sapper.Layout.from_seed("box:4x4x4x4/90", seed=15), SAFEST)
    walk.forward()
    with pytest.raises(sapper.LimitError):
        walk.prove()
    assert str(walk.explain()) == "certain: safe in every world"
    walk.to_guess()
    assert walk.explain().rule == "estimate"
    assert walk.weigh() == ()


@pytest.mark.parametrize("begun", [False, True])
def test_a_demo_on_a_board_too_wide_to_count_is_played_to_the_end(begun):
    layout = sapper.Layout.from_seed("box:4x4x4x4/90", seed=15)
    demo = play_demo(layout, [layout.start] if begun else [], read_strategy("safest"))
    assert demo.outcome == "lost"
    assert {step.text for step in demo.steps if step.kind == "certain"} == {"safe in every world"}
