"""The bundle of the page: few files for the first board, every name that of its content, and an engine that runs."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

from sapper.web import delivered

ROOT = Path(__file__).resolve().parents[2]
MOST_FILES = 12
MOST_BYTES = 180_000
ASK = """
import { readFileSync } from "node:fs";
const [folder, engine, module] = process.argv.slice(1);
const { open, Board } = await import(`${folder}/${engine}`);
const asked = await open({ workers: 0, module: readFileSync(`${folder}/${module}`) });
const analysis = await asked.analyze(Board.fromText("3x4:3:01b/02b/01b"));
const fault = await asked.analyze("mines 1\\n121\\n...").catch((error) => error.name);
console.log(JSON.stringify([String(await analysis.worlds()), fault]));
"""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    program = ROOT / "release" / "page" / "bundle.mjs"
    done = subprocess.run(["node", program, folder], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, f"`make page` installs what this needs: {done.stderr}"
    return folder


def find(bundle: Path, pattern: str) -> Path:
    [path] = (path for path in bundle.glob("static/*") if re.fullmatch(pattern, path.name))
    return path


def test_the_server_knows_the_sources(bundle, monkeypatch):
    monkeypatch.setattr(delivered, "BUNDLE", bundle)
    assert delivered.bundle_is_current()


def test_every_name_in_the_bundle_is_that_of_a_file_in_it(bundle):
    names = {path.name for path in bundle.glob("static/*")}
    texts = [path for path in bundle.rglob("*") if path.suffix in (".js", ".html", ".webmanifest", ".json")]
    named = {
        name for path in texts for name in re.findall(r"[\w-]+-[0-9A-Z]{8}\.(?:js|css|svg|wasm)", path.read_text())
    }
    assert named == {name for name in names if not name.endswith((".br", ".gz"))}


def test_names_change_with_the_content(bundle):
    for pattern in (r"sapper-.*\.wasm", r"page-.*\.css", r"early-.*\.js"):
        path = find(bundle, pattern)
        assert path.stem.rpartition("-")[2] == hashlib.sha256(path.read_bytes()).hexdigest()[:8].upper()


def test_compressed_files_are_the_same(bundle):
    packed = list(bundle.glob("static/*.gz"))
    assert len(packed) > 10
    for path in packed:
        assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()
        assert path.with_suffix(".br").stat().st_size <= path.stat().st_size


# What is not in the bundle: the document and the manifest, and with a server the game and its events.
@pytest.mark.parametrize(("more", "others"), [([], 4), (["store"], 2)])
def test_the_first_board_needs_few_files(bundle, more, others):
    facts = json.loads((bundle / "page.json").read_text())
    # Without what is loaded after the first board, and the words of other languages.
    document = re.sub(r"<link data-(?:later|words=\"de\").*", "", (bundle / "index.html").read_text())
    needed = set(re.findall(r'(?:src|href)="/(static/[^"#]+)', document))
    for key in ("first", *more):
        needed |= set(facts[key])
    assert len(needed) + others <= MOST_FILES
    packed = [path if (path := bundle / f"{name}.br").exists() else bundle / name for name in needed]
    assert sum(path.stat().st_size for path in packed) < MOST_BYTES


def test_the_engine_keeps_its_names(bundle):
    engine, module = find(bundle, r"sapper-engine-\w+\.js"), find(bundle, r"sapper-[0-9A-Z]{8}\.wasm")
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", ASK, bundle / "static", engine.name, module.name],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["3", "ContradictionError"]
