"""The server for assistants, called by the library's own client over standard input and output."""

import asyncio
import json
import os
import subprocess
import sys
import time
from contextlib import asynccontextmanager

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import sapper
from sapper.errors import InputError, LimitError
from sapper.mcp import tools
from sapper.mcp.games import Games
from sapper.mcp.server import make_server

SMALL = "mines 3\n0 1 . .\n0 2 . .\n0 1 . ."
STUCK = "mines 6\n....\n.13.\n....\n....\n"
TOOLS = [
    "analyze_board",
    "best_move",
    "hint",
    "prove_cell",
    "new_game",
    "play_move",
    "show_game",
    "generate_board",
    "rate_layout",
]


@asynccontextmanager
async def connected():
    """A client of a server process."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "sapper", "mcp"], env=dict(os.environ))
    with open(os.devnull, "w") as errors:
        async with Client(stdio_client(command, errlog=errors)) as client:
            yield client


async def call(client, name, **arguments):
    """The structured answer of a tool, which its text repeats as JSON."""
    answer = await client.call_tool(name, arguments)
    assert not answer.is_error, answer.content[0].text
    assert json.loads(answer.content[0].text) == answer.structured_content
    return answer.structured_content


async def refusal(client, name, **arguments) -> str:
    answer = await client.call_tool(name, arguments)
    assert answer.is_error
    return answer.content[0].text


def test_a_session_of_an_assistant():
    """One process serves all of it: starting one takes most of the time."""

    async def session():
        async with connected() as client:
            await check_list(client)
            await check_answers(client)
            await check_errors(client)
            await check_games(client)
            await check_boards(client)
            await check_shapes(client)

    asyncio.run(asyncio.wait_for(session(), 60))


async def check_list(client):
    listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == TOOLS
    for tool in listed:
        assert tool.description
        for name, field in tool.input_schema["properties"].items():
            assert field.get("description"), f"{tool.name} does not describe {name}"


async def check_answers(client):
    found = await call(client, "analyze_board", board=SMALL)
    assert (found["worlds"], found["safe_cells"], found["mine_cells"]) == ("3", [[1, 2]], [[0, 2], [2, 2]])
    assert found["mine_probability"][0] == [None, None, 1.0, pytest.approx(1 / 3, abs=1e-6)]
    assert (await call(client, "analyze_board", board=".1.", mines=1))["worlds"] == "2"

    move = await call(client, "best_move", board=SMALL)
    assert (move["cell"], move["safety"], move["guess"]) == ([1, 2], 1.0, False)
    assert move["reason"].startswith("1,2 is safe: two clues compared.")
    guess = await call(client, "best_move", board=STUCK)
    best = sapper.best_move(STUCK)
    assert guess["guess"]
    assert (tuple(guess["cell"]), guess["safety"], guess["reason"]) == (best.cell, best.safety, best.reason)
    assert (guess["win"]["type"], guess["win"]["probability"]) == ("exact", float(best.win.probability))
    assert guess["candidates"][0]["cell"] == guess["cell"]

    assert (await call(client, "hint", board=SMALL, strength="any"))["text"] == "There is a safe cell."
    shown = await call(client, "hint", board=SMALL)
    assert (shown["cell"], shown["technique"]) == ([1, 2], "two clues compared")
    assert (await call(client, "hint", board=SMALL, strength="where"))["cell"] is None

    proof = await call(client, "prove_cell", board=SMALL, cell=[1, 2])
    assert (proof["verdict"], len(proof["steps"])) == ("safe", 2)
    open_cell = await call(client, "prove_cell", board=STUCK, cell=[0, 0])
    assert open_cell["verdict"] == "undecided"
    assert [0, 0] in open_cell["world_with_mine"]
    assert [0, 0] not in open_cell["world_without"]


async def check_errors(client):
    assert "unknown cell 'x'" in await refusal(client, "analyze_board", board="mines 1\nx.")
    assert "does not tell the number of mines" in await refusal(client, "analyze_board", board=".1.")
    told = await refusal(client, "best_move", board="mines 1\n1 1 .\n0 0 .")
    assert "the clues at 0,1 and 1,1 cannot both hold" in told
    assert "2,500 cells" in await refusal(client, "analyze_board", board="100x100:9:" + "/".join(["zzzv"] * 100))
    assert "50,000" in await refusal(client, "analyze_board", board="." * 60_000)
    assert "there is no game 'nine'" in await refusal(client, "show_game", game="nine")
    assert "unknown level 'huge'" in await refusal(client, "new_game", level="huge")
    assert "larger than" in await refusal(client, "generate_board", level="1000x1000/9")
    assert "mines do not fit" in await refusal(client, "generate_board", level="4x4/99")
    assert "7,0 lies outside the board" in await refusal(client, "rate_layout", layout="*.", start=[7, 0])
    assert "such as 3,4, not 'x'" in await refusal(client, "prove_cell", board="globe:12:1:1k", cell="x")


async def check_shapes(client):
    """Cells of other shapes are called as the shape names them, by lists, numbers and texts."""
    board = sapper.Board("box:4x4x4", {(0, 0, 0): 1, (0, 0, 1): 2}, mines=3)
    found = await call(client, "analyze_board", board=str(board))
    assert found["shape"] == "box:4x4x4"
    assert found["mine_probability"]["0,0,0"] is None
    assert found["mine_probability"]["0,0,2"] == pytest.approx(sapper.analyze(board).mine_probability_of((0, 0, 2)))
    for cell in ([0, 0, 2], "0,0,2"):
        proof = await call(client, "prove_cell", board=str(board), cell=cell)
        assert proof["verdict"] == "undecided"
        assert all(len(mine) == 3 for mine in proof["world_with_mine"])
    for level, cell in (("globe:42/5", 7), ("globe:42/5", "7"), ("hex:5x5/4", "2,2"), ("cube:3/5", [2, 1, 1])):
        game = await call(client, "new_game", level=level, seed=1)
        state = await call(client, "play_move", game=game["game"], action="reveal", cell=cell)
        assert state["status"] in ("playing", "won")
    made = await call(client, "generate_board", level="tri:6x9/8", seed=3)
    rated = await call(client, "rate_layout", layout=made["layout"], start=made["start"])
    assert rated["difficulty"] == made["difficulty"]


async def check_games(client):
    """Play by the best move until the end; no state before it tells where mines are."""
    game = await call(client, "new_game", level="4x4/3", seed=4)
    assert game["status"] == "ready"
    assert "revealed clue" in await refusal(client, "play_move", game=game["game"], action="chord", cell=[0, 0])
    state = await call(client, "play_move", game=game["game"], action="reveal", cell=[0, 0])
    for _ in range(16):
        if state["status"] != "playing":
            break
        assert "layout" not in state
        assert "*" not in state["board"]
        move = await call(client, "best_move", board=state["board"])
        state = await call(client, "play_move", game=game["game"], action="reveal", cell=move["cell"])
    assert state["status"] in ("won", "lost")
    assert sapper.Layout.from_text(state["layout"]).level == sapper.Level(4, 4, 3)
    assert await call(client, "show_game", game=game["game"]) == {
        key: value for key, value in state.items() if key != "changed"
    }
    assert "the game is over" in await refusal(client, "play_move", game=game["game"], action="reveal", cell=[0, 0])
    back = await call(client, "play_move", game=game["game"], action="undo")
    assert back["status"] == "playing"
    assert "layout" not in back


async def check_boards(client):
    made = await call(client, "generate_board", level="beginner", seed=7, no_guess=True)
    assert made["solvable"]
    assert sapper.rate(sapper.Layout.from_text(made["layout"])).difficulty == made["difficulty"]
    assert (await call(client, "analyze_board", board=made["board"]))["safe_cells"]
    rated = await call(client, "rate_layout", layout=made["layout"])
    assert rated["difficulty"] == made["difficulty"]
    stuck = await call(client, "rate_layout", layout="..*\n*..\n...", start=[2, 2])
    assert not stuck["solvable"]
    assert stuck["stuck_board"].startswith("mines 2\n")
    dense = await call(client, "generate_board", level="16x30/160", seed=1, no_guess=True)
    assert dense["solvable"]


def test_the_first_reveal_keeps_its_promise():
    games = Games()
    for seed in range(20):
        name = games.start("9x9/35", seed=seed)["game"]
        assert games.play(name, "reveal", (4, 4))["status"] == "playing"
        assert sapper.Board.from_text(games.show(name)["board"])[4, 4] == 0


def test_cruel_games_are_won_by_best_guesses_and_lost_by_needless_ones():
    games = Games()
    name = games.start("9x9/20", seed=1, cruel=True)["game"]
    state = games.play(name, "reveal", (4, 4))
    while state["status"] == "playing":
        best = sapper.analyze(sapper.Board.from_text(state["board"])).safest_cells[0]
        state = games.play(name, "reveal", best)
    assert state["status"] == "won"
    with pytest.raises(sapper.InputError, match="either cruel"):
        games.start("9x9/20", cruel=True, no_guess=True)


def test_old_games_are_dropped():
    games = Games()
    first = games.start("beginner", seed=1)["game"]
    for _ in range(99):
        games.start("beginner", seed=1)
    games.show(first)  # used last, so it stays
    games.start("beginner", seed=1)
    assert games.show(first)["status"] == "ready"
    with pytest.raises(InputError, match="there is no game"):
        games.show("0")


def test_a_move_without_a_cell_is_refused():
    games = Games()
    name = games.start("beginner", seed=1)["game"]
    with pytest.raises(InputError, match="reveal needs a cell"):
        games.play(name, "reveal", None)
    with pytest.raises(InputError):
        games.play(name, "reveal", (9, 0))


def test_a_call_that_takes_too_long_ends_with_an_error(monkeypatch):
    def analyze_board(board: str) -> dict[str, str]:
        """Take half a second."""
        time.sleep(0.5)
        return {"board": board}

    monkeypatch.setattr(tools, "analyze_board", analyze_board)

    async def session():
        async with Client(make_server(seconds=0.05)) as client:
            assert "more than 0.05 seconds" in await refusal(client, "analyze_board", board=SMALL)
            assert (await call(client, "hint", board=SMALL))["has_safe_cell"]

    asyncio.run(session())


def test_wide_boards_end_at_a_limit_of_memory():
    rows = [[4 if row % 2 and col % 2 else -1 for col in range(49)] for row in range(49)]
    with pytest.raises(LimitError, match="wide"):
        tools.analyze_board(sapper.Board.from_rows(rows, mines=900).position)


def test_the_number_of_worlds_of_large_boards_is_a_text():
    found = tools.analyze_board(sapper.Board.from_rows([[-1] * 50] * 50, mines=900).position)
    assert found["worlds"] == "more than 1e300"


def test_without_the_library_the_extra_is_named():
    script = "import sys\nsys.modules['mcp'] = None\nfrom sapper.cli.app import app\napp(['mcp'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "pip install 'sapper[mcp]' brings it" in done.stderr
