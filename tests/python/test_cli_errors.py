"""Exit codes and messages of the command line: bad input, closed pipes, full disks and Ctrl-C."""

import signal
import subprocess
import sys

import pytest
from command_line import check_refused, run, run_process, written

from sapper.bench.boards import lattice_position, random_position

SMALL = "4x4:6:d/a13a/d/d"

BAD_BOARDS = {
    "empty": (b"", "empty"),
    "blank": (b" \n\n", "empty"),
    "ragged": (b"mines 1\n...\n..", "row 1"),
    "unknown cell": (b"mines 1\n..x", "line 2, column 3"),
    "no mine count": (b"...", "number of mines"),
    "clue too large": (b"mines 1\n4.\n..", "at 0,0"),
    "too many mines": (b"1x2:3:b", "3 mines"),
    "contradiction": (b"1x5:1:1a1a1", "the clues at 0,0, 0,2 and 0,4 cannot all hold"),
    "too few mines": (b"4x4:3:a3b/d/b3a/d", "the clues at 0,1 and 2,2 need at least 4 mines, but the board has 3"),
    "absurd size": (b"40000x40000:1:z", "larger than the limit"),
    "absurd number": (b"mines " + b"9" * 5000 + b"\n..", "5000 characters"),
    "malformed json": (b'{"rows": [[-1, 1', "malformed JSON"),
    "json list": (b"[[-1, 1]]", "--mines 10"),
    "json nan": (b'{"rows": [[-1, 1]], "density": NaN}', "density"),
    "json float": (b'{"rows": [[-1, 1.5]], "mines": 1}', "1.5"),
    "json unknown key": (b'{"rows": [[-1, 1]], "mine": 1}', "unknown key"),
    "json deep": (b'{"rows": ' + b"[" * 100_000, "nested"),
    "a layout": (b"layout 1x2/1\n.*", "layout"),
    "binary": (bytes(range(256)), "not UTF-8"),
    "zeros": (b"\0" * 100, "not UTF-8"),
    "utf-16": ("mines 1\n..".encode("utf-16"), "not UTF-8"),
    "long line": (b"." * 10_000_000 + b"x", "unknown cell"),
}


@pytest.mark.parametrize("case", BAD_BOARDS)
def test_bad_boards(tmp_path, case):
    content, fragment = BAD_BOARDS[case]
    check_refused(run("analyze", "-", stdin=content), fragment)
    check_refused(run("analyze", written(tmp_path, content), "--json"), fragment)


def test_faults_of_a_file_name_it(tmp_path):
    check_refused(run("analyze", written(tmp_path, "mines 1\n.x", "my board.txt")), "my board.txt")
    check_refused(run("analyze", "-", stdin="mines 1\n.x"), "standard input")


BAD_OPTIONS = [
    (("analyze", SMALL, "--mines", "-1"), "-1"),
    (("analyze", SMALL, "--mines", "17"), "17"),
    (("analyze", SMALL, "--mines", "9" * 30), "9999"),
    (("analyze", SMALL, "--density", "nan"), "nan"),
    (("analyze", SMALL, "--density", "1"), "1"),
    (("analyze", SMALL, "--density", "-0.5"), "-0.5"),
    (("analyze", SMALL, "--mines", "6", "--density", "0.5"), "both"),
    (("analyze", "1x3:1:F1F", "--trust-flags"), ""),
    (("analyze", lattice_position(11, mines=24, seed=1).position, "--max-states", "10"), "wide"),
    (("analyze", SMALL, "--max-states", "-1"), "-1"),
    (("analyze", "2x2:1"), "position"),
    (("generate", "hardest"), "'hardest'"),
    (("generate", "9x9"), "'9x9'"),
    (("generate", "0x9/1"), "rows"),
    (("generate", "9x9/82"), "82 mines"),
    (("generate", "100000x100000/1"), "limit"),
    (("generate", "3x3/6", "--first-click", "zero"), "6"),
    (("generate", "beginner", "--seed", str(2**64)), "64 bits"),
    (("generate", "beginner", "--start", "9,0"), "9"),
    (("generate", "beginner", "--start", "-1,0"), "-1"),
    (("generate", "beginner", "--start", "3"), "'3'"),
    (("generate", "beginner", "--start", "3,3,3"), "'3,3,3'"),
    (("generate", "beginner", "--start", "a,b"), "'a,b'"),
    (("generate", "beginner", "--start", "9" * 40 + ",0"), "row,column"),
]


@pytest.mark.parametrize(("args", "fragment"), BAD_OPTIONS, ids=lambda value: str(value)[:60])
def test_bad_options(args, fragment):
    check_refused(run(*args), fragment)


