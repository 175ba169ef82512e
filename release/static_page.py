"""Build the page that needs no server: `python release/static_page.py --engine FOLDER --out FOLDER`.

The files of the page are copied as they are, with the engine as WebAssembly beside them. The document says that it
answers its own requests, and refers to its files by relative addresses, so that the folder works at any address of
any static host. What the server would compute for every visitor alike is computed here: exercises, the strategies
with their measured strengths, and messages in German.

    index.html  sw.js  files.json  manifest.webmanifest
    static/STAMP/css  js  engine  made
    words
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import get_args

from sapper.web.exercise_job import make_exercises
from sapper.web.exercises import FIRST_DEVIATION, first_rating
from sapper.web.german_messages import list_patterns, say_kind
from sapper.web.requests import ExerciseKind
from sapper.web.routes.insight import describe_strategies
from sapper.web.routes.page import STATIC, modules
from sapper.web.settings import Limits
from sapper.words.catalogue import WORDS

__all__ = ["build"]

_LOADED = (".js", ".css", ".svg", ".json", ".wasm")  # what a page may load
_ENTRY = ("local/local.js", "local/play_routes.js")  # loaded for the first game

_KINDS = ("unreadable", "input", "contradiction", "limit", "move")  # problems that the engine tells


def build(engine: Path, out: Path, *, exercises: int) -> None:
    """Write the page with the engine of a folder, that of the npm package, and so many exercises of every kind."""
    shutil.rmtree(out, ignore_errors=True)
    made = out / "static" / "made"
    shutil.copytree(STATIC, made.parent, ignore=shutil.ignore_patterns("index.html", "sw.js", "*.webmanifest"))
    shutil.copytree(engine, made.parent / "engine", ignore=shutil.ignore_patterns("*.d.ts"))
    _write_made(made)
    _write_exercises(made / "exercises", exercises)
    stamp = _stamp(out / "static")
    folder = out / "static" / stamp
    folder.mkdir()
    for path in [*(out / "static").iterdir()]:
        if path != folder:
            path.rename(folder / path.name)
    (out / "index.html").write_text(_document(f"static/{stamp}/"), encoding="utf-8")
    manifest = (STATIC / "manifest.webmanifest").read_text(encoding="utf-8")
    manifest = manifest.replace('"/static/', f'"static/{stamp}/').replace('"start_url": "/"', '"start_url": "./"')
    (out / "manifest.webmanifest").write_text(manifest, encoding="utf-8")
    shutil.copy(STATIC / "sw.js", out)
    shutil.copytree(WORDS, out / "words", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    loaded = (path for top in (folder, out / "words") for path in top.rglob("*") if path.suffix in _LOADED)
    files = sorted(path.relative_to(out).as_posix() for path in loaded)
    (out / "files.json").write_text(json.dumps([*files, "manifest.webmanifest"]), encoding="utf-8")


def _write_made(folder: Path) -> None:
    folder.mkdir()
    strategies = [one.model_dump(mode="json") for one in describe_strategies()]
    (folder / "strategies.json").write_text(json.dumps(strategies), encoding="utf-8")
    german = {"messages": list_patterns(), "kinds": {kind: say_kind(kind) for kind in _KINDS}}
    (folder / "german.json").write_text(json.dumps(german), encoding="utf-8")


def _write_exercises(folder: Path, count: int) -> None:
    folder.mkdir()
    for kind in get_args(ExerciseKind):
        rated = (
            f'{{"rating":{first_rating(made, kind):.1f},"deviation":{FIRST_DEVIATION:.1f},"exercise":{made.text}}}'
            for made in make_exercises(kind, range(1, count + 1))
        )
        (folder / f"{kind}.json").write_text(f"[{','.join(rated)}]", encoding="utf-8")


def _stamp(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _document(static: str) -> str:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    preloads = (f'<link rel="modulepreload" href="/static/js/{name}">' for name in [*modules(), *_ENTRY])
    limits = escape(json.dumps(asdict(Limits())))
    page = page.replace("{preloads}", "\n".join(preloads)).replace("{limits}", limits)
    page = page.replace('<meta name="limits"', '<meta name="backend" content="local">\n<meta name="limits"')
    page = page.replace('"/static/', f'"{static}').replace('"/manifest', '"manifest')
    return re.sub(r'href="(/[a-z]*)"', r'href="#\1"', page)


def main() -> None:
    """Build the page and print its size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", type=Path, required=True, help="the modules of the npm package, with sapper.wasm")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write; what is there is removed")
    parser.add_argument("--exercises", type=int, default=40, help="of every kind (default: 40)")
    options = parser.parse_args()
    build(options.engine, options.out, exercises=options.exercises)
    sizes = [path.stat().st_size for path in options.out.rglob("*") if path.is_file()]
    print(f"{options.out}: {sum(sizes) / 1e6:.2f} MB in {len(sizes)} files")


if __name__ == "__main__":
    main()
