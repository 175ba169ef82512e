"""The catalogues of sentences: both languages say the same, and Python and the page say it alike."""

from __future__ import annotations

import json
import random
import re
import subprocess
from pathlib import Path

import pytest

import sapper
from sapper import _engine
from sapper.board.board import Board
from sapper.explain.technique import Technique
from sapper.game.exercise import KINDS, exercise
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.play.choice import RULES
from sapper.words.catalogue import ENGLISH, Catalogue, Named, catalogue, spell

PAGE = Path(__file__).parents[1] / "wasm"
CASES = json.loads((PAGE / "sentences.json").read_text(encoding="utf-8"))
GERMAN = catalogue("de")
# Guesses that cannot be avoided, by kind.
GUESSES = {
    "pair": "mines 3\n.3.1\n...1\n",
    "pair that others decide": "mines 5\n1.2.\n3..2\n....\n",
    "chain": "mines 4\n1...\n23..\n1.21\n",
    "box": "mines 3\n....2\n....2\n",
    "elsewhere": "mines 5\n...31\n2....\n",
}


def places(text: str) -> dict[str, set[str]]:
    """The places of an entry: each name with what is shown of it."""
    found: dict[str, set[str]] = {}
    for name, form in re.findall(r"\{\^?(\w+)(?:~\w+)?(:\w+)?\}", text):
        found.setdefault(name, set()).add(form)
    return found


def entries_of(case) -> dict[str, str]:
    names = ("decimal", "list.and", "list.or", "cells.more")
    return {name: ENGLISH.entries[name] for name in names} | case["entries"]


def as_json(parts) -> list[object]:
    return [{"cell": part.cell, "text": part.text} if isinstance(part, Named) else part for part in parts]


def render_in_page(asked: list[object]) -> list[list[object]]:
    done = subprocess.run(
        ["node", PAGE / "render.mjs"], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_both_languages_have_the_same_entries_and_places():
    english, german = ENGLISH.entries, GERMAN.entries
    assert {name for name in german if name.rpartition(".")[0] not in english} == set(english)
    for name, text in english.items():
        assert places(german[name]).keys() == places(text).keys(), name


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_entry_can_be_read(language):
    words = catalogue(language)
    for name in words.entries:
        assert words.nodes(name) is not None
    with pytest.raises(ValueError, match="brace"):
        Catalogue("en", {"x": "a}"}).nodes("x")


@pytest.mark.parametrize("case", CASES, ids=[case["about"] for case in CASES])
def test_parts(case):
    parts = Catalogue("en", entries_of(case)).parts(case["said"], spell=lambda cell: f"<{cell}>")
    assert as_json(parts) == case["parts"]


def test_the_page_says_the_same():
    asked = [{"entries": entries_of(case), "said": case["said"]} for case in CASES]
    assert render_in_page(asked) == [case["parts"] for case in CASES]


def test_cells_of_other_shapes_keep_their_names():
    assert GERMAN.spell((1, 2)) == "Zeile 2 Spalte 3"
    assert GERMAN.spell((1, 2, 3)) == "Feld 1,2,3"
    assert ENGLISH.spell(7) == "cell 7"


def test_every_rule_of_a_guess_has_its_words():
    assert {kind: ENGLISH.entry(f"rule.{kind}") for kind in RULES} == RULES
    assert _engine.guess_kinds().items() <= RULES.items()


class Sayings:
    """What was said, with its cells and numbers in English and German."""

    def __init__(self):
        self.all = []
        self.techniques = set()

    def add(self, board: Board) -> None:
        analysis = sapper.analyze(board)
        if not analysis.safe_cells:
            self.say(analysis.explain_guess(rollouts=2).said)
        for cell in [*analysis.safe_cells[:4], *analysis.mine_cells[:4]]:
            for step in analysis.explain(cell).steps:
                self.say(step.said)
                self.techniques.add(step.technique)

    def say(self, said) -> None:
        english, german = ENGLISH.parts(said, str), GERMAN.parts(said, str)
        assert self.facts(english) == self.facts(german)
        self.all.append(said)

    def facts(self, parts) -> tuple[list[str], list[str]]:
        """The cells and the numbers, in no order."""
        cells = [part.text for part in parts if isinstance(part, Named)]
        text = "".join(part for part in parts if not isinstance(part, Named))
        return sorted(cells), sorted(re.findall(r"\d+(?:[.,]\d+)?", text.replace(",", ".")))

    def check_page(self) -> None:
        """Compare with what the page makes of the same data."""
        for words in (ENGLISH, GERMAN):
            told = render_in_page([{"entries": dict(words.entries), "said": said} for said in self.all])
            for said, parts in zip(self.all, told, strict=True):
                expected = words.text(said, lambda cell: f"<{spell(cell)}>")
                assert "".join(part if isinstance(part, str) else part["text"] for part in parts) == expected


@pytest.mark.parametrize("seed", range(4))
def test_games(seed):
    layout = Layout.from_seed("beginner" if seed % 2 else "intermediate", seed=seed)
    game, dice, sayings = Game(layout), random.Random(seed), Sayings()
    while game.status == "playing":
        sayings.add(game.board)
        analysis = sapper.analyze(game.board)
        free = [cell for cell in analysis.safe_cells or analysis.board.hidden_cells if cell not in set(layout.mines)]
        game.reveal(dice.choice(free))
    sayings.check_page()


def test_every_technique():
    sayings = Sayings()
    for kind in KINDS:
        for seed in range(2):
            sayings.add(exercise(kind, seed=seed).board)
    assert sayings.techniques == set(Technique)
    sayings.check_page()


@pytest.mark.parametrize("kind", GUESSES)
def test_guesses(kind):
    sayings = Sayings()
    sayings.add(Board.from_text(GUESSES[kind]))
    sayings.check_page()
