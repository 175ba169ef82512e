"""The tables of docs/references.md: every command in them runs, and prints what its row says."""

import re
import shlex
from pathlib import Path

import pytest
from command_line import run

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = (
    "Seven rules and super locations",
    "Single cells, pairs and pods",
    "Rules over groups",
    "Rule sets and matrices",
)
HEAD = "| the document describes | command | where in its output |\n| --- | --- | --- |\n"
QUOTED = re.compile(r'"([^"]+)"')


def rows(section):
    """What the document describes, the command, and where to look; "the same" is the command above."""
    text = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
    table = text.partition(f"\n## {section}\n")[2].partition("\n## ")[0].partition(HEAD)[2].partition("\n\n")[0]
    found, command = [], ""
    for line in table.splitlines():
        what, asked, where = (cell.strip() for cell in line.strip("|").split(" | "))
        command = command if asked == "the same" else asked.strip("`")
        found.append((what, command, where))
    return found


ROWS = [row for section in SECTIONS for row in rows(section)]


def test_the_tables_are_there():
    assert [len(rows(section)) for section in SECTIONS] == [28, 38, 13, 16]
    assert all(command.startswith("sapper ") for _, command, _ in ROWS)


@pytest.mark.parametrize("command", dict.fromkeys(command for _, command, _ in ROWS))
def test_every_command_prints_what_its_rows_say(command, monkeypatch):
    monkeypatch.chdir(ROOT)
    answers = "2\n9-9-10\n\n\n\n\n" if "--prompt" in command else None
    result = run(*shlex.split(command)[1:], stdin=answers)
    assert result.exit_code == 0, result.stderr
    for what, asked, where in ROWS:
        if asked != command:
            continue
        # The part of the output, such as "Choices", and the words in quotes.
        part = where.partition(",")[0].partition(";")[0]
        if part[0].isupper() or part in ("groups", "matrix"):
            assert part in result.stdout, what
        for words in QUOTED.findall(where):
            assert words in result.stdout, what
