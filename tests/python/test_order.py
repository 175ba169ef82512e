"""A game depends on its seed and its strategy alone, not on the games before it or the threads."""

import numpy as np
import pytest

import sapper
from sapper import _engine
from sapper.game.game import Game
from sapper.game.moves import read_moves
from sapper.play.player import PlayedGames, play_games
from sapper.play.strategy import Strategy

LEVEL, START = sapper.Level.make("6x6/8"), (2, 2)
TEXTS = [f"{name}@{budget}" for name in _engine.strategy_names() for budget in _engine.budget_names()]
# Guesses in positions that have no floating cell left, by a network that is told their chance.
TEXTS.append("lookahead,endgame_worlds=0,close=0.3")
SLOW = {"best@record": 12, "efficient@record": 40, "efficient@deep": 40}  # so many games
# Strategies that draw numbers before or between guesses, or remember what they did: a board tells only their first.
ROLLS = {"random", "best", "smartguess"}


def play(text: str, seeds: np.ndarray, *, threads: int = 1, luck_free: bool = False) -> PlayedGames:
    strategy = Strategy.parse(text)
    return play_games(LEVEL, START, sapper.FirstClick.ZERO, seeds, strategy, threads=threads, luck_free=luck_free)


def list_games(played: PlayedGames) -> list[tuple[object, ...]]:
    """What each game consists of."""
    games = []
    for game in range(played.won.size):
        guesses = slice(*played.guess_first[game : game + 2])
        columns = (played.guess_kind, played.guess_odds, played.guess_click)
        told = [getattr(played, name)[game] for name in ("won", "value", "clicks", "revealed", "flagged", "nodes")]
        moves = played.moves[slice(*played.moves_first[game : game + 2])]
        games.append((*told, moves, played.trails[game], *(column[guesses].tolist() for column in columns)))
    return games


@pytest.mark.parametrize("luck_free", [False, True])
@pytest.mark.parametrize("text", TEXTS)
def test_games_depend_on_their_seeds_alone(text: str, luck_free: bool) -> None:
    seeds = np.array(sapper.game_seeds(1, SLOW.get(text, 300)), np.uint64)
    played = play(text, seeds, luck_free=luck_free)
    games = list_games(played)
    assert list_games(play(text, seeds[::-1].copy(), luck_free=luck_free))[::-1] == games
    for threads in (2, 3, 8):
        again = play(text, seeds, threads=threads, luck_free=luck_free)
        assert list_games(again) == games
        assert again.counters == played.counters


@pytest.mark.parametrize("text", TEXTS)
def test_a_board_tells_the_move_of_the_game(text: str) -> None:
    seeds = sapper.game_seeds(1, min(SLOW.get(text, 40), 40))
    played, tried = play(text, np.array(seeds, np.uint64)), 0
    rolls = text.partition("@")[0] in ROLLS
    for number, seed in enumerate(seeds):
        clicks = played.guess_click[slice(*played.guess_first[number : number + 2])].tolist()
        game = Game(sapper.Layout.from_seed(LEVEL, seed=seed, start=START, first_click="zero"))
        moves = played.moves[slice(*played.moves_first[number : number + 2])].decode()
        for click, cell in enumerate(read_moves(moves, LEVEL)):
            if click in clicks[: 1 if rolls else None] and click > 0:
                assert sapper.choose(game.board, text, seed=seed, candidates=False).cell == cell
                tried += 1
            game.reveal(cell)
    assert tried >= 3
