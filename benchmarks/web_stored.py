"""A database with many results and scores, and the times of the requests of every page on it.

>>> len(PATHS)
8
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import sqlalchemy
from web_players import Wire, percentile

from sapper.web.database import open_database
from sapper.web.migrations.v0003_totals import count_totals
from sapper.web.scores import Score, read_key
from sapper.web.tables import demos, games, results, scores, totals
from sapper.web.totals import count_demos

__all__ = ["PATHS", "fill", "measure"]

_LEVELS = ("9x9/10", "16x16/40", "16x30/99")
_TOGETHER = 20_000
PATHS = (
    "/api/scores?level=expert",
    "/api/scores?level=expert&game=g250004",
    "/api/statistics",
    "/api/statistics?level=expert",
    "/api/statistics?level=expert&name=Player+7",
    "/api/statistics/demos",
    "/api/names",
    "/api/games/g7",
)


def fill(url: str, key_file: Path, *, count: int) -> None:
    """Store so many finished games, a score for every fifth and a demo for every tenth."""
    engine, key, dice = open_database(url), read_key(key_file), random.Random(1)
    now = int(time.time() * 1000)
    for begin in range(0, count, _TOGETHER):
        rows = [_game(dice, number, now - count + number) for number in range(begin, min(begin + _TOGETHER, count))]
        with engine.begin() as connection:
            connection.execute(sqlalchemy.insert(games), [game for game, _ in rows])
            connection.execute(sqlalchemy.insert(results), [result for _, result in rows])
            entered = [_score(result, key) for _, result in rows if result["won"]][::2]
            connection.execute(sqlalchemy.insert(scores), entered)
            shown = [_demo(result) for _, result in rows[::10]]
            connection.execute(sqlalchemy.insert(demos), shown)
            count_demos(connection, shown)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.insert(totals), count_totals(connection))  # faster than one by one
    engine.dispose()


async def measure(port: int, *, times: int) -> None:
    """Print the times of the requests of every page."""
    for number, path in enumerate(PATHS, 1):
        wire = Wire(port, f"127.0.3.{number}")  # each within the limit of an address
        taken = []
        for _ in range(times):
            begin = time.perf_counter()
            status, answer = await wire.ask("GET", path)
            if status == 200:
                taken.append(time.perf_counter() - begin)
            elif status != 429:
                raise RuntimeError(f"{path}: {status}: {answer}")
        wire.close()
        row = " ".join(f"p{share * 100:g} {percentile(taken, share) * 1000:.1f} ms" for share in (0.5, 0.99))
        print(f"  {path:48} {row}, longest {max(taken) * 1000:.1f} ms, {len(taken)} answers", flush=True)


def _game(dice: random.Random, number: int, at: int) -> tuple[dict[str, object], dict[str, object]]:
    level = _LEVELS[number % 3]
    name = f"Player {dice.randrange(20_000)}"
    game = {
        "id": f"g{number}",
        "origin": "new",
        "level": level,
        "first_click": "zero",
        "no_guess": False,
        "seed": number,
        "seed_chosen": False,
        "helped": False,
        "name": name,
        "created_at": at,
    }
    result = {
        "game": f"g{number}",
        "level": level,
        "no_guess": False,
        "helped": False,
        "name": name,
        "won": dice.random() < 0.4,
        "time_ms": dice.randrange(1000, 600_000),
        "three_bv": dice.randrange(10, 200),
        "ended_at": at,
        "best_wins": None,
        "to_judge": False,
    }
    return game, result


def _score(result: dict[str, object], key: bytes) -> dict[str, object]:
    names = ("game", "level", "helped", "name", "time_ms", "three_bv", "ended_at")
    made = Score(**{name: result[name] for name in names}, signature="").sign(key)  # type: ignore[arg-type]
    return {name: getattr(made, name) for name in (*names, "signature")}


def _demo(result: dict[str, object]) -> dict[str, object]:
    kept = {name: result[name] for name in ("game", "level", "no_guess", "won", "time_ms", "ended_at")}
    return {**kept, "strategy": "best@fast", "from_start": True, "guesses": 1}
