"""The games of players, read back from the database, and what is learned from them."""

from __future__ import annotations

from command_line import check_refused, run
from playing import KNOWN, lose, make, move

from sapper.web.database import open_database
from sapper.web.history import read_history


def test_patterns_are_learned_from_the_games_of_a_player(sqlite, serve, tmp_path):
    with serve(sqlite) as client:
        for name in ("Ada", "Ada", "Bob"):
            view = move(client, make(client, level="9x9/25", name=name)["id"], "reveal", (4, 4))
            while view["status"] == "playing":
                view = move(client, view["id"], "reveal", divmod(view["board"].index("."), 9))
        lose(client, make(client, **KNOWN, name="Ada"))  # practice: its player may know the mines
    out = tmp_path / "learned.parquet"
    learn = ["reference", "patterns", "learn", "--database", sqlite, "--out", str(out), "--least", "1", "--force"]
    assert "games of Ada: 2 games" in run(*learn, "--player", "Ada").stdout
    assert "games of all players: 3 games" in run(*learn).stdout
    check_refused(run(*learn, "--player", "Eve"), "there is no game to learn from")
    check_refused(run(*learn, str(tmp_path), "--player", "Ada"), "either SOURCE")
    missing = f"sqlite:///{tmp_path}/none.db"
    check_refused(run(*learn[:3], "--database", missing), "there is no database")
    assert not (tmp_path / "none.db").exists()


def test_chords_of_the_history_are_the_reveals_they_made(sqlite, serve):
    with serve(sqlite) as client:
        view = make(client, level="9x9/25", name="Ada")
        view = move(client, view["id"], "reveal", (4, 4))
        clue = next(place for place, sign in enumerate(view["board"]) if sign == "1")
        near = [
            (row, col)
            for row in range(clue // 9 - 1, clue // 9 + 2)
            for col in range(clue % 9 - 1, clue % 9 + 2)
            if 0 <= row < 9 and 0 <= col < 9 and view["board"][row * 9 + col] == "."
        ]
        if len(near) > 1:  # a wrong flag may end the game, which is as good here
            move(client, view["id"], "flag", near[0])
            view = move(client, view["id"], "chord", divmod(clue, 9))
            view = move(client, view["id"], "flag", near[0]) if view["status"] == "playing" else view
        while view["status"] == "playing":
            view = move(client, view["id"], "reveal", divmod(view["board"].index("."), 9))
    engine = open_database(sqlite)
    (puzzle,) = read_history(engine, name="Ada")
    engine.dispose()
    assert puzzle.play().status.value == view["status"]
