"""`sapper reference superloc`: prints its results beside the published ones, or one of its games with the rules."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from sapper import __version__
from sapper.board.cell import spell
from sapper.board.level import LEVELS
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.options import (
    JsonOption,
    LevelOption,
    SeedOption,
    ThreadsOption,
    count_option,
    read_start,
    spell_rate,
)
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.cli.together import exclude, need
from sapper.errors import InputError
from sapper.explain.technique import Technique
from sapper.game.layout import FirstClick, Layout
from sapper.game.moves import read_moves
from sapper.game.puzzle import Puzzle, save_puzzles
from sapper.play.player import PlayedGames
from sapper.play.walk import CERTAIN, Walk
from sapper.reference import superloc as system
from sapper.reference.result_folder import name_folder, spell_item, write_folder
from sapper.run.spec import RunSpec

__all__ = ["superloc"]


def superloc(
    *,
    level: LevelOption = "expert",
    seed: SeedOption = 1,
    games: Annotated[int, count_option("Number of games. The document plays 100,000 a seed.")] = system.GAMES,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="superloc[@BUDGET][,SETTING=VALUE...]",
            help="Strategy superloc with its settings: threshold, plus, multiplier, linked, order, worlds, cells, "
            "nodes, do_or_die, do_or_die_cells, early, tree_ties.",
        ),
    ] = "superloc",
    start: Annotated[
        str | None,
        typer.Option(
            metavar="ROW,COL",
            help="First cell to reveal, row,column from 0. The document writes x,y: its 3,2 is 2,3 here.",
            show_default="the document's best: 2,2, on expert 3,3",
        ),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Print the moves of game N, each with its rule, and play no other."),
    ] = None,
    save_failed: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to write the lost games to, as puzzles.")
    ] = None,
    force: ForceOption = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder in which to make a folder for this run, named by date, version and settings. It gets the "
            "result block as text (result.txt) and the lost games (failed.puzzles).",
        ),
    ] = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play superloc and print its results beside the published ones."""
    with reporting():
        exclude("game", "games", "save_failed", "out", "threads", "as_json")
        need("save_failed", "force")
        keep(save_failed, force=force)
        cell = read_start(start)
        spec = RunSpec.make(level, seed=seed, strategy=strategy, first_click=FirstClick.DRAWN, start=cell)
        if spec.strategy.name != "superloc":
            raise InputError(f"the strategy of this reference is superloc, not {spec.strategy}")
        if game is not None:
            _print_game(spec, game)
            return
        folder = None
        if out is not None:
            folder = out / name_folder(spec, games=games, on=date.today(), version=__version__)
            folder.mkdir(parents=True)  # before the games are played, which take longer than a refusal
        failed: list[Puzzle] = []
        with show_progress("games", quiet=as_json) as show:

            def tell(block: system.Block, seeds: list[int], played: PlayedGames) -> None:
                show(block.games, games, 0, f"won {spell_rate(block.won)}")
                if save_failed is not None or folder is not None:
                    failed.extend(_failed(spec, seeds, played))

            block = system.play_block(spec, games=games, threads=threads, on_piece=tell)
        rate = None if cell is not None else system.published_rate(spec.level, seed, spec.strategy)
        if as_json:
            known = {"published_percent": rate, "block": block.lines()}
            typer.echo(json.dumps({**spec.to_json(), "percent": block.won.value * 100, **known}))
        else:
            _print_block(spec, block, rate)
        if save_failed is not None:
            count = save_puzzles(save_failed, failed)
            typer.echo(f"saved {count:,} lost games in {save_failed}", err=as_json)
        if folder is not None:
            write_folder(folder, spec, block, failed)
            typer.echo(f"saved the run in {folder}", err=as_json)


def _failed(spec: RunSpec, seeds: list[int], played: PlayedGames) -> list[Puzzle]:
    puzzles = []
    for number, seed in enumerate(seeds):
        if played.won[number]:
            continue
        layout = Layout.from_seed(spec.level, seed=seed, start=spec.start, first_click=spec.first_click)
        moves = played.moves[played.moves_first[number] : played.moves_first[number + 1]].decode()
        puzzles.append(Puzzle(layout, tuple(read_moves(moves, spec.level))))
    return puzzles


def _print_block(spec: RunSpec, block: system.Block, rate: float | None) -> None:
    console = open_console()
    start = f"start {spell(spec.start)} (row,column)"
    console.print(f"{spec.strategy} on {spec.level}, run seed {spec.seed}, {start}")
    there = "" if rate is None else f"; published {rate:.3f} % of {system.GAMES:,} games"
    if rate is not None and block.games == system.GAMES:
        there += f", here {block.won.value * 100 - rate:+.3f} points"
    console.print(f"won {spell_rate(block.won)}{there}", style="bold")
    # The one published block is of expert games.
    compared = spec.level == LEVELS["expert"]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    table.add_column("here", justify="right")
    if compared:
        table.add_column("published, seed 15, 100,000 games", justify="right")
    for name, value in block.lines().items():
        published = system.BLOCK.get(name)
        beside = ["" if published is None else spell_item(published)] if compared else []
        table.add_row(name, spell_item(value), *beside)
    console.print(table)


def _print_game(spec: RunSpec, number: int) -> None:
    console = open_console()
    layout = Layout.from_seed(
        spec.level, seed=spec.seeds(number, 1)[0], start=spec.start, first_click=spec.first_click
    )
    walk = Walk.play(layout, spec.strategy)
    console.print(str(layout).partition("\n")[0])
    while (step := walk.next) is not None:
        reason = walk.explain()
        certain = "clear" if reason.rule == Technique.SINGLE.label else "deduce"
        rule = certain if step.kind == CERTAIN else system.RULES[step.kind]
        chance = f"{step.safety * 100:.2f} % safe, " if step.is_guess else ""
        line = f"{walk.place + 1:>4}  {spell(step.cell)}".ljust(14) + f"{rule:<22}{chance}{reason.text}"
        console.print(line, style="bold" if step.is_guess else None, soft_wrap=True)
        walk.forward()
    console.print("won" if walk.game.exploded is None else "lost")
