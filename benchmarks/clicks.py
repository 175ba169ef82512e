"""How often the least number of clicks is proved, how far bounds lie apart, and what it saves against ZiNi.

    python benchmarks/clicks.py [--boards 1000] [--limit 8000000] [--threads 2]

Prints for beginner, intermediate and expert layouts the share of proofs, the distance of the bounds where there is
none, the time, and the clicks that the best kind of ZiNi takes more.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from sapper import Layout, game_seeds, least_clicks, metrics
from sapper.game.least_clicks import DEFAULT_LIMIT

LEVELS = ("beginner", "intermediate", "expert")
RUN_SEED = 1


def measure(level: str, seed: int, limit: int) -> tuple[int, int, float]:
    """Return the distance of the bounds, the clicks saved against the best ZiNi, and the CPU seconds."""
    layout = Layout.from_seed(level, seed=seed)
    begin = time.thread_time()
    found = least_clicks(layout, limit=limit)
    spent = time.thread_time() - begin
    return found.high - found.low, metrics(layout).best_zini - found.high, spent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("levels", nargs="*", default=LEVELS)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--limit", type=int, default=DEFAULT_LIMIT)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    for level in given.levels:
        seeds = [int(seed) for seed in game_seeds(RUN_SEED, given.boards)]
        with ThreadPoolExecutor(given.threads) as pool:
            rows = list(pool.map(lambda seed, level=level: measure(level, seed, given.limit), seeds))
        gaps = Counter(gap for gap, _, _ in rows)
        seconds = sorted(spent for _, _, spent in rows)
        print(f"{level}: {gaps[0] / len(rows):.1%} of {len(rows)} proved")
        print("  clicks between the bounds: " + ", ".join(f"{gap}: {count}" for gap, count in sorted(gaps.items())))
        print(f"  {statistics.mean(saved for _, saved, _ in rows):.2f} clicks fewer than the best ZiNi on average")
        middle, late = seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100]
        print(f"  CPU seconds: median {middle:.4f}, 99 % {late:.3f}, most {seconds[-1]:.3f}")


if __name__ == "__main__":
    main()
