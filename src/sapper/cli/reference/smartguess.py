"""`sapper reference smartguess`: single-cell, two-cell and multi-cell logic, its results screen, logs of games."""

from __future__ import annotations

import csv
import dataclasses
import json
import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sapper.base.whole_file import write_whole, writing_text
from sapper.board.level import Level
from sapper.cli.bench import spell_seconds
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.names import complete_level
from sapper.cli.options import MinesOption, SeedOption, ThreadsOption, choose_seed, count_option, spell_rate
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.cli.reference.boards import read_named_board
from sapper.cli.reference.smartguess_prompt import Settings, ask_settings
from sapper.cli.reference.smartguess_screen import EVERYTHING, NOTHING, board_lines, game_lines
from sapper.errors import InputError
from sapper.game.layout import game_seeds
from sapper.reference import smartguess as system
from sapper.reference.smartguess_log import GameLog, log_board, log_game

__all__ = ["smartguess", "to_json"]

_BAR = 40  # characters of the longest bar
_MODE, _FIRST = "smart", "human"  # of one game, unless others are given

OnGame = Callable[[system.GameResult], None]


def smartguess(
    board: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD",
            help="File with a board, as in analyze, or a lettered board such as 1##/abc/#2#. Prints the rules that "
            "apply to it, up to the next move, and plays nothing.",
            show_default="play games",
        ),
    ] = None,
    *,
    mines: MinesOption = None,
    games: Annotated[int, count_option("Number of games for each mode and start.")] = 100_000,
    seed: SeedOption = 1,
    mode: Annotated[
        str | None,
        typer.Option(
            metavar="MODE",
            help="How to guess: random, smart or perfect; also 0, 1 or 2.",
            show_default="all three, smart for one game",
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="START",
            help="How to start. human (or 0) reveals any cell; zero (or 1) is given cells that show 0 until logic "
            "applies.",
            show_default="both, human for one game",
        ),
    ] = None,
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="beginner, intermediate, expert, classic, ROWSxCOLS/MINES such as 16x30/99, or COLS-ROWS-MINES such "
            "as 30-16-99.",
            autocompletion=complete_level,
        ),
    ] = str(system.FIELD),
    game: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Print the log of game N of the run, and play no other.")
    ] = None,
    replay: Annotated[
        int | None,
        typer.Option(
            metavar="SEED",
            help="Print the log of the game that has this seed itself, as in logs and maps. 0 chooses a random one.",
        ),
    ] = None,
    screen: Annotated[
        int | None,
        typer.Option(
            metavar="LEVEL",
            min=NOTHING,
            max=EVERYTHING,
            help="How much to print of each game: 0 little, 1 its result, 2 every stage.",
            show_default="0, 2 for one game",
        ),
    ] = None,
    prompt: Annotated[
        bool,
        typer.Option("--prompt", help="Ask for the settings one by one. The other options set the defaults."),
    ] = False,
    maps: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="CSV file to write the transition map and the luck of each game to."),
    ] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Text file to write every stage of each game to.")
    ] = None,
    force: ForceOption = False,
    threads: ThreadsOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each mode and start, or for the game.")
    ] = False,
) -> None:
    """Measure the published win rates of smartguess again, or log its games.

    With --mode and --first, also prints the results screen of that combination.
    """
    with reporting():
        one_game = game is not None or replay is not None
        playing = one_game or prompt or any(option is not None for option in (screen, maps, log))
        _refuse(
            (game is not None and replay is not None, "give --game or --replay, not both"),
            (game is not None and prompt, "give --game or --prompt, not both"),
            (maps is not None and one_game, "--maps is for the games of a run: leave it out, or --game and --replay"),
            (force and maps is None and log is None, "--force: valid only with --maps or --log"),
            (board is None and mines is not None, "--mines is for a board; games take it from --level"),
            (board is not None and playing, "a board is not played: give it only --mines, --mode and --json"),
        )
        keep(maps, log, force=force)
        firsts = system.FIRSTS if first is None else (system.read_first(first),)
        modes = system.MODES if mode is None else (system.read_mode(mode),)
        one = (_FIRST if first is None else firsts[0], _MODE if mode is None else modes[0])
        field = system.read_field(level)
        if board is not None:
            told = log_board(read_named_board(board, mines)[0], one[1])
            typer.echo(json.dumps(told.to_json()) if as_json else "\n".join(board_lines(told)))
            return
        if prompt:
            asked = ask_settings(Settings(games, field, *one, replay or 0, screen))
            games, field, screen = asked.games, asked.level, asked.screen
            one = (asked.first, asked.mode)
            firsts, modes = (asked.first,), (asked.mode,)
            replay = asked.replay or None
            if replay is None:
                seed = choose_seed(None)
                typer.echo(f"run seed {seed}", err=True)
        if game is not None:
            replay = game_seeds(seed, 1, first=game)[0]
        if replay is not None:
            start, guess = one
            found = log_game(guess, start, seed=replay or choose_seed(None), level=field)
            _print_game(found, screen, log, as_json)
            return
        _refuse((bool(as_json and screen), f"--json prints no single games of a run: leave out --screen {screen}"))
        results = _play(
            [(start, guess) for start in firsts for guess in modes],
            games=games,
            seed=seed,
            level=field,
            threads=threads,
            quiet=as_json,
            files=_Files(maps, log, screen or NOTHING),
        )
        if as_json:
            for result in results:
                typer.echo(json.dumps(to_json(result)))
            return
        console = open_console()
        console.print(_compare(results, field))
        if len(results) == 1:
            _tell(console, results[0])


