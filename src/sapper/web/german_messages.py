"""Messages of the server in German.

The English messages are the keys, with `{}` for each value in them. `translate` finds the key of a message and puts
its values into the German one. `say_kind` has a sentence for every kind of problem, for messages without a key.

>>> translate("a name has at most 30 characters, not 41")
'ein Name hat höchstens 30 Zeichen, nicht 41'
>>> translate("the moon is full") is None
True
>>> say_contradiction("the 3 has only 1 mine and 1 hidden cell beside it", "Zeile 1 Spalte 2")
'die 3 in Zeile 1 Spalte 2 hat nur 1 Mine und 1 verdecktes Feld neben sich'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

__all__ = ["MESSAGES", "list_patterns", "say_contradiction", "say_kind", "translate"]

MESSAGES: Mapping[str, str] = {
    # Games and their moves.
    "the game is over: it is won": "das Spiel ist zu Ende: es ist gewonnen",
    "the game is over: it is lost": "das Spiel ist zu Ende: es ist verloren",
    "the game is over: request its review": "das Spiel ist zu Ende: der Rückblick erklärt es",
    "no guess is needed: the first-click rule makes the first reveal safe": (
        "Raten ist nicht nötig: die Regel des ersten Klicks macht das erste Aufdecken sicher"
    ),
    "no guess is needed: {} cell is safe": "Raten ist nicht nötig: {} Feld ist sicher",
    "no guess is needed: {} cells are safe": "Raten ist nicht nötig: {} Felder sind sicher",
    "the game has not ended": "das Spiel ist nicht zu Ende",
    "a flagged cell cannot be revealed": "ein Feld mit einer Flagge lässt sich nicht aufdecken",
    "a chord needs a revealed clue": "ein Akkord braucht eine aufgedeckte Zahl",
    "the cell is already revealed": "das Feld ist schon aufgedeckt",
    "there is no move to undo": "es gibt keinen Zug, der rückgängig zu machen wäre",
    "the game is paused: resume it first": "das Spiel ist angehalten: setze es zuerst fort",
    "only a game that has begun and not ended can be paused": "nur ein laufendes Spiel lässt sich anhalten",
    "help and undo are off in a ranked game until it has ended": (
        "in einem gewerteten Spiel gibt es bis zum Ende weder Hilfe noch Rückgängig"
    ),
    "a cruel game has no fixed layout before it ends": (
        "in einem grausamen Spiel liegen die Minen erst am Ende fest"
    ),
    "the game has no mines yet: its first reveal places them": (
        "das Spiel hat noch keine Minen: das erste Aufdecken verteilt sie"
    ),
    "that game has no layout yet: its first reveal creates it": (
        "jenes Spiel hat noch keine Minen: das erste Aufdecken verteilt sie"
    ),
    "the layout is hidden until the game ends": "die Minenlage bleibt bis zum Ende des Spiels verdeckt",
    "the game has reached the limit of {} events": "das Spiel hat die Grenze von {} Ereignissen erreicht",
    "the game has no move {}: it has {}": "das Spiel hat keinen Zug {}: es hat {}",
    "this is for version {} of the game, which has version {}": (
        "das betrifft den Stand {} des Spiels, das den Stand {} hat"
    ),
    "other servers change this game all the time: try again": (
        "andere Server ändern dieses Spiel ständig: versuche es noch einmal"
    ),
    "that game is still running: its board can be played when it has ended": (
        "jenes Spiel läuft noch: sein Brett lässt sich spielen, wenn es zu Ende ist"
    ),
    "there is no such game": "dieses Spiel gibt es nicht",
    "there is no such game to watch": "ein solches Spiel zum Zuschauen gibt es nicht",
    "there is no such race": "dieses Rennen gibt es nicht",
    # New games.
    "{} mines do not fit in {} cells": "{} Minen passen nicht in {} Felder",
    "{} mines do not fit in {} hidden cells": "{} Minen passen nicht in {} verdeckte Felder",
    "{} mines do not fit: the first-click rule {} leaves {} of {} cells free": (
        "{0} Minen passen nicht: die Regel des ersten Klicks lässt {2} von {3} Feldern frei"
    ),
    "found no layout of {} that needs no guess: try fewer mines": (
        "für {} wurde keine Minenlage ohne Raten gefunden: versuche es mit weniger Minen"
    ),
    "a board without guesses needs a safe start, which the first-click rule none does not give": (
        "ein Brett ohne Raten braucht einen sicheren Anfang, den diese Regel des ersten Klicks nicht gibt"
    ),
    "a board of {} rows and {} columns is larger than {}x{}": (
        "ein Brett mit {} Zeilen und {} Spalten ist größer als {}x{}"
    ),
    "a board of {} has {} cells, more than the limit of {}": "das Brett {} hat {} Felder, mehr als die Grenze von {}",
    "a board of {} has no cell without a mine": "das Brett {} hat kein Feld ohne Mine",
    "a ranked game has a best time: it is not cruel, and its seed cannot be chosen": (
        "ein gewertetes Spiel hat eine Bestzeit: es ist nicht grausam, und sein Startwert lässt sich nicht wählen"
    ),
    "a cruel game has no fixed layout: it cannot begin with a given one": (
        "ein grausames Spiel hat keine feste Minenlage: es kann nicht mit einer gegebenen beginnen"
    ),
    "a game that begins with a given layout is practice: it cannot be ranked": (
        "ein Spiel mit gegebener Minenlage ist Übung: es kann nicht gewertet werden"
    ),
    "a game needs a level, or rows, cols and mines": "ein Spiel braucht eine Stufe oder Zeilen, Spalten und Minen",
    "nothing is left to reveal in this position": "in dieser Stellung ist nichts mehr aufzudecken",
    "there is no globe of {} cells: {}, such as {}": (
        "eine Kugel aus {0} Feldern gibt es nicht; es gibt zum Beispiel {2}"
    ),
    # Positions.
    "clue {} is larger than its number of neighbours, {}": "die Zahl {} ist größer als die Zahl ihrer Nachbarn, {}",
    "the board shows {} mines but has only {}": "das Brett zeigt {} Minen, hat aber nur {}",
    "with flags taken for mines, the board shows {} mines but has only {}": (
        "zählen Flaggen als Minen, zeigt das Brett {} Minen, hat aber nur {}"
    ),
    "what is given is impossible on this board": "das ist auf diesem Brett unmöglich",
    "too wide to solve exactly within {}": "dieses Brett ist zu breit für eine genaue Rechnung",
    "too large to solve exactly: {}": "dieses Brett ist zu groß für eine genaue Rechnung",
    "this takes longer than {} seconds on this board": "das dauert auf diesem Brett länger als {} Sekunden",
    "a board has at most {} characters as text, not {}": "ein Brett hat als Text höchstens {} Zeichen, nicht {}",
    "a position is a board, not a layout": "eine Stellung ist ein Brett und keine Minenlage",
    "unknown character {}: {}": "unbekanntes Zeichen {}",
    # Files and texts.
    "the file is empty": "die Datei ist leer",
    "the text is empty": "der Text ist leer",
    "the file holds no replay": "die Datei enthält keine Aufzeichnung",
    "the file is longer than {} bytes": "die Datei ist länger als {} Bytes",
    "{} is no board of another program: forms are {}": "{} ist kein Brett in einer bekannten Form",
    "the link holds a seed, from which only the program behind it makes the layout": (
        "der Link enthält einen Startwert, aus dem nur das Programm dahinter die Minenlage macht"
    ),
    "a link to minesweeper.online holds no board: the bookmarklet of the help page reads it": (
        "ein Link zu minesweeper.online enthält kein Brett: das Bookmarklet auf der Hilfeseite liest es"
    ),
    "the link holds no board: links with one have b= or analysis=": (
        "der Link enthält kein Brett: Links mit einem haben b= oder analysis="
    ),
    "the text does not tell the number of mines: {}": "der Text nennt die Zahl der Minen nicht",
    "this is no replay of a known format; {}": "das ist keine Aufzeichnung in einer bekannten Form",
    "{} ends {} bytes too early": "die Datei endet {1} Bytes zu früh",
    "the file has {} of {} events": "die Datei hat {} von {} Ereignissen",
    "the game began from a position, so its clicks are no whole replay": (
        "das Spiel begann mit einer Stellung, darum sind seine Klicks keine ganze Aufzeichnung"
    ),
    "the game of this replay did not end, so it cannot be reviewed": (
        "das Spiel dieser Aufzeichnung endete nicht, darum gibt es keinen Rückblick"
    ),
    "a replay has squares with eight neighbours, not {}": (
        "eine Aufzeichnung hat Quadrate mit acht Nachbarn, nicht {}"
    ),
    "a replay shown here has at most {} clicks, not {}": ("eine Aufzeichnung hat hier höchstens {} Klicks, nicht {}"),
    "the file holds {} replays: there is no number {}": (
        "die Datei enthält {} Aufzeichnungen: eine mit der Nummer {} gibt es nicht"
    ),
    "this replay is not kept any more: import its file again": (
        "diese Aufzeichnung ist nicht mehr da: importiere ihre Datei noch einmal"
    ),
    "the cell {} in {} is {} in {}": "das Feld {} in {} ist {} in {}",
    "the number {} in {} has {} mines beside it": "neben der Zahl {} in {} sind {} Minen",
    "row {} has {} cells instead of {}": "eine Zeile hat {1} Felder statt {2}",
    "row {} has {} cells instead of {}: {}": "eine Zeile hat {1} Felder statt {2}",
    "a row of {} cells, but the first row has {}": "eine Zeile hat {} Felder, die erste aber {}",
    "{} has {} rows instead of {}": "es sind {1} Zeilen statt {2}",
    "{} cells instead of {}": "{} Felder statt {}",
    "more than the {} cells of the board": "mehr als die {} Felder des Bretts",
    "unknown cell {}; cells are {}": "unbekanntes Feld {}",
    "unknown cell {}: cells are {}": "unbekanntes Feld {}",
    "unknown cell {} in {}; cells are {}": "unbekanntes Feld {}",
    "unknown cell {} in {}: cells are {}": "unbekanntes Feld {}",
    "a board begins with a line such as 'mines 10', or is a position": (
        "ein Brett beginnt mit einer Zeile wie 'mines 10' oder ist eine Stellung"
    ),
    "the first line says {} rows, but {} follow": "die erste Zeile nennt {} Zeilen, aber es folgen {}",
    "the board has {} mines, not {}": "das Brett hat {} Minen, nicht {}",
    "the layout has {} mines, not {}": "die Minenlage hat {} Minen, nicht {}",
    "the mine at {} lies outside a board of {}": "die Mine in {} liegt außerhalb des Bretts",
    "the mine at {} is listed twice": "die Mine in {} ist doppelt",
    "the ID is a seed, from which only Tatham's Mines makes the layout": (
        "die ID ist ein Startwert, aus dem nur Tathams Mines die Minenlage macht"
    ),
    "this is not UTF-8 text, and MBF with {} mines would have {} bytes, not {}": (
        "das ist kein Text, und MBF mit {} Minen hätte {} Bytes, nicht {}"
    ),
    "the JSON is broken: {}": "das JSON ist beschädigt",
    "the events have no end": "die Ereignisse haben kein Ende",
    "RAWVF has no event for a button that is pressed or released": (
        "RAWVF hat kein Ereignis für eine Taste, die gedrückt oder losgelassen wird"
    ),
    "there are no events": "es gibt keine Ereignisse",
    "the replay has no events": "die Aufzeichnung hat keine Ereignisse",
    "{} is no event": "{} ist kein Ereignis",
    "{} is no kind of event": "{} ist keine Art von Ereignis",
    # Pictures of boards.
    "this server does not read pictures: its extra vision is not installed": (
        "dieser Server liest keine Bilder: seine Erweiterung vision ist nicht installiert"
    ),
    "no board was found in the picture: {}": (
        "im Bild wurde kein Brett gefunden: es braucht mindestens 4 x 4 quadratische Felder von 8 bis 120 Pixeln, "
        "aufrecht und nicht verdeckt"
    ),
    "{} cannot be read as a picture ({}): the formats are {}": "{0} ist kein lesbares Bild: die Formate sind {2}",
    "{} has {} bytes, more than the limit of {}": "{} hat {} Bytes, mehr als die Grenze von {}",
    "{} has {} x {} pixels, more than the limit of {}": "{} hat {} x {} Pixel, mehr als die Grenze von {}",
    # Names and scores.
    "a name needs at least one character": "ein Name braucht mindestens ein Zeichen",
    "a name has at most {} characters, not {}": "ein Name hat höchstens {} Zeichen, nicht {}",
    "a name must not contain the character U+{}": "ein Name darf das Zeichen U+{} nicht enthalten",
    "a name has letters of one script, not of {}": "ein Name hat Buchstaben einer Schrift, nicht von {}",
    "a name has at most {} marks on one letter": "ein Name hat höchstens {} Zeichen auf einem Buchstaben",
    "the name {} belongs to another player": "der Name {} gehört einem anderen Spieler",
    "this game is already in the table": "dieses Spiel steht schon in der Bestenliste",
    "this is not the key of the scores: the text of the server's key file is": (
        "das ist nicht der Schlüssel der Bestenliste: er steht in der Schlüsseldatei des Servers"
    ),
    "the game was not won": "das Spiel wurde nicht gewonnen",
    "the game is practice": "das Spiel ist Übung",
    "the boards of the day have a table of their own": "die Bretter des Tages haben eine eigene Bestenliste",
    "the other players of the match had the same board": "die anderen Spieler des Matches hatten dasselbe Brett",
    "the game was paused": "das Spiel war angehalten",
    "the server's clock changed during the game, so that its time is not known": (
        "die Uhr des Servers wurde während des Spiels gestellt, darum ist seine Zeit nicht bekannt"
    ),
    "this server did not write its whole log": "dieser Server hat das Spiel nicht vollständig aufgezeichnet",
    # The boards of the day.
    "a day is written YYYY-MM-DD, such as {}, not {}": "ein Tag wird JJJJ-MM-TT geschrieben, wie {}, nicht {}",
    "the boards of {} are made when that day begins, at midnight UTC": (
        "die Bretter des {} entstehen, wenn dieser Tag beginnt, um Mitternacht UTC"
    ),
    "the first day with boards is {}, not {}": "der erste Tag mit Brettern ist der {}, nicht der {}",
    "this cell of the guess of the day is not hidden": "dieses Feld ist schon aufgedeckt",
    "the name {} already has a result of today: choose another": (
        "der Name {} hat heute schon ein Ergebnis: wähle einen anderen"
    ),
    "this is a board of today: others can see it when the day is over, at midnight UTC": (
        "das ist ein Brett von heute: andere sehen es, wenn der Tag vorbei ist, um Mitternacht UTC"
    ),
    # Races and matches.
    "a race cannot start from a position": "ein Rennen kann nicht mit einer Stellung beginnen",
    "a race is neither cruel, because it needs a fixed layout, nor ranked": (
        "ein Rennen ist weder grausam, weil es eine feste Minenlage braucht, noch gewertet"
    ),
    "there is no such match": "dieses Match gibt es nicht",
    "the match has not begun": "das Match hat nicht begonnen",
    "the match is full: it has {} players": "das Match ist voll: es hat {} Spieler",
    "players are removed in the lobby": "Spieler lassen sich nur in der Lobby entfernen",
    "the host cannot be removed: leave the match instead": (
        "der Gastgeber lässt sich nicht entfernen: verlasse stattdessen das Match"
    ),
    "seat {} is free": "der Platz {} ist frei",
    "the board is chosen in the lobby": "das Brett wird in der Lobby gewählt",
    "the round is still running": "die Runde läuft noch",
    "the round has begun already": "die Runde hat schon begonnen",
    "a match needs two players who are ready": "ein Match braucht zwei Spieler, die bereit sind",
    "a match needs a board with mines": "ein Match braucht ein Brett mit Minen",
    "a board of {} is won by its first reveal: choose more mines": (
        "das Brett {} ist mit dem ersten Aufdecken gewonnen: wähle mehr Minen"
    ),
    "this player has no seat in the match": "dieser Spieler hat keinen Platz im Match",
    "only the host of the match can do this": "das kann nur der Gastgeber des Matches",
    "this link only shows the match: ask its players for the link to take part": (
        "dieser Link zeigt das Match nur: bitte die Spieler um den Link zum Mitspielen"
    ),
    "this game is part of a match: there is no help, and its mines are shown when all have ended": (
        "dieses Spiel gehört zu einem Match: es gibt keine Hilfe, und die Minen werden am Ende aller Spiele gezeigt"
    ),
    "the player has left this game": "der Spieler hat dieses Spiel verlassen",
    "a move of a match cannot be undone": "ein Zug in einem Match lässt sich nicht rückgängig machen",
    "a game of a match cannot be paused": "ein Spiel in einem Match lässt sich nicht anhalten",
    # The server.
    "too many requests: try again in {} seconds": "zu viele Anfragen: versuche es in {} Sekunden noch einmal",
    "too many requests of this address are waiting: try again when they are answered": (
        "zu viele Anfragen dieser Adresse warten: versuche es noch einmal, wenn sie beantwortet sind"
    ),
    "the server is busy: try again in a few seconds": (
        "der Server ist ausgelastet: versuche es in einigen Sekunden noch einmal"
    ),
    "the server stops: try again in a few seconds": (
        "der Server wird gerade beendet: versuche es in einigen Sekunden noch einmal"
    ),
    "the review is being computed: try again in a few seconds": (
        "der Rückblick wird berechnet: versuche es in einigen Sekunden noch einmal"
    ),
    "too many pages are listening to events": "zu viele Seiten hören dem Server zu",
    "too many pages of this address are listening to events": "zu viele Seiten dieser Adresse hören dem Server zu",
    "there is nothing at this address": "unter dieser Adresse gibt es nichts",
}

# For messages that only a program can cause, and for what is wrong in a text or a file.
_KINDS: Mapping[str, str] = {
    "unreadable": "der Inhalt ist kein Brett und kein Spiel in einer bekannten Form",
    "input": "diese Angabe ist nicht möglich",
    "schema": "diese Angabe ist nicht möglich",
    "contradiction": "die Zahlen widersprechen sich",
    "limit": "das ist größer als erlaubt",
    "move": "das erlaubt das Spiel jetzt nicht",
    "name": "dieser Name ist vergeben",
    "version": "das Spiel hat sich inzwischen geändert",
    "missing": "das gibt es nicht",
    "rate": "zu viele Anfragen: versuche es in einigen Sekunden noch einmal",
    "internal": "auf dem Server ging etwas schief; vom Spiel ist nichts verloren",
    "database": (
        "die Datenbank antwortet nicht; jeder bestätigte Zug ist gespeichert: versuche es in einigen Sekunden "
        "noch einmal"
    ),
}
_OTHER = "der Server kann das jetzt nicht beantworten"

_CONFLICT = re.compile(
    r"the (?:clues|(?P<number>\d+))"
    r"(?P<known> and the (?P<mines>\d+)? ?known mines?)?"
    r" (?:cannot (?P<set>hold|both hold|all hold)(?: with exactly (?P<exactly>\d+) mines? in all)?"
    r"|needs? at least (?P<least>\d+) mines?, but the board has (?P<fewer>\d+)"
    r"|leaves? room for at most (?P<most>\d+) mines?, but the board has (?P<more>\d+)"
    r"|has (?:(?P<already>\d+) mines? beside it already"
    r"|(?:only (?P<beside>\d+) mines? and |only |)(?P<hidden>no|\d+) hidden cells? beside it))"
)


def translate(text: str) -> str | None:
    """Return a message in German; None if it is unknown."""
    for pattern, german in _patterns():
        if match := pattern.fullmatch(text):
            return german.format(*match.groups())
    return None


def list_patterns() -> list[tuple[str, str]]:
    """Return regular expressions of Python and JavaScript with their German, the more exact ones first.

    >>> list_patterns()[-1]
    ('(.+) is no event', '{} ist kein Ereignis')
    """
    keys = sorted(MESSAGES, key=lambda key: -len(key.replace("{}", "")))
    return [
        ("(.+)".join(re.sub(r"[.+*?()|^$\[\]{}]", r"\\\g<0>", part) for part in key.split("{}")), MESSAGES[key])
        for key in keys
    ]


def say_kind(kind: str) -> str:
    """Return a sentence for a kind of problem, such as "limit"."""
    return _KINDS.get(kind, _OTHER)


def say_contradiction(reason: str, cells: str) -> str:
    """Return a contradiction in German; `reason` is in English and without the cells, which `cells` lists.

    >>> say_contradiction("the clues need at least 3 mines, but the board has 1", "Zeile 1 Spalte 1")
    'die Zahlen in Zeile 1 Spalte 1 brauchen mindestens 3 Minen, aber das Brett hat 1'
    """
    match = _CONFLICT.fullmatch(reason)
    if match is None:
        return f"die Zahlen in {cells} widersprechen sich" if cells else _KINDS["contradiction"]
    found = match.groupdict()
    one = found["number"] is not None and not found["known"]
    subject = f"die {found['number'] or 'Zahlen'} in {cells}" if cells else "die Zahlen"
    if found["known"]:
        subject += f" und {_known(found['mines'])}"
    if found["set"]:
        if found["exactly"]:
            can = "kann" if one else "können"
            return f"{subject} {can} nicht stimmen, wenn es genau {_mines(found['exactly'])} gibt"
        many = {"both hold": "können nicht beide", "all hold": "können nicht alle", "hold": "kann nicht"}
        return f"{subject} {many[found['set']]} stimmen"
    if found["least"]:
        needs = f"{'braucht' if one else 'brauchen'} mindestens {_mines(found['least'])}"
        return f"{subject} {needs}, aber das Brett hat {found['fewer']}"
    if found["most"]:
        leaves = f"{'lässt' if one else 'lassen'} Platz für höchstens {_mines(found['most'])}"
        return f"{subject} {leaves}, aber das Brett hat {found['more']}"
    if found["already"]:
        return f"{subject} hat schon {_mines(found['already'])} neben sich"
    hidden = {"no": "kein verdecktes Feld", "1": "1 verdecktes Feld"}.get(
        found["hidden"], f"{found['hidden']} verdeckte Felder"
    )
    if found["beside"]:
        return f"{subject} hat nur {_mines(found['beside'])} und {hidden} neben sich"
    return f"{subject} hat {'' if found['hidden'] == 'no' else 'nur '}{hidden} neben sich"


def _known(count: str | None) -> str:
    return "die bekannte Mine" if count is None else f"die {count} bekannten Minen"


def _mines(count: str) -> str:
    return "1 Mine" if count == "1" else f"{count} Minen"


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern, re.DOTALL), german) for pattern, german in list_patterns()]
