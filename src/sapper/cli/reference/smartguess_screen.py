"""How `sapper reference smartguess` prints a game: its map, its result, or every stage.

>>> from sapper.reference.smartguess_log import log_game
>>> print(*game_lines(log_game("smart", "human", seed=9, level="3x4/2"), RESULT), sep="\\n")
seed 9  won  ^1 E6 s5 W
  1121
  1F2F
  1121
  121-cross hits 0, nonoverlap-safe hits 0, nonoverlap-flag hits 0
  cells guessed 0, the first move aside
  luck 83.3333 %: the chance to get this far
  flags placed 2 of 2 (100.0 %)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sapper.board.board import Board
from sapper.board.cell import Cell, spell
from sapper.cli.options import spell_count
from sapper.reference.smartguess_log import RULES, STAGES, BoardLog, GameLog, Guess, RuleUse, Stage

__all__ = ["EVERYTHING", "NOTHING", "RESULT", "board_lines", "game_lines"]

NOTHING, RESULT, EVERYTHING = 0, 1, 2  # the document's levels of detail

_COUNTED = ("rule_5", "rule_4", "rule_3")  # rules whose uses the result of a game counts
_SIDE_BY_SIDE = 8  # cells listed before the rest is only counted


def game_lines(log: GameLog, screen: int) -> Iterator[str]:
    """Yield the lines of a game at a level of detail: its map, its result as well, or every stage before these."""
    if screen == EVERYTHING:
        yield f"{log.level}, {log.first} start, {log.mode} guesses, seed {log.seed}"
        met: set[str] = set()
        for number, stage in enumerate(log.stages, start=1):
            yield ""
            yield from _stage_lines(number, stage, log, met)
        yield ""
    yield f"seed {log.seed}  {'won' if log.won else 'lost'}  {log.map}"
    if screen == NOTHING:
        return
    if screen == RESULT:  # the last stage shows the same field
        yield from _field(log.board, log.exploded)
    if log.exploded is not None:
        yield f"  the mine at {spell(log.exploded)} was revealed"
    yield "  " + ", ".join(f"{RULES[rule][1].partition(', ')[2]} hits {log.hits(rule)}" for rule in _COUNTED)
    yield f"  cells guessed {log.guesses}, the first move aside"
    yield f"  luck {100 * log.luck:.4f} %: the chance to get this far"
    mines = log.level.mines
    yield f"  flags placed {log.flags} of {mines} ({100 * log.flags / max(mines, 1):.1f} %)"


def board_lines(log: BoardLog) -> Iterator[str]:
    """Yield the rules that apply to a board, and the move after them."""
    met: set[str] = set()
    yield from _field(log.board, None)
    for use in log.uses:
        yield _use_line(use, met)
    if log.guess is None:
        yield f"reveals {spell(log.cell)}, which is safe"
    else:
        yield "smartguess" if log.mode != "random" else "random guess"
        yield from _basis_lines(log.guess)
        yield f"  reveals {spell(log.cell)}: {_chance(log.guess)}"


def _stage_lines(number: int, stage: Stage, log: GameLog, met: set[str]) -> Iterator[str]:
    """Yield the lines of a stage; a rule that is not among those met yet is explained."""
    entry = f"{stage.key}{stage.count}  " if stage.key else ""
    yield f"stage {number}  {entry}{STAGES[stage.key]}"
    for use in stage.uses:
        yield f"  {_use_line(use, met)}"
    for guess in stage.guesses:
        yield from _guess_lines(guess, stage.key)
    if not stage.guesses and stage.revealed:
        yield f"  reveals {_list(stage.revealed)}"
    yield from _field(stage.board, log.exploded)
    yield f"  map {stage.map}"
    yield f"  luck {100 * stage.luck:.4f} %, flags {stage.flags} of {log.level.mines}"


def _use_line(use: RuleUse, met: set[str]) -> str:
    _, name, words = RULES[use.rule]
    clues = f" at {' and '.join(map(spell, use.clues))}" if use.clues else ""
    reason = "" if use.rule in met else f"  ({words})"
    met.add(use.rule)
    return f"{name}{clues}: {'flag' if use.mine else 'clear'} {_list(use.cells)}{reason}"


def _guess_lines(guess: Guess, key: str) -> Iterator[str]:
    yield from _basis_lines(guess)
    chance = "given by the game" if key == "z" else _chance(guess)
    yield f"  reveals {spell(guess.cell)}: {chance}; {'X' if guess.shows is None else f'shows {guess.shows}'}"


def _chance(guess: Guess) -> str:
    return f"{100 * guess.safety:.2f} % safe, one of {guess.choices} alike"


def _basis_lines(guess: Guess) -> Iterator[str]:
    if guess.chains:
        yield f"  {spell_count(guess.pods, 'pod')}, {spell_count(len(guess.chains), 'chain')}"
    for number, chain in enumerate(guess.chains, start=1):
        same = chain.least == chain.most
        mines = spell_count(chain.most, "mine") if same else f"{chain.least} to {chain.most} mines"
        yield (
            f"  chain {number}: {spell_count(len(chain.cells), 'cell')} from {spell(chain.cells[0])}, "
            f"{spell_count(chain.solutions, 'solution')} with {mines}, {chain.mines:.4f} on average"
        )
    if guess.border_estimate is not None:
        line = f"  border estimate {guess.border_estimate:.4f} mines"
        if guess.border_mines is not None:
            deviation = guess.border_estimate - guess.border_mines
            line += f"; {guess.border_mines} in the layout, deviation {deviation:+.4f}"
        yield line
    if guess.border_risk is not None:
        yield f"  border risk {100 * guess.border_risk:.2f} %"
    if guess.interior_risk is not None:
        yield f"  interior risk {100 * guess.interior_risk:.2f} % in {spell_count(guess.interior, 'cell')}"


def _field(board: Board, exploded: Cell | None) -> Iterator[str]:
    """Yield the rows of the field: . unknown, F flagged, X the mine that was revealed."""
    for row, line in enumerate(str(board).splitlines()[1:]):
        shown = exploded is not None and exploded[0] == row and line[exploded[1]] == "*"
        yield "  " + (line[: exploded[1]] + "X" + line[exploded[1] + 1 :] if exploded and shown else line)


def _list(cells: Sequence[Cell]) -> str:
    named = " ".join(map(spell, cells[:_SIDE_BY_SIDE]))
    return named if len(cells) <= _SIDE_BY_SIDE else f"{named} and {len(cells) - _SIDE_BY_SIDE} more"
