"""Build the page that needs no server: `python release/static_page.py --out FOLDER`.

The files are those of the bundle (`make page`), with the engine as WebAssembly (`make wasm`). The document says that
it answers its own requests, and refers to its files by relative addresses, so that the folder works at any address of
any static host. What the server would compute for every visitor alike is computed here: exercises, the strategies
with their measured strengths, and messages in German.

    index.html  sw.js  files.json  manifest.webmanifest
    static/NAME-HASH.js ...  made-HASH/
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

from sapper.web.delivered import BUNDLE, bundle_is_current, link_modules
from sapper.web.exercise_job import make_exercises
from sapper.web.exercises import FIRST_DEVIATION, first_rating
from sapper.web.german_messages import list_patterns, say_kind
from sapper.web.requests import ExerciseKind
from sapper.web.routes.insight import describe_strategies
from sapper.web.settings import Limits

__all__ = ["build"]

_LOADED = (".js", ".css", ".svg", ".json", ".wasm")  # what a page may load
_ENGINE = "sapper-*.wasm"

_KINDS = ("unreadable", "input", "contradiction", "limit", "move")  # problems that the engine tells


def build(out: Path, *, exercises: int) -> None:
    """Write the page, with so many exercises of every kind.

    Raises:
        FileNotFoundError: there is no bundle of these sources, or it has no engine.
    """
    if not bundle_is_current() or not list(BUNDLE.glob(f"static/{_ENGINE}")):
        raise FileNotFoundError("the page is not bundled with its engine: `make wasm page` does that")
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(BUNDLE, out, ignore=shutil.ignore_patterns("page.json", "favicon.svg"))
    made = out / "static" / "made"
    _write_made(made)
    _write_exercises(made / "exercises", exercises)
    made = made.rename(made.with_name(f"made-{_hash(made)}"))
    (out / "index.html").write_text(_document(f"static/{made.name}/"), encoding="utf-8")
    manifest = (BUNDLE / "manifest.webmanifest").read_text(encoding="utf-8")
    manifest = manifest.replace('"/static/', '"static/').replace('"start_url": "/"', '"start_url": "./"')
    (out / "manifest.webmanifest").write_text(manifest, encoding="utf-8")
    files = sorted(path.relative_to(out).as_posix() for path in out.glob("static/**/*") if path.suffix in _LOADED)
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


def _hash(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.json")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8].upper()


def _document(made: str) -> str:
    page = (BUNDLE / "index.html").read_text(encoding="utf-8")
    facts = json.loads((BUNDLE / "page.json").read_text())
    preloads = link_modules(f"/{name}" for name in [*facts["first"], *facts["store"]])
    limits = escape(json.dumps(asdict(Limits())))
    page = page.replace("{preloads}", preloads).replace("{limits}", limits)
    own = f'<meta name="backend" content="local">\n<meta name="made" content="{made}">\n'
    page = page.replace('<meta name="limits"', f'{own}<meta name="limits"')
    page = page.replace('"/static/', '"static/').replace('"/manifest', '"manifest')
    return re.sub(r'href="(/[a-z]*)"', r'href="#\1"', page)


def main() -> None:
    """Build the page and print its size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="the folder to write; what is there is removed")
    parser.add_argument("--exercises", type=int, default=40, help="of every kind (default: 40)")
    options = parser.parse_args()
    build(options.out, exercises=options.exercises)
    sizes = [path.stat().st_size for path in options.out.rglob("*") if path.is_file()]
    print(f"{options.out}: {sum(sizes) / 1e6:.2f} MB in {len(sizes)} files")


if __name__ == "__main__":
    main()
