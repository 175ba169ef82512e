"""Sentences in German: each names the cells and numbers of the English one."""

from __future__ import annotations

import random
import re

import pytest

from sapper.analysis.analysis import Analysis, analyze
from sapper.board.board import Board
from sapper.board.cell import spell_in_words
from sapper.explain import german
from sapper.explain.german_guess import say_guess
from sapper.explain.sentence import say_proof
from sapper.explain.technique import Technique
from sapper.game.exercise import KINDS, exercise
from sapper.game.game import Game
from sapper.game.layout import Layout

PLACE = re.compile(r"(?:row|Zeile) (\d+) (?:column|Spalte) (\d+)", re.IGNORECASE)
# Guesses that cannot be avoided, by kind.
GUESSES = {
    "pair": "mines 3\n.3.1\n...1\n",
    "pair that others decide": "mines 5\n1.2.\n3..2\n....\n",
    "chain": "mines 4\n1...\n23..\n1.21\n",
    "box": "mines 3\n....2\n....2\n",
    "elsewhere": "mines 5\n...31\n2....\n",
}


def facts_of(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The cells and the numbers of a text, in no order."""
    rest = PLACE.sub("", text)
    if "Nichts" in text or "Zeile" in text:
        rest = re.sub(r"(\d),(\d)", r"\1.\2", rest)
    return sorted(PLACE.findall(text)), sorted(re.findall(r"\d+(?:\.\d+)?", rest))


def compare(analysis: Analysis) -> set[Technique]:
    """Check every proof of a board, or its guess; return the techniques of the proofs."""
    if not analysis.safe_cells:
        report = analysis.explain_guess(spell=spell_in_words, rollouts=2)
        assert facts_of(say_guess(report)) == facts_of(report.text)
    seen = set()
    for cell in [*analysis.safe_cells[:4], *analysis.mine_cells[:4]]:
        proof = analysis.explain(cell)
        english = say_proof(analysis, proof, spell=spell_in_words)
        for one, other, step in zip(english, german.say_proof(analysis, proof), proof.steps, strict=True):
            assert facts_of(other) == facts_of(one), (one, other)
            seen.add(step.technique)
    return seen


@pytest.mark.parametrize("seed", range(4))
def test_games(seed):
    layout = Layout.from_seed("beginner" if seed % 2 else "intermediate", seed=seed)
    game, dice = Game(layout), random.Random(seed)
    while game.status == "playing":
        analysis = analyze(game.board)
        compare(analysis)
        free = [cell for cell in analysis.safe_cells or analysis.board.hidden_cells if cell not in set(layout.mines)]
        game.reveal(dice.choice(free))


def test_every_technique():
    seen = set()
    for kind in KINDS:
        for seed in range(2):
            seen |= compare(analyze(exercise(kind, seed=seed).board))
    assert seen == set(Technique)
    assert set(german.TECHNIQUES) == set(Technique)


@pytest.mark.parametrize("kind", GUESSES)
def test_guesses(kind):
    compare(analyze(Board.from_text(GUESSES[kind])))


def test_cells_of_other_shapes_keep_their_names():
    assert german.spell_in_words((1, 2, 3)) == "Feld 1,2,3"
    assert german.spell_in_words(7) == "Feld 7"
