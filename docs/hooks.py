"""What MkDocs does to the documents when it builds the site (see mkdocs.yml).

The page `api.md` gets an entry for every public name, by room, as `src/sapper/__init__.pyi` lists them. Links that
lead out of this folder, which work in a checkout, become plain text. A document that the navigation of mkdocs.yml
does not list is added to the guides. The first page is the README of the checkout.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

__all__ = ["list_names", "on_config", "on_files", "on_page_markdown", "read_first_page"]

_DOCUMENTS = Path(__file__).resolve().parent
_STUB = _DOCUMENTS.parent / "src" / "sapper" / "__init__.pyi"
_IMPORT = re.compile(r"^from \.(?P<module>[\w.]+) import (?P<name>\w+) as \w+$", re.MULTILINE)
_MODULE = re.compile(r"^from \. import (?P<name>\w+) as \w+$", re.MULTILINE)
_MARK = re.compile(r"<!-- the public names:.*?-->", re.DOTALL)
_LINK = re.compile(r"\]\((?!docs/|https?:|#)")
_OUTSIDE = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\(\.\./[^)]*\)")
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
    """Add the first page."""
    files.append(File.generated(config, "index.md", content=read_first_page()))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:  # noqa: ANN401  # a page of MkDocs
    """Return the text of a page as the site has it."""
    if page.file.src_uri == "api.md":
        blocks = []
        for room, paths in list_names().items():
            blocks.append(f"## {_TITLES.get(room, room.capitalize())}")
            blocks += (f"::: {path}" for path in paths)
        markdown = _MARK.sub(lambda _: "\n\n".join(blocks), markdown)
    return _OUTSIDE.sub(lambda match: match["text"], markdown)
