"""The server: every tool of `sapper.mcp.tools` and the games, with errors of Sapper as tool errors.

>>> server = make_server()
>>> server.name
'sapper'
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, ParamSpec, TypeVar

import anyio
import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from sapper import _engine
from sapper.errors import SapperError
from sapper.mcp import tools
from sapper.mcp.games import Action, Games
from sapper.mcp.tools import CellIfAny, LevelText, Rule, SeedNumber

__all__ = ["MOST_SECONDS", "make_server"]

MOST_SECONDS = 20.0  # of one call

_P = ParamSpec("_P")
_R = TypeVar("_R")

_INSTRUCTIONS = """\
Exact Minesweeper. Cells are (row, col), counted from 0 at the top left. To play: new_game, then best_move on the
board it returns (or your own choice), then play_move, until status is won or lost. best_move, hint and prove_cell
explain their answers. analyze_board gives every mine probability."""

GameName = Annotated[str, Field(description="The game, as new_game named it.")]


def make_server(*, seconds: float = MOST_SECONDS) -> MCPServer[Any]:
    """Return a server with all tools and no games. Its method `run` serves standard input and output.

    A call that takes more than `seconds` ends with a tool error.
    """
    server: MCPServer[Any] = MCPServer(
        "sapper", title="Sapper", version=_engine.version(), instructions=_INSTRUCTIONS, log_level="ERROR"
    )
    games = Games()

    def new_game(
        level: LevelText = "beginner",
        seed: SeedNumber = None,
        first_click: Rule = "zero",
        no_guess: Annotated[bool, Field(description="Whether the game must be winnable without a guess.")] = False,
        cruel: Annotated[
            bool,
            Field(
                description="Whether needless guesses always lose and best guesses never do, without a fixed layout."
            ),
        ] = False,
    ) -> dict[str, Any]:
        """Start a game of Minesweeper. The first reveal decides where the mines are. They stay hidden to the end."""
        return games.start(level, seed=seed, first_click=first_click, no_guess=no_guess, cruel=cruel)

    def play_move(
        game: GameName,
        action: Annotated[
            Action,
            Field(description="reveal a cell; flag it or take the flag off; chord a clue; undo the last move."),
        ],
        cell: CellIfAny = None,
    ) -> dict[str, Any]:
        """Make a move in a game, and return the board after it. status is playing, won or lost."""
        return games.play(game, action, cell)

    def show_game(game: GameName) -> dict[str, Any]:
        """Return the board and the status of a game; after its end the layout too."""
        return games.show(game)

    for tool in (
        tools.analyze_board,
        tools.best_move,
        tools.hint,
        tools.prove_cell,
        new_game,
        play_move,
        show_game,
        tools.generate_board,
        tools.rate_layout,
    ):
        server.tool()(_reporting(tool, seconds))
    return server


def _reporting(tool: Callable[_P, _R], seconds: float) -> Callable[_P, Awaitable[_R]]:
    """Return the tool on a thread, with a limit on its time, and its errors as texts that assistants read."""

    @functools.wraps(tool)
    async def run(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            with anyio.fail_after(seconds):
                # The thread of a call that takes too long is left to finish: the engine cannot be stopped there.
                call = functools.partial(tool, *args, **kwargs)
                return await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
        except SapperError as error:
            raise ToolError(str(error)) from error
        except TimeoutError:
            raise ToolError(f"this takes more than {seconds:g} seconds, the limit of a call") from None

    return run
