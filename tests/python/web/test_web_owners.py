"""Names belong to the browser that used them first."""

from __future__ import annotations

from command_line import check_refused, run
from playing import KNOWN, make, refused, win

ADA, EVE = "ada-" + "a" * 20, "eve-" + "e" * 20


def test_a_name_belongs_to_the_browser_that_used_it_first(database, serve):
    with serve(database) as client, serve(database) as other:
        game = win(client, make(client, **KNOWN, name="Ada", player=ADA))
        for name in ("Ada", "ADA", " ada "):
            answer = refused(other.post("/api/games", json={"level": "beginner", "name": name, "player": EVE}), 409)
            assert answer["type"].endswith("problem-name")
            assert "belongs to another player" in answer["detail"]
        refused(other.post("/api/games", json={"level": "beginner", "name": "Ada"}), 409)
        refused(other.post("/api/races", json={"level": "beginner", "name": "Ada", "player": EVE}), 409)
        own = win(other, make(other, **KNOWN, player=EVE))
        refused(other.post(f"/api/games/{own['id']}/score", json={"name": "Ada", "player": EVE}), 409)
        refused(other.post("/api/daily/expert", json={"name": "Ada", "player": EVE}), 409)
        # The owner goes on, and a refused claim leaves a free name free.
        assert client.post(f"/api/games/{game['id']}/score", json={"name": "Ada", "player": ADA}).status_code == 200
        assert make(client, level="beginner", name="ada", player=ADA)["name"] == "ada"
        assert make(client, level="beginner", name="Eve", player=EVE)["name"] == "Eve"
        # Without a text of a browser, a name is neither claimed nor refused.
        assert make(client, level="beginner", name="Bob")["name"] == "Bob"
        assert make(client, level="beginner", name="Bob", player=EVE)["name"] == "Bob"


def test_a_game_that_has_not_ended_claims_no_name(database, serve):
    with serve(database) as client:
        game = make(client, **KNOWN)["id"]
        refused(client.post(f"/api/games/{game}/score", json={"name": "Ada", "player": EVE}), 409, "not ended")
        assert make(client, level="beginner", name="Ada", player=ADA)["name"] == "Ada"


def test_an_administrator_frees_a_name(database, serve):
    with serve(database) as client:
        make(client, level="beginner", name="Ada", player=ADA)
        assert "free" in run("database", "free-name", "ADA", "--database", database).stdout
        check_refused(run("database", "free-name", "Ada", "--database", database), "'Ada'")
        assert make(client, level="beginner", name="Ada", player=EVE)["name"] == "Ada"
        refused(client.post("/api/games", json={"level": "beginner", "name": "Ada", "player": ADA}), 409)
