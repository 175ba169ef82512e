"""The folder of a test run of `superloc`: its result block as text, and the games it lost.

The name of the folder begins with the date and the version, and names level, run seed, games and settings.

>>> spec = RunSpec.make("expert", seed=15, strategy="superloc,linked=old", first_click="drawn")
>>> name_folder(spec, games=1000, on=date(2026, 11, 17), version="1.0")
'2026-11-17-sapper1.0-expert-drawn-3,3-superloc,linked=old-seed15-1000'
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from sapper.base.whole_file import write_whole
from sapper.board.cell import spell
from sapper.game.layout import game_count
from sapper.game.puzzle import Puzzle, save_puzzles
from sapper.reference.superloc import Block
from sapper.run.spec import RunSpec

__all__ = ["BLOCK_FILE", "FAILED_FILE", "name_folder", "spell_item", "write_folder"]

BLOCK_FILE = "result.txt"
FAILED_FILE = "failed.puzzles"


def name_folder(spec: RunSpec, *, games: int, on: date, version: str) -> str:
    """The name of the folder: the date, the version, and what is played.

    Raises:
        InputError: a number of games below 1.
        LimitError: more than 2**32 games.
    """
    return f"{on.isoformat()}-sapper{version}-{spec.name}-{game_count(games)}"


def write_folder(folder: Path, spec: RunSpec, block: Block, failed: Iterable[Puzzle]) -> None:
    """Write both files into a folder.

    Raises:
        OSError: they cannot be written.
    """
    write_whole(folder / BLOCK_FILE, _write_block(folder.name, spec, block))
    save_puzzles(folder / FAILED_FILE, failed)


def spell_item(value: float) -> str:
    """An item of a block: whole numbers in full, others with about three digits, a dash if there is none."""
    if isinstance(value, int):
        return f"{value:,}"
    return "-" if math.isnan(value) else f"{value:.3g}" if value < 1 else f"{value:.2f}"


def _write_block(title: str, spec: RunSpec, block: Block) -> str:
    settings = {name: f"{value:g}" for name, value in spec.strategy.engine_settings.items()}
    head = {"run": title, "strategy": spec.strategy, "level": spec.level, "run seed": spec.seed}
    head |= {"start (row,column)": spell(spec.start), **settings}
    items = {name: spell_item(value) for name, value in block.lines().items()}
    rule = ["-" * 40]
    lines = [[f"{name}: {value}" for name, value in part.items()] for part in (head, items)]
    return "\n".join([*lines[0], *rule, *lines[1], ""])