def to_json(results: system.Results) -> dict[str, Any]:
    """The results of one way as one object for JSON, with what was published of it."""
    rate, way = results.rate, (results.first, results.mode)
    known = {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in dataclasses.asdict(results).items()
    }
    return known | {
        "rate": {"wins": rate.wins, "games": rate.games, "value": rate.value, "interval": [rate.low, rate.high]},
        "published": {"won_percent": system.RATES.get(way), "seconds_a_game": system.SECONDS.get(way)},
    }


def _refuse(*rules: tuple[bool, str]) -> None:
    """Raise the message of the first rule that is broken."""
    for broken, message in rules:
        if broken:
            raise InputError(message)


@dataclasses.dataclass(frozen=True, slots=True)
class _Files:
    """Where the games of a run are written to."""

    maps: Path | None  # a CSV file with a row for each game
    log: Path | None  # a text file with every stage of each game
    screen: int  # level of detail on the screen

    @property
    def empty(self) -> bool:
        return self.maps is None and self.log is None and self.screen == NOTHING


def _play(
    ways: list[tuple[str, str]],
    *,
    games: int,
    seed: int,
    level: Level,
    threads: int | None,
    quiet: bool,
    files: _Files,
) -> list[system.Results]:
    """Play the games of every way, and write each where it is wanted."""
    results: list[system.Results] = []
    quiet = quiet or files.screen > NOTHING  # a bar would stand between the games
    with _writing(files, level) as write, show_progress("games", quiet=quiet) as show:
        for start, guess in ways:
            done = len(results) * games

            def tell(now: int, start: str = start, guess: str = guess, done: int = done) -> None:
                show(done + now, len(ways) * games, 0, f"{start} start, {guess} guesses")

            results.append(
                system.play(
                    guess,
                    start,
                    games=games,
                    seed=seed,
                    level=level,
                    threads=threads,
                    on_progress=tell,
                    on_game=write(start, guess),
                )
            )
    return results


@contextmanager
def _writing(files: _Files, level: Level) -> Iterator[Callable[[str, str], OnGame | None]]:
    """Yield a function from start and mode to the writer of their games, or to None if nothing is to be written."""
    with ExitStack() as stack:
        opened = [
            None if path is None else stack.enter_context(writing_text(path)) for path in (files.maps, files.log)
        ]
        rows = None if opened[0] is None else csv.writer(opened[0], lineterminator="\n")
        if rows is not None:
            rows.writerow(("start", "mode", "seed", "map", "luck"))

        def write(start: str, mode: str, one: system.GameResult) -> None:
            if rows is not None:
                rows.writerow((start, mode, one.seed, one.map, one.luck))
            if opened[1] is None and files.screen == NOTHING:
                return
            log = log_game(mode, start, seed=one.seed, level=level)
            if opened[1] is not None:
                opened[1].writelines(f"{line}\n" for line in (*game_lines(log, EVERYTHING), ""))
            if files.screen > NOTHING:
                _echo_game(log, files.screen)
                typer.echo()

        yield lambda start, mode: None if files.empty else lambda one: write(start, mode, one)


