"""The signature of the package over the engine in WebAssembly is that of the native engine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sapper.bench.signature import signature


def test_the_signature_in_webassembly_is_that_of_the_engine():
    tests = Path(__file__).parents[1]
    command = [sys.executable, "-W", "error", "-m", "wasm.remote"]
    done = subprocess.run(command, cwd=tests, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{signature()}\n", "")
