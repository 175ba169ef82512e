"""Files that commands write: what is there stays without --force, and a command that is killed leaves it whole."""

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import check_refused, run

import sapper
from sapper.base.whole_file import UNFINISHED, writing
from sapper.cli.app import Commands
from sapper.cli.lazy import LazyGroup, load_command

PACKAGE = Path(sapper.__file__).parent
LAYOUT = str(sapper.Layout.from_seed("3x3/1", seed=1))

# What every command writes: its arguments, with {out} for the file or the folder, and the files of a folder.
WRITERS = {
    "generate": (["4x4/2", "--count", "3", "--seed", "1", "--out", "{out}"], ()),
    "puzzles": (["{run}", "{out}"], ()),
    "convert": (["{layout}", "{out}", "--to", "mine"], ()),
    "analyze": (["1x3:1:a1a", "--svg", "{out}"], ()),
    "replay": (["{replay}", "--out", "{out}.csv"], ()),
    "review": (["{replay}", "--out", "{out}", "--quick"], ("wins.png",)),
    "metrics": (["{layout}", "--path", "greedy", "--out", "{out}.rawvf"], ()),
    "gallery": (
        ["safest", "--level", "4x4/2", "--games", "2", "--out", "{out}"],
        ("gallery-light.png", "gallery-dark.png", "gallery.json", "gallery.md"),
    ),
    "compare": (
        ["safest", "best", "--level", "4x4/2", "--games", "20", "--out", "{out}"],
        ("comparison.json", "boards.csv"),
    ),
    "sweep": (
        ["4x4/2", "--vary", "mines=1,2", "--games", "5", "--out", "{out}"],
        ("sweep.json", "sweep.csv", "sweep.png", "sweep.svg"),
    ),
    "scores backup": (["{out}", "--database", "{database}"], ()),
    "reference superloc": (["--level", "4x4/2", "--games", "3", "--save-failed", "{out}"], ()),
    "reference smartguess": (
        ["--games", "2", "--level", "4x4/2", "--mode", "smart", "--first", "zero", "--log", "{out}"],
        (),
    ),
    "reference patterns learn": (["--level", "4x4/4", "--games", "20", "--least", "1", "--out", "{out}"], ()),
    "reference charts": (
        ["{out}"],
        tuple(f"figure-{number}.{ending}" for number in (5, 10, 17) for ending in ("svg", "png")),
    ),
}
# A command in a process that is killed where a file would take the place of another, or where its content is written.
KILLED = """
import os, signal, sys
setattr(os, sys.argv[1], lambda *_: os.kill(os.getpid(), signal.SIGKILL))
from sapper.cli.app import app
app(sys.argv[2:])
"""


def commands(group=Commands, words=()):
    """Every command that has --force, by its words."""
    for name in group.lines:
        one = load_command(f"{group.package}.{name}")
        if isinstance(one, LazyGroup):
            yield from commands(type(one), (*words, name))
        else:
            for under, command in (one.commands if hasattr(one, "commands") else {"": one}).items():
                if any("--force" in option.opts for option in command.params):
                    yield " ".join((*words, name, under)).strip()


def test_every_command_that_writes_is_tried_below():
    assert set(commands()) == set(WRITERS)


def test_files_are_written_by_one_module():
    """An open file that is cut off by a kill is a lost one. The others know why; `app` opens /dev/null."""
    known = {"base/whole_file.py", "cli/app.py", "cli/generate.py", "run/lock.py", "web/scores.py"}
    found = set()
    for file in PACKAGE.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text())):
            if not isinstance(call, ast.Call):
                continue
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            texts = [
                one.value for one in ast.walk(call) if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            opens = name in ("open", "fdopen") and any(text in ("w", "wb", "x", "xb", "a", "ab") for text in texts)
            if opens or (name in ("write_text", "write_bytes") and isinstance(call.func, ast.Attribute)):
                found.add(file.relative_to(PACKAGE).as_posix())
    assert found == known


@pytest.fixture
def ready(tmp_path):
    """A function that returns the arguments of a command and the files that it writes."""
    (tmp_path / "layout.txt").write_text(LAYOUT)
    run("metrics", tmp_path / "layout.txt", "--path", "greedy", "--out", tmp_path / "game.rawvf")
    places = {
        "layout": tmp_path / "layout.txt",
        "replay": tmp_path / "game.rawvf",
        "out": tmp_path / "out",
        "run": tmp_path / "run",
        "database": f"sqlite:///{tmp_path}/games.db",
    }

    def fill(name):
        args, files = WRITERS[name]
        if "{run}" in args:
            sapper.simulate("4x4/4", games=20, seed=1, strategy="safest", folder=places["run"])
        filled = [text.format(**places) for text in args]
        if files:
            return [*name.split(), *filled], [places["out"] / file for file in files]
        return [*name.split(), *filled], [Path(next(text for text in filled if str(places["out"]) in text))]

    return fill


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_exists_is_replaced_only_with_force(ready, name):
    args, files = ready(name)
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text("earlier")
        result = run(*args)
        check_refused(result, f"{str(file)!r} exists; --force replaces it")
        assert file.read_text() == "earlier"
        file.unlink()
    files[-1].write_text("earlier")
    result = run(*args, "--force")
    assert result.exit_code == 0, result.output
    assert all(file.exists() and file.read_bytes() != b"earlier" for file in files)


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "generate"])
@pytest.mark.parametrize("at", ["fsync", "replace"])
def test_a_killed_command_leaves_the_earlier_file(ready, name, at):
    args, files = ready(name)
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text("earlier")
    killed = subprocess.run([sys.executable, "-c", KILLED, at, *map(str, args), "--force"], check=False, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    assert [file.read_text() for file in files] == ["earlier"] * len(files)


def test_a_link_and_a_pipe_are_written_through(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with writing(tmp_path / "link") as stream:
        stream.write(b"one")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"one"
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with writing(tmp_path / "pipe") as stream:
        stream.write(b"two")
    assert os.read(reader, 9) == b"two"
    os.close(reader)
    assert not list(tmp_path.glob(f"*{UNFINISHED}"))
