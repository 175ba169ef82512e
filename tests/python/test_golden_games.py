"""Recorded games detect unintended changes of every strategy: seed and strategy, and the moves it made.

`python tests/python/test_golden_games.py` plays them again and writes the file, after an intended change and for new
strategies in TEXTS.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper import _engine
from sapper.board.level import Level
from sapper.game.layout import FirstClick, game_seeds
from sapper.play.player import KINDS, play_games
from sapper.play.strategy import Strategy

FILE = Path(__file__).resolve().parents[1] / "golden" / "games.json"
# One line a strategy; several where its settings choose between ways to play.
TEXTS = [
    "random",
    "safest",
    "lookahead",
    "best",
    "best,rollouts=40,careful=40",
    "efficient",
    "efficient,flags=0",
    "efficient,win=0.7",
    "efficient,worlds=4",
    "superloc",
    "superloc,linked=old,order=across",
    "superloc,linked=new,plus=off",
    "superloc@fast,do_or_die=off,early=off",
    "smartguess",
    "smartguess@fast,first=human",
    "smartguess@deep,first=zero",
    "matrix",
    "matrix,ties=right",
    "automine",
    "automine,overlap=off,patterns=off",
    "automine,search=off",
]
BOARDS = [("expert", "drawn"), ("intermediate", "zero"), ("12x12/28", "safe"), ("6x7/9", "none"), ("8x8/16", "moved")]
RUN_SEED, GAMES = 4, 3


def play(text: str) -> list[dict[str, object]]:
    games = []
    for level, rule in BOARDS:
        size, first_click = Level.make(level), FirstClick(rule)
        seeds = game_seeds(RUN_SEED, GAMES)
        start = size.default_start(first_click)
        played = play_games(size, start, first_click, seeds, Strategy.parse(text), threads=1)
        for number, seed in enumerate(seeds):
            moves = played.moves[played.moves_first[number] : played.moves_first[number + 1]]
            guesses = played.guess_kind[played.guess_first[number] : played.guess_first[number + 1]]
            games.append(
                {
                    "level": level,
                    "first_click": rule,
                    "seed": str(seed),
                    "won": bool(played.won[number]),
                    "moves": moves.decode(),
                    "guesses": " ".join(KINDS[kind] for kind in guesses),
                    "trail": played.trails[number],
                }
            )
    return games


@pytest.mark.parametrize("text", TEXTS)
def test_games_are_played_as_recorded(text):
    assert play(text) == json.loads(FILE.read_text())[text]


def test_every_strategy_has_its_games():
    recorded = json.loads(FILE.read_text())
    assert list(recorded) == TEXTS
    assert {text.partition(",")[0].partition("@")[0] for text in TEXTS} == set(_engine.strategy_names())


if __name__ == "__main__":
    lines = [f"{json.dumps(text)}: [\n" + ",\n".join(map(json.dumps, play(text))) + "\n]" for text in TEXTS]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
