"""The tables of the benchmark of play: win rates and speeds with their targets, and differences pair by pair.

`Score` objects come in, Markdown comes out. A rate or speed passes when it is at least its target. A difference is
level unless its interval lies below zero, and ahead if it lies above zero; OPEN means that more games are needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from match import Score, Standing
from report import markdown, quantity
from solvers import BLOCK, STRONGEST, Record, read_record

__all__ = ["score_line", "standings"]


def standings(scores: Sequence[Score]) -> list[str]:
    """The two tables, each below a line that says what it shows."""
    if not scores:
        return []
    rates = markdown(
        ("boards", "strategy", "games", "won, 95 %", "target", "", "games/s", "target", "", "99 % of games within"),
        [_rate_cells(score) for score in scores],
    )
    parts = [f"Games of run seed 1:\n\n{rates}"]
    paired = [score for score in scores if score.match.standing is not None]
    if paired:
        differences = markdown(
            (
                "boards",
                "strategy",
                "games",
                "ours",
                "theirs",
                "difference in points, 95 %",
                "by totals",
                "target",
                "",
            ),
            [_pair_cells(score) for score in paired],
        )
        parts.append(f"Against {STRONGEST}, pair by pair on the same boards:\n\n{differences}")
    counted = [score for score in scores if score.match.standing not in (None, Standing.TOLD) and score.block_wins]
    record = read_record("zero", (3, 3))
    parts += _block_tables([score for score in counted if score.match.start == (3, 3)], record)
    return parts


def _block_tables(scores: Sequence[Score], record: Record) -> list[str]:
    """Wins by blocks, one row a block, up to the last block that one of ours has played."""
    if not scores:
        return []
    blocks = max(len(score.block_wins) for score in scores)
    rows = [
        (
            f"{first * BLOCK + 1:,} to {(first + 1) * BLOCK:,}",
            *(
                f"{wins[first]:,}" if first < len(wins) else ""
                for wins in (record.block_wins, *(score.block_wins for score in scores))
            ),
        )
        for first in range(blocks)
    ]
    heads = ("games", STRONGEST, *(f"`{score.strategy}`" for score in scores))
    return [f"Wins of each {BLOCK:,} games, {scores[0].match.place}:\n\n{markdown(heads, rows)}"]


def score_line(score: Score) -> str:
    """One score on one line, as soon as it is known."""
    match = score.match
    parts = [f"{score.name:24}{score.games:>9,} games", f"{score.rate!s:>18}", f"{score.speed:>9,.1f} games/s"]
    if match.standing is not None:
        parts.append(f"{score.pairs!s} on {score.paired:,} pairs")
        parts += [f"{score.whole!s} on {score.whole.games:,}"] if score.whole.games else []
    verdicts = (
        _least(score.rate.value * 100, match.least_won),
        _least(score.speed, match.least_speed),
        score.standing,
    )
    return "  ".join([*parts, " ".join(verdict for verdict in verdicts if verdict)])


def _rate_cells(score: Score) -> tuple[str, ...]:
    match = score.match
    return (
        match.place,
        f"`{score.strategy}`",
        f"{score.games:,}",
        str(score.rate),
        "" if match.least_won is None else f">= {match.least_won:g} %",
        _least(score.rate.value * 100, match.least_won),
        f"{score.speed:,.0f}" if score.speed >= 100 else f"{score.speed:.1f}",
        "" if match.least_speed is None else f">= {match.least_speed:,}",
        _least(score.speed, match.least_speed),
        quantity(score.slow, "s"),
    )


def _pair_cells(score: Score) -> tuple[str, ...]:
    standing = score.match.standing
    return (
        score.match.place,
        f"`{score.strategy}`",
        f"{score.paired:,}",
        f"+{score.only_ours:,}",
        f"+{score.only_theirs:,}",
        str(score.pairs).removesuffix(" points"),
        f"{score.whole!s} on {score.whole.games:,}".replace(" points", "") if score.whole.games else "",
        "" if standing is None or standing is Standing.TOLD else str(standing),
        score.standing,
    )


def _least(value: float, least: float | None) -> str:
    if least is None:
        return ""
    return "PASS" if value >= least else "MISS"