USAGE = [
    ("analyze",),
    ("analyze", SMALL, "another"),
    ("analyze", SMALL, "--mines", "many"),
    ("analyze", SMALL, "--width", "3"),
    ("generate", "beginner", "--seed", "x"),
    ("generate", "beginner", "--seed", "9" * 5000),
    ("generate", "beginner", "--first-click", "lucky"),
    ("bench", "--seconds", "-1"),
    ("play",),
    ("--nonsense",),
]


@pytest.mark.parametrize("args", USAGE, ids=lambda args: " ".join(args)[:40])
def test_bad_usage(args):
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr
    assert "Traceback" not in result.stderr


def test_unreadable_files(tmp_path):
    check_refused(run("analyze", tmp_path / "missing.txt"), "missing.txt", "No such file")
    check_refused(run("analyze", tmp_path), "directory")
    check_refused(run("analyze", "a\nb"), "No such file")
    check_refused(run("analyze", "x" * 5000), "name too long")
    check_refused(run("analyze", "a\0b"))
    check_refused(run("analyze", written(tmp_path, SMALL) / "below"), "Not a directory")


def test_permission_is_an_error_like_others(tmp_path, monkeypatch):
    """Simulates a refusal by the system, because root may read every file."""
    path = written(tmp_path, SMALL)

    def refuse(file, *_):
        raise PermissionError(13, "Permission denied", file)

    monkeypatch.setattr("builtins.open", refuse)
    check_refused(run("analyze", path), "Permission denied", "board.txt")


def test_a_picture_that_cannot_be_written(tmp_path):
    check_refused(run("analyze", SMALL, "--svg", tmp_path / "missing" / "a.svg"), "No such file")
    check_refused(run("analyze", SMALL, "--svg", tmp_path), "directory")


def test_a_file_without_end():
    check_refused(run("analyze", "/dev/zero"), "more than the limit")


@pytest.mark.parametrize(
    "args", [("analyze", SMALL), ("analyze", SMALL, "--json"), ("generate", "expert"), ("--help",)]
)
def test_a_full_disk(args):
    with open("/dev/full", "wb") as full:
        process = subprocess.run(
            [sys.executable, "-m", "sapper", *args],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert process.returncode == 2
    assert process.stderr == b"sapper: error: standard output: No space left on device\n"


@pytest.mark.parametrize(
    "args", [("generate", "4x4/2", "--count", "3", "--out", "/dev/full"), ("convert", SMALL, "/dev/full")]
)
def test_a_full_disk_is_told_with_the_name_of_the_file(args):
    check_refused(run(*args), "sapper: error: '/dev/full': No space left on device")


@pytest.mark.parametrize(
    "args", ["--version", "generate --help", f"analyze {SMALL}", "generate 4x4/2 --count 3", f"convert {SMALL} -"]
)
def test_closed_streams_are_written_to_as_if_nobody_read_them(args):
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        command = f"{sys.executable} -m sapper {args} {closed}"
        process = subprocess.run(command, shell=True, capture_output=True, check=False, timeout=60)
        assert (process.returncode, process.stderr) == (0, b""), command


def test_closed_standard_input():
    command = f"{sys.executable} -m sapper analyze - <&-"
    process = subprocess.run(command, shell=True, capture_output=True, check=False, timeout=60)
    assert process.returncode == 2
    assert process.stderr.startswith(b"sapper: error: standard input")


@pytest.mark.parametrize(
    "args",
    [
        ("generate", "2000x2000/9"),
        ("generate", "1000x1000/9", "--board", "--seed", "1"),
        ("analyze", "-"),
        ("analyze", "-", "--json"),
    ],
    ids=" ".join,
)
def test_a_reader_that_goes_away(args):
    board = random_position("190x190/6000", seed=1)
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    if args[0] == "analyze":
        process.stdin.write(board.position.encode())
    process.stdin.close()
    assert process.stdout.read(100)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 0
    process.stderr.close()


def test_ctrl_c():
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", "bench", "--seconds", "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert b"workload" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


@pytest.mark.parametrize("args", [("analyze", SMALL), ("analyze", "1x5:1:1a1a1"), ("generate", "beginner")])
def test_nothing_else_is_written_at_the_end(args):
    """The interpreter prints nothing at exit either."""
    stderr = run_process(*args).stderr
    assert stderr == b"" or (stderr.startswith(b"sapper: error: ") and stderr.count(b"\n") == 1)


def test_ctrl_c_ends_every_command_with_one_line(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("sapper.reference.matrix.play", interrupt)
    result = run("reference", "matrix", "--games", 1)
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "stopped\n")