def _print_game(log: GameLog, screen: int | None, file: Path | None, as_json: bool) -> None:
    if file is not None:
        write_whole(file, "".join(f"{line}\n" for line in game_lines(log, EVERYTHING)))
    if as_json:
        typer.echo(json.dumps(log.to_json()))
    else:
        _echo_game(log, EVERYTHING if screen is None else screen)


def _echo_game(log: GameLog, screen: int) -> None:
    typer.echo("\n".join(game_lines(log, screen)))


def _compare(results: list[system.Results], level: Level) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for head in ("start", "guesses"):
        table.add_column(head)
    for head in ("published", "ours", "difference", "published time", "our time"):
        table.add_column(head, justify="right")
    same = level == system.FIELD
    for one in results:
        way, rate = (one.first, one.mode), one.rate
        published = system.RATES.get(way) if same else None
        seconds = system.SECONDS.get(way) if same else None
        table.add_row(
            one.first,
            one.mode,
            "" if published is None else f"{published} %",
            spell_rate(rate),
            "" if published is None else f"{100 * rate.value - published:+.2f}",
            "" if seconds is None else spell_seconds(seconds),
            spell_seconds(one.seconds / rate.games),
        )
    return table


def _tell(console: Console, results: system.Results) -> None:
    console.print(
        "\n[bold]Games lost[/bold]  [dim]by the share of mines flagged; wins and early losses left out[/dim]"
    )
    most = max(*results.losses, 1)
    for bar, count in enumerate(results.losses):
        ends = f"{100 * bar / system.BARS:3.0f} to {100 * (bar + 1) / system.BARS:3.0f} %"
        console.print(f"  {ends}  {count:>8,}  {'█' * round(_BAR * count / most)}", markup=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    for _ in range(3):
        table.add_column(justify="right")
    games, won, lost = results.rate.games, int(results.rate.wins), results.lost
    table.add_row("games played", f"{games:,}")
    _row(table, "games won", won, games)
    _row(table, "  without a guess, the first move aside", results.won_without_guess, games, won)
    _row(table, "  with guesses", results.won_with_guess, games, won)
    _row(table, "games lost", lost, games)
    _row(table, "  before the first flag", results.lost_before_flag, games, lost)
    _row(table, "  while solving", sum(results.losses), games, lost)
    table.add_row("games lost unexpectedly, by a move that was no guess", f"{results.lost_unexpectedly:,}")
    table.add_row("guesses", f"{results.guesses:,}")
    table.add_row("guesses in a game won, the first move aside", _mean(results.guesses_in_wins / max(won, 1), ".2f"))
    table.add_row("average safety of a guess", _percent(results.safety))
    table.add_row("average luck value of games won", _percent(results.luck_won))
    table.add_row("average luck value of games lost", _percent(results.luck_lost))
    if results.mode != "random":
        table.add_row("border estimate, average deviation", _mean(results.deviation, "+.4f"))
        table.add_row("border estimate, average size of the deviation", _mean(results.deviation_size, ".4f"))
        table.add_row("guesses with a border estimate", f"{results.estimates:,}")
        table.add_row("chains with more than 10,000 solutions, none cut off", f"{results.large_chains:,}")
    table.add_row("average time of a game", spell_seconds(results.seconds / games))
    found = sum(results.found.values())
    for name, count in results.found.items():
        _row(table, f"cells settled by {name.replace('_', ' ')}", count, found)
    console.print()
    console.print(table)


def _row(table: Table, what: str, count: int, *totals: int) -> None:
    table.add_row(what, f"{count:,}", *(f"{100 * count / max(total, 1):.2f} %" for total in totals))


def _percent(share: float) -> str:
    return "" if math.isnan(share) else f"{100 * share:.2f} %"


def _mean(value: float, form: str) -> str:
    return "" if math.isnan(value) else format(value, form)
