"""The documents are true: their examples run, their links lead somewhere, their lists of rooms are complete.

Examples stand in fenced `pycon` blocks or are indented; all those of a file run in one go, as a reader would.
"""

from __future__ import annotations

import doctest
import re
import shlex
from contextlib import ExitStack
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from sapper.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "engine").glob("*.md")])
WITH_EXAMPLES = [
    "README.md",
    "docs/concepts.md",
    "docs/formats.md",
    "docs/learning.md",
    "docs/measures.md",
    "docs/noguess.md",
    "docs/notebooks.md",
    "docs/quickstart.md",
    "docs/reading.md",
    "docs/references.md",
    "docs/runs.md",
    "docs/shapes.md",
]
ARCHITECTURE = ROOT / "docs" / "architecture.md"

FENCE = re.compile(r"^ *```.*$", re.MULTILINE)
BLOCK = re.compile(r"^```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"!?\[[^\]]*\]\(\s*(?P<target>[^)\s]+)[^)]*\)|<img[^>]*\ssrc=\"(?P<source>[^\"]+)\"")
HEADING = re.compile(r"^#+ +(?P<title>.+?) *$", re.MULTILINE)
# "- `name`: what it is", the form of every entry in the lists of rooms.
ENTRY = re.compile(r"^ *- `(?P<name>[^`]+)`: \S", re.MULTILINE)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def without_code(text: str) -> str:
    return INLINE_CODE.sub("", BLOCK.sub("", text))


def anchors(path: Path) -> set[str]:
    """The anchors a web page of the document has: its headings in small letters, with dashes for blanks."""
    titles = (match["title"] for match in HEADING.finditer(BLOCK.sub("", read(path))))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_examples_run(path):
    # A fence would be taken for output; an empty line in its place keeps the numbers of the lines.
    text = FENCE.sub("", read(path))
    examples = doctest.DocTestParser().get_doctest(text, {}, name_of(path), str(path), 0)
    assert examples.examples or name_of(path) not in WITH_EXAMPLES
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_python_block_is_an_example(path):
    assert len(FENCE.findall(read(path))) == 2 * len(BLOCK.findall(read(path))), "a fence is left open"
    for match in BLOCK.finditer(read(path)):
        if match["kind"] in ("python", "py", "pycon"):
            assert match["kind"] == "pycon", match["body"]
            assert match["body"].startswith(">>> "), match["body"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(path):
    for match in LINK.finditer(without_code(read(path))):
        target, _, anchor = (match["target"] or match["source"]).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        there = (path.parent / target).resolve() if target else path
        assert there.is_relative_to(ROOT), f"{target} leads out of the checkout"
        assert there.exists(), f"{target} does not exist"
        assert not anchor or anchor in anchors(there), f"{target} has no heading #{anchor}"


def documented_commands() -> list[str]:
    blocks = (match["body"] for path in DOCUMENTS for match in BLOCK.finditer(read(path)) if match["kind"] == "sh")
    lines = {line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()}
    # The tables of what the reference documents describe name commands too.
    rows = [row for row in read(ROOT / "docs" / "references.md").splitlines() if row.startswith("|")]
    lines |= {code.strip("`") for row in rows for code in INLINE_CODE.findall(row)}
    return sorted(line for line in lines if line.startswith("sapper "))


def parse_command(arguments: list[str]) -> None:
    """Parse the arguments of the program without running the command."""
    name, command, rest, context = "sapper", typer.main.get_command(app), arguments, None
    with ExitStack() as contexts:
        while True:
            context = contexts.enter_context(command.make_context(name, list(rest), parent=context))
            if not isinstance(command, TyperGroup):
                break
            name, command, rest = command.resolve_command(context, context._protected_args + context.args)


@pytest.mark.parametrize("line", documented_commands())
def test_documented_commands_are_understood(line):
    arguments = shlex.split(line)[1:]
    parse_command(arguments)
    for argument in arguments:
        assert not argument.endswith(".txt") or (ROOT / argument).exists(), f"there is no {argument}"


def listed_rooms(heading: str) -> list[str]:
    """The names in the list below a heading of the architecture, in order."""
    _, found, after = read(ARCHITECTURE).partition(f"\n### {heading}\n")
    assert found, f"no heading {heading!r}"
    return [match["name"] for match in ENTRY.finditer(re.split(r"^#+ ", after, flags=re.MULTILINE)[0])]


@pytest.mark.parametrize(
    ("heading", "folder", "suffixes"),
    [("The Python package", "src/sapper", {".py", ".pyi"}), ("What is checked where", "tests", set())],
)
def test_lists_of_rooms_are_complete(heading, folder, suffixes):
    """A folder is listed as a whole, by a name that ends in a slash."""
    there = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in (ROOT / folder).iterdir()
        if (path.is_dir() and path.name != "__pycache__") or path.suffix in suffixes
    }
    assert sorted(listed_rooms(heading)) == sorted(there)
