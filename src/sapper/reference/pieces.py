"""Games of a run, piece by piece, with all results of the engine, also trails and flags, which runs do not store.

>>> spec = RunSpec.make("beginner", seed=1, strategy="smartguess")
>>> [(seeds[0], played.trails[0]) for seeds, played in play_pieces(spec, games=2, threads=1)]
[(648562388970459621, '^1 s58 E4 W')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sapper.base.threads import count_threads
from sapper.game.layout import game_count
from sapper.play.player import PlayedGames, play_games
from sapper.run.spec import RunSpec

__all__ = ["play_pieces"]

_PIECE = 2_000  # games per piece, which take little time and memory


def play_pieces(
    spec: RunSpec,
    *,
    games: int,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Iterator[tuple[list[int], PlayedGames]]:
    """Yield the seeds and the results of consecutive games, from the first game on, until all are played.

    `on_progress` is called with the number of games done. By default all cores play.

    Raises:
        InputError: a number of games or threads below 1.
        LimitError: more than 2**32 games, or a board too wide to analyse.
    """
    wanted = game_count(games)
    cores = count_threads(threads)
    for first in range(1, wanted + 1, _PIECE):
        seeds = spec.seeds(first, min(_PIECE, wanted + 1 - first))
        yield seeds, play_games(spec.level, spec.start, spec.first_click, seeds, spec.strategy, threads=cores)
        if on_progress is not None:
            on_progress(first - 1 + len(seeds))
