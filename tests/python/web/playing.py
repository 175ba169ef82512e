"""What the tests of the server do again and again."""

from __future__ import annotations

from sapper.game.layout import Layout

# A game whose layout the tests know.
KNOWN = {"level": "beginner", "seed": 1}


def make(client, **body):
    """A new game."""
    answer = client.post("/api/games", json=body or {"level": "beginner"})
    assert answer.status_code == 201, answer.text
    return answer.json()


def move(client, game, kind, cell, **more):
    """The game after a move."""
    answer = client.post(f"/api/games/{game}/moves", json={"kind": kind, "cell": list(cell), **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def look(client, game, **query):
    """The game as it stands."""
    return ask(client, f"/api/games/{game}", **query)


def ask(client, path, **query):
    """What a GET answers."""
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer, status, *fragments):
    """A problem with this status, whose sentence has these words."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert problem["type"].startswith("/api#problem-")
    for fragment in fragments:
        assert fragment in problem["detail"]
    return problem


def layout_of(view, start=(4, 4)):
    """The layout of a beginner game whose seed is known."""
    return Layout.from_seed("beginner", seed=view["seed"], start=tuple(start), first_click=view["first_click"])


def win(client, view, start=(4, 4)):
    """Reveal every safe cell of such a game."""
    return play_out(client, view["id"], set(layout_of(view, start).mines), start)


def lose(client, view, start=(4, 4)):
    """Reveal a mine of such a game."""
    move(client, view["id"], "reveal", start)
    return move(client, view["id"], "reveal", layout_of(view, start).mines[0])


def play_out(client, game, mines, start=(4, 4)):
    """Reveal every cell that is not among the mines."""
    view = move(client, game, "reveal", start)
    for number, sign in enumerate(view["board"]):
        cell = divmod(number, view["cols"])
        if sign == "." and cell not in mines and view["status"] == "playing":
            view = move(client, game, "reveal", cell)
    return view
