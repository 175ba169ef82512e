"""`sapper best`: the best next move on a board, how safe it is, how often it wins, and why."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sapper.analysis.analysis import analyze
from sapper.board.cell import spell
from sapper.cli.errors import reporting
from sapper.cli.explain import say_candidates, say_win
from sapper.cli.files import read_board
from sapper.cli.options import (
    BoardArgument,
    CodesOption,
    DensityOption,
    JsonOption,
    MinesOption,
    StrategyOption,
    TrustFlagsOption,
    read_codes,
)
from sapper.play.move import Move, best_move

__all__ = ["best"]


def best(
    file: BoardArgument,
    *,
    strategy: StrategyOption = "best",
    mines: MinesOption = None,
    density: DensityOption = None,
    codes: CodesOption = None,
    trust_flags: TrustFlagsOption = False,
    rollouts: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Games to play out for each number a guess may show, for the chance to win. Default: 100; above "
            "2,500 cells 0.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of these games and of the dice of the strategy.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Print the best next move on a board, and why it is best.

    The move is the easiest safe cell. Where no cell is safe, it is the guess of the strategy.
    """
    with reporting():
        found = analyze(read_board(file, mines, density, read_codes(codes)), trust_flags=trust_flags)
        move = best_move(found, strategy, rollouts=rollouts, seed=seed)
        typer.echo(json.dumps(move.to_json()) if as_json else _text(move))


def _text(move: Move) -> str:
    lines = [
        f"reveal {spell(move.cell)}: {100 * move.safety:.4g} % safe; chance to win {say_win(move.win)}",
        move.reason,
    ]
    return "\n".join([*lines, "", say_candidates(move.candidates)] if move.is_guess else lines)
