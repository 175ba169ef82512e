"""What MkDocs does to the documents when it builds the site (see mkdocs.yml).

The page `api.md` gets an entry for every public name, by room, as `src/sapper/__init__.pyi` lists them. Links that
lead out of this folder, which work in a checkout, become plain text. A document that the navigation of mkdocs.yml
does not list is added to the guides. The first page is the README of the checkout. The page without a server, as
`release/static_page.py` builds it into build/page, lies under play/, and the navigation leads to it. Its engine
makes the boards of the text live: below every example that makes a board of squares stands that board
(`live/board.js`). The reference of the JavaScript package has an entry for every name that its types export.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from textwrap import dedent
from typing import Any

from mkdocs.structure.files import File
from mkdocs.structure.nav import Link

__all__ = [
    "list_declarations",
    "list_names",
    "on_config",
    "on_files",
    "on_nav",
    "on_page_markdown",
    "read_first_page",
]

_DOCUMENTS = Path(__file__).resolve().parent
_PAGE = _DOCUMENTS.parent / "build" / "page"
_TYPES = _DOCUMENTS.parent / "packages" / "npm" / "index.d.ts"
_LOGO = _DOCUMENTS.parent / "src" / "sapper" / "web" / "static" / "favicon.svg"
_STUB = _DOCUMENTS.parent / "src" / "sapper" / "__init__.pyi"
_IMPORT = re.compile(r"^from \.(?P<module>[\w.]+) import (?P<name>\w+) as \w+$", re.MULTILINE)
_MODULE = re.compile(r"^from \. import (?P<name>\w+) as \w+$", re.MULTILINE)
_MARK = re.compile(r"<!-- the public names:.*?-->", re.DOTALL)
_LINK = re.compile(r"\]\((?!docs/|https?:|#)")
_OUTSIDE = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\(\.\./[^)]*\)")
_DECLARATION = re.compile(
    r"^(?P<note>/\*\*(?:(?!\*/).)*\*/\n)?"
    r"(?P<code>export (?:declare )?(?P<kind>class|interface|type|const|function) (?P<name>\w+).*?(?:^\}$|;$))",
    re.MULTILINE | re.DOTALL,
)
_KINDS = {"function": "Functions", "class": "Classes", "const": "Constants", "interface": "Records", "type": "Types"}
_EXAMPLE = re.compile(r"^```pycon\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_BOARD = re.compile(
    r'Board\.from_text\((?:"""\n(?P<picture>.*?)"""|"(?P<line>mines [^"\n]*)")\)',
    re.DOTALL,
)
_PICTURES = re.compile(
    r'<picture>\s*<source[^>]*srcset="(?P<dark>[^"]+)">\s*<img src="(?P<light>[^"]+)"(?P<rest>[^>]*)>\s*</picture>'
)
_TITLES = {
    "board": "Boards and levels",
    "formats": "Forms of other programs",
    "analysis": "Analysis",
    "explain": "Explanations",
    "game": "Layouts and games",
    "play": "Strategies",
    "replay": "Replays",
    "run": "Runs",
    "rl": "Environments for learners",
    "errors": "Errors",
}


def list_names() -> dict[str, list[str]]:
    """Return the full paths of the public names by room, in the order of the reference."""
    rooms: dict[str, list[str]] = {room: [] for room in _TITLES}
    for match in _IMPORT.finditer(_STUB.read_text(encoding="utf-8")):
        room = match["module"].partition(".")[0]
        rooms.setdefault(room, []).append(f"sapper.{match['module']}.{match['name']}")
    for match in _MODULE.finditer(_STUB.read_text(encoding="utf-8")):
        rooms[match["name"]].append(f"sapper.{match['name']}")
    return {room: paths for room, paths in rooms.items() if paths}


def list_declarations() -> dict[str, list[tuple[str, str]]]:
    """Return name and declaration of every export of the JavaScript package, by kind."""
    found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in _KINDS}
    for match in _DECLARATION.finditer(_TYPES.read_text(encoding="utf-8")):
        found[match["kind"]].append((match["name"], (match["note"] or "") + match["code"]))
    return found


def _write_declarations() -> str:
    intro = (
        "# JavaScript reference\n\nEvery name that the package `sapper-engine` exports, from its type declarations. "
        "[JavaScript](javascript.md) shows them in examples."
    )
    parts = [intro]
    for kind, entries in list_declarations().items():
        parts.append(f"## {_KINDS[kind]}")
        parts += (f"### {name}\n\n```ts\n{text}\n```" for name, text in entries)
    return "\n\n".join(parts)


def _make_live(markdown: str) -> str:
    """Return the text with a live board below every example that makes one of squares."""

    def add(match: re.Match[str]) -> str:
        boards = []
        for board in _BOARD.finditer(match["body"]):
            text = board["picture"] or board["line"].replace("\\n", "\n")
            lines = (line.removeprefix("...").rstrip() for line in text.splitlines())
            picture = dedent("\n".join(line for line in lines if line.strip()))
            if picture.startswith("mines "):
                boards.append(
                    f'<sapper-board data-text="{escape(picture).replace(chr(10), "&#10;")}"></sapper-board>'
                )
        return "\n\n".join([match[0], *boards])

    return _EXAMPLE.sub(add, markdown)


def on_config(config: Any) -> Any:  # noqa: ANN401  # the settings of MkDocs
    """Add the documents to the guides that the navigation does not list."""
    listed = set(re.findall(r"[\w/]+\.md", str(config["nav"])))
    [guides] = [entry["Guides"] for entry in config["nav"] if "Guides" in entry]
    guides += (path.name for path in sorted(_DOCUMENTS.glob("*.md")) if path.name not in listed)
    return config


def read_first_page() -> str:
    """Return the README with its links as they are seen from this folder."""
    text = _LINK.sub("](../", (_DOCUMENTS.parent / "README.md").read_text(encoding="utf-8"))
    return text.replace("](docs/", "](").replace('="docs/', '="')


def on_files(files: Any, *, config: Any) -> Any:  # noqa: ANN401  # the files and the settings of MkDocs
    """Add the first page, the logo, and the page without a server."""
    files.append(File.generated(config, "logo.svg", abs_src_path=str(_LOGO)))
    files.append(File.generated(config, "index.md", content=read_first_page()))
    files.append(File.generated(config, "javascript_api.md", content=_write_declarations()))
    for path in sorted(_PAGE.rglob("*")):
        if path.is_file():
            name = f"play/{path.relative_to(_PAGE).as_posix()}"
            files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_nav(nav: Any, **_: object) -> Any:  # noqa: ANN401  # the navigation of MkDocs
    """Lead to the page without a server."""
    if _PAGE.is_dir():
        nav.items.insert(1, Link("Play", "play/index.html"))
    return nav


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:  # noqa: ANN401  # a page of MkDocs
    """Return the text of a page as the site has it."""
    if page.file.src_uri == "api.md":
        blocks = []
        for room, paths in list_names().items():
            blocks.append(f"## {_TITLES.get(room, room.capitalize())}")
            blocks += (f"::: {path}" for path in paths)
        markdown = _MARK.sub(lambda _: "\n\n".join(blocks), markdown)
    # A theme that is switched on the page switches its pictures too.
    markdown = _PICTURES.sub(
        r'<img src="\g<light>#only-light"\g<rest>><img src="\g<dark>#only-dark"\g<rest>>', markdown
    )
    markdown = _make_live(markdown)
    return _OUTSIDE.sub(lambda match: match["text"], markdown)
