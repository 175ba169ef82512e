"""Shell completion, the groups of commands, `-h` and the examples in help texts."""

import os
import shlex
import subprocess
import sys

import pytest
from command_line import run
from test_docs import parse_command

from sapper import LEVELS, _engine
from sapper.board.sizes import SHAPE_LEVELS
from sapper.cli.app import Commands
from sapper.cli.examples import EXAMPLES
from sapper.cli.lazy import load_command
from sapper.cli.reference import Systems

STRATEGIES = _engine.strategy_names()
# Runs the program as a shell does, and prints last whether numpy was imported.
SCRIPT = """
import atexit, sys
atexit.register(lambda: print("numpy" in sys.modules))
from sapper.cli.app import main
main()
"""


def complete(line: str) -> tuple[list[str], bool]:
    """What bash is offered for the last word of a line, and whether numpy was imported for it."""
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    asked = {"_SAPPER_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=os.environ | asked, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    *offered, imported = done.stdout.split()
    return offered, imported == "True"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sapper ", list(Commands.lines)),
        ("sapper gen", ["generate"]),
        ("sapper simulate ", [*LEVELS, *SHAPE_LEVELS]),
        ("sapper generate be", ["beginner"]),
        ("sapper compare sup", ["superloc"]),
        ("sapper simulate expert --games 5 --strategy ", STRATEGIES),
        ("sapper solve --level in", ["intermediate"]),
        ("sapper reference ", list(Systems.lines)),
    ],
)
def test_names_are_completed_without_numpy(line, expected):
    assert complete(line) == (expected, False)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sapper simulate --ga", ["--games"]),
        ("sapper compare best saf", ["safest"]),
        ("sapper generate expert --first-click z", ["zero"]),
        ("sapper reference superloc --le", ["--level"]),
    ],
)
def test_options_are_completed(line, expected):
    assert complete(line)[0] == expected


def test_after_an_unknown_command_commands_are_offered():
    assert complete("sapper nonsense ") == (list(Commands.lines), False)


def test_bash_takes_the_script():
    program = os.path.join(os.path.dirname(sys.executable), "sapper")
    script = f"""
PATH={shlex.quote(os.path.dirname(program))}:$PATH
eval "$(_SAPPER_COMPLETE=source_bash sapper)"
COMP_WORDS=(sapper simulate exp) COMP_CWORD=2
_sapper_completion sapper
echo "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["expert"], done.stderr


def test_the_kinds_of_first_arguments_are_those_of_the_commands():
    for name, kind in Commands.firsts.items():
        first = next(
            param for param in load_command(f"sapper.cli.{name}").params if param.param_type_name == "argument"
        )
        assert {item.value for item in first.shell_complete(None, "")} == {
            "level": {*LEVELS, *SHAPE_LEVELS},
            "strategy": set(STRATEGIES),
        }[kind]


def test_commands_stand_below_the_headings_of_their_groups():
    lines = run("-h", env={"COLUMNS": "80"}).stdout.splitlines()
    assert lines[2].strip().startswith("Play Minesweeper")
    headings = [line[:-1] for line in lines if line.endswith(":") and line[0] != " "]
    assert headings == ["Options", "Play", "Analyse", "Make", "Study", "Serve"]
    listed = lines[lines.index("Play:") :]
    assert [line.split()[0] for line in listed if line.startswith("  ")] == list(Commands.lines)


@pytest.mark.parametrize("command", [[], ["solve"], ["reference"], ["reference", "superloc"], ["scores", "list"]])
def test_h_is_short_for_help(command):
    short = run(*command, "-h")
    assert short.exit_code == 0
    assert short.stdout == run(*command, "--help").stdout


def names_with_examples():
    yield from (name for name in Commands.lines if name not in ("database", "reference", "scores"))
    yield from (f"reference.{name}" for name in Systems.lines if name != "patterns")


def test_every_command_has_examples():
    assert sorted(EXAMPLES) == sorted(names_with_examples())


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_examples_are_shown_and_understood(name):
    words = name.split(".")
    text = run(*words, "-h", env={"COLUMNS": "80"}).stdout
    for example in EXAMPLES[name]:
        line = " ".join(["sapper", *words, example]).rstrip()
        assert f"    {line}\n" in text
        parse_command(shlex.split(line.partition(" < ")[0])[1:])
