"""The package as its users get it: the tarball installed into an empty project, under Node and in Chromium."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browser.conftest import CHROMIUM
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "npm"
DOCUMENT = ROOT / "docs" / "javascript.md"
EXAMPLE = re.compile(r"^```js\n(?P<code>.*?)^```\n\n^```text\n(?P<shown>.*?)^```$", re.MULTILINE | re.DOTALL)

# As strict a policy as a page with a worker and WebAssembly can have.
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"
PAGE = '<!doctype html><html lang="en"><title>page</title><script type="module" src="page.js"></script>'
SCRIPT = """
import { open, ContradictionError } from "./node_modules/sapper-engine/src/index.js";
const answers = {};
const engine = await open();
const analysis = await engine.analyze("mines 6\\n....\\n.13.\\n....\\n....");
answers.worlds = String(await analysis.worlds());
answers.probability = Array.from(analysis.mineProbability, (one) => (Number.isNaN(one) ? null : one));
const controller = new AbortController();
const endless = engine.simulate("expert", {
  games: 1e6, strategy: "best", signal: controller.signal, onProgress: () => controller.abort(),
});
answers.aborted = await endless.then(() => "done", (error) => error.name);
const run = await engine.simulate("beginner", { games: 20, strategy: "safest", seed: 4 });
answers.wins = run.wins;
answers.error = await engine.analyze("mines 1\\n121\\n...").catch((error) => error instanceof ContradictionError);
const output = document.createElement("output");
output.textContent = JSON.stringify(answers);
document.body.append(output);
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty project with the package installed."""
    assert (BUILT / "src" / "sapper.wasm").exists(), "the module is not built: make wasm"
    folder = tmp_path_factory.mktemp("project")
    quiet = (
        "--silent",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--no-update-notifier",
        "--cache",
        str(folder / "cache"),
    )
    subprocess.run(["npm", "pack", *quiet, "--pack-destination", folder], cwd=BUILT, check=True, capture_output=True)
    [tarball] = folder.glob("*.tgz")
    (folder / "package.json").write_text('{"type": "module"}')
    subprocess.run(["npm", "install", *quiet, tarball], cwd=folder, check=True, capture_output=True)
    return folder


def test_module_and_glue_stay_below_300_kb():
    script = """
        import { readFileSync } from "node:fs";
        import { brotliCompressSync } from "node:zlib";
        const packed = process.argv.slice(1).map((path) => brotliCompressSync(readFileSync(path)).length);
        console.log(packed.reduce((sum, bytes) => sum + bytes));
    """
    names = ("sapper.wasm", "core.js", "stream.js", "host.js", "load.js", "port.js", "worker.js")
    command = ["node", "--input-type=module", "--eval", script, *(BUILT / "src" / name for name in names)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 300_000


def test_the_tarball_has_what_users_need(project: Path):
    installed = project / "node_modules" / "sapper-engine"
    names = {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}
    assert {
        "package.json",
        "index.d.ts",
        "README.md",
        "LICENSE",
        "src/index.js",
        "src/worker.js",
        "src/sapper.wasm",
        "src/formats.wasm",
    } <= names
    sources = {
        path.relative_to(ROOT / "packages" / "npm").as_posix()
        for path in (ROOT / "packages" / "npm").rglob("*")
        if path.is_file()
    }
    modules = {f"src/{path.name}" for path in (ROOT / "src/sapper/web/static/engine").glob("*.js")}
    assert names == sources | modules | {"LICENSE", "src/sapper.wasm", "src/formats.wasm"}
    text = (ROOT / "pyproject.toml").read_text()
    assert f'version = "{json.loads((installed / "package.json").read_text())["version"]}"' in text


def test_the_examples_of_the_document(project: Path):
    examples = list(EXAMPLE.finditer(DOCUMENT.read_text(encoding="utf-8")))
    assert len(examples) == DOCUMENT.read_text().count("```js") == 6
    for k, example in enumerate(examples):
        (project / f"example{k}.js").write_text(example["code"])
        done = subprocess.run(["node", f"example{k}.js"], cwd=project, capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == (example["shown"], ""), example["code"]


class Strict(SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def test_a_page_in_chromium(project: Path):
    (project / "page.html").write_text(PAGE)
    (project / "page.js").write_text(SCRIPT)
    (project / "favicon.ico").write_bytes(b"")
    faults = []
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Strict, directory=project)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
                page = browser.new_page()
                page.on("pageerror", lambda error: faults.append(str(error)))
                page.on("console", lambda message: faults.append(message.text))
                page.goto(f"http://127.0.0.1:{server.server_port}/page.html")
                answers = json.loads(page.locator("output").text_content())
                browser.close()
        finally:
            server.shutdown()
            thread.join()
    assert faults == []
    import sapper  # noqa: PLC0415

    analysis = sapper.analyze("mines 6\n....\n.13.\n....\n....")
    assert answers["worlds"] == str(analysis.worlds)
    assert answers["probability"] == [
        None if value != value else value for value in analysis.mine_probability.ravel().tolist()
    ]
    assert (answers["aborted"], answers["error"]) == ("AbortError", True)
    assert answers["wins"] == sapper.simulate("beginner", games=20, strategy="safest", seed=4).wins
