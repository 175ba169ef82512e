"""The sentences of hints, guesses and demos in the languages of the page.

`WORDS[language]` has them; both languages have the same methods. `choose_language` reads the header
`Accept-Language`.

>>> WORDS["de"].safe_cells(3), WORDS["en"].safe_cells(1)
('Es gibt 3 sichere Felder.', 'There is a safe cell.')
>>> choose_language("fr, de-CH;q=0.9, en;q=0.8"), choose_language(None)
('de', 'en')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from sapper.board.cell import Cell, spell_in_words
from sapper.explain import german, german_guess
from sapper.explain.counted import CountedBoard
from sapper.explain.guess import GuessReport
from sapper.explain.proof import Proof
from sapper.explain.sentence import begin, join, percent, say_proof
from sapper.explain.technique import Technique
from sapper.play.choice import RULES

__all__ = ["WORDS", "HintWords", "Language", "Where", "choose_language"]

Language: TypeAlias = Literal["en", "de"]
# Where a cell beside no clue lies: on boards of other shapes than squares nothing is said.
Where: TypeAlias = Literal["corner", "edge", "middle", ""]

_MOST_RINGED = 4  # clues that a hint names by their numbers
# What the rules of guesses mean, as `sapper.play.choice.RULES`.
_REGELN = {
    "certain": "sicher in jeder Verteilung",
    "start": "das Startfeld des Spiels",
    "random": "irgendein Feld, das nicht sicher eine Mine ist",
    "safest": "die kleinste Minenchance",
    "lookahead": "die beste Chance, jetzt und beim nächsten Zug sicher zu sein",
    "endgame": "die meisten Gewinne unter allen Verteilungen, die bleiben",
    "area": "die meisten Gewinne in einem Gebiet, dem von außen nichts helfen kann",
    "estimate": "die kleinste Minenchance, soweit die Strategie sie kennt",
    "rollout": "der beste Durchschnitt ausgespielter Spiele",
    "clicks": "ein Risiko, das voraussichtlich Klicks spart",
    "do_or_die": "ein Raten, dem nie etwas helfen wird",
    "superloc": "fast so sicher wie das sicherste, und am ehesten eine Hilfe",
    "floating": "fast so sicher wie das sicherste, am ehesten eine Hilfe, und weit von allen Zahlen",
    "lone": "das einzige Feld, das fast so sicher ist wie das sicherste",
    "zero": "ein Feld ohne Mine daneben, das das Spiel verrät",
    "python": "von der Strategie gewählt",
}


class HintWords(Protocol):
    """The sentences of one language."""

    first_click: str  # the technique of a promised cell
    no_guess_promised: str
    look_at_counter: str
    start_exists: str
    look_at_start: str
    all_promised: str
    nothing_left: str
    nothing_safe: str
    wide_none: str

    def proof(self, counted: CountedBoard, proof: Proof) -> list[str]: ...  # noqa: D102
    def report(self, report: GuessReport) -> str: ...  # noqa: D102
    def technique(self, technique: Technique) -> str: ...  # noqa: D102
    def rule(self, kind: str) -> str: ...  # noqa: D102
    def safe_cells(self, count: int) -> str: ...  # noqa: D102
    def look_at(self, numbers: Sequence[int]) -> str: ...  # noqa: D102
    def safe(self, cell: Cell, reason: str = "") -> str: ...  # noqa: D102
    def start_promised(self, *, opens: bool) -> str: ...  # noqa: D102
    def begin_where(self, *, opens: bool, square: bool) -> str: ...  # noqa: D102
    def good_start(self, cell: Cell) -> str: ...  # noqa: D102
    def why_start(self, cell: Cell, *, opens: bool, square: bool) -> str: ...  # noqa: D102
    def guess_beside(self, numbers: Sequence[int]) -> str: ...  # noqa: D102
    def guess_apart(self, where: Where) -> str: ...  # noqa: D102
    def best_guess(self, cell: Cell, safety: float) -> str: ...  # noqa: D102
    def no_guess(self, count: int) -> str: ...  # noqa: D102
    def look_beside(self, numbers: Sequence[int]) -> str: ...  # noqa: D102
    def wide_safe(self, cell: Cell) -> str: ...  # noqa: D102
    def wide_guess(self, cell: Cell, safety: float) -> str: ...  # noqa: D102
    def wide_lowest(self, cell: Cell, risk: float) -> str: ...  # noqa: D102


class _English:
    first_click = "first click"
    no_guess_promised = "no guess is needed: the first-click rule makes the first reveal safe"
    look_at_counter = "Look at the number of mines that are left."
    start_exists = "There is a safe cell: the first-click rule promises one."
    look_at_start = "Look at the start cell of this board."
    all_promised = "Every cell is safe now: the first-click rule promises that the first reveal is no mine."
    nothing_left = "No cell is left to be revealed."
    nothing_safe = "No cell is certainly safe: this is a guess."
    wide_none = "No safe cell was found. This board is too wide to count, so there may be one."

    def proof(self, counted: CountedBoard, proof: Proof) -> list[str]:
        return say_proof(counted, proof, spell=spell_in_words)

    def report(self, report: GuessReport) -> str:
        return report.text

    def technique(self, technique: Technique) -> str:
        return technique.label

    def rule(self, kind: str) -> str:
        return RULES[kind]

    def safe_cells(self, count: int) -> str:
        return "There is a safe cell." if count == 1 else f"There are {count} safe cells."

    def look_at(self, numbers: Sequence[int]) -> str:
        return f"Look at {_ringed(numbers)}."

    def safe(self, cell: Cell, reason: str = "") -> str:
        return f"{begin(spell_in_words(cell))} is safe{f': {reason}' if reason else ''}."

    def start_promised(self, *, opens: bool) -> str:
        told = "It opens an area" if opens else "It is not promised to open an area"
        return f"the first-click rule promises that the start cell is no mine. {told}"

    def begin_where(self, *, opens: bool, square: bool) -> str:
        if opens:
            where = "away from the edges" if square else "where a cell has many neighbours"
            return f"Begin {where}, where an opening has room."
        return "Begin in a corner." if square else "Begin at a cell with few neighbours."

    def good_start(self, cell: Cell) -> str:
        return f"{begin(spell_in_words(cell))} is a good start."

    def why_start(self, cell: Cell, *, opens: bool, square: bool) -> str:
        why = "the first reveal opens an area, and there it has room"
        if not opens:
            place = "a corner" if square else "it"
            why = f"{place} has the fewest neighbours, so a 0, which opens an area, is likeliest there"
        return f"{begin(spell_in_words(cell))} is a good start: {why}."

    def guess_beside(self, numbers: Sequence[int]) -> str:
        return f"The best guess is beside {_ringed(numbers)}."

    def guess_apart(self, where: Where) -> str:
        place = {"corner": ", in a corner", "edge": ", at an edge", "middle": ", away from the edges", "": ""}[where]
        return f"The best guess is beside no clue{place}."

    def best_guess(self, cell: Cell, safety: float) -> str:
        return f"The best guess is {spell_in_words(cell)}: it is safe with probability {percent(safety)}."

    def no_guess(self, count: int) -> str:
        return f"no guess is needed: {count} {'cell is' if count == 1 else 'cells are'} safe"

    def look_beside(self, numbers: Sequence[int]) -> str:
        return f"Look beside {_ringed(numbers) if numbers else 'no clue'}."

    def wide_safe(self, cell: Cell) -> str:
        name = begin(spell_in_words(cell))
        return f"{name} is safe in every world. This board is too wide for a proof in a few steps."

    def wide_guess(self, cell: Cell, safety: float) -> str:
        name = spell_in_words(cell)
        return f"The best guess is {name}: it is safe with an estimated probability of {percent(safety)}."

    def wide_lowest(self, cell: Cell, risk: float) -> str:
        return (
            f"The best guess is {spell_in_words(cell)}: of all cells it has the lowest estimated probability of a "
            f"mine, {percent(risk)}. This board is too wide to count its worlds."
        )


class _German:
    first_click = "erster Klick"
    no_guess_promised = "Raten ist nicht nötig: die Regel des ersten Klicks macht das erste Aufdecken sicher"
    look_at_counter = "Achte auf die Zahl der Minen, die noch übrig sind."
    start_exists = "Es gibt ein sicheres Feld: die Regel des ersten Klicks verspricht eines."
    look_at_start = "Achte auf das Startfeld dieses Bretts."
    all_promised = (
        "Jetzt ist jedes Feld sicher: nach der Regel des ersten Klicks trifft das erste Aufdecken keine Mine."
    )
    nothing_left = "Es ist kein Feld mehr aufzudecken."
    nothing_safe = "Kein Feld ist sicher: hier muss man raten."
    wide_none = "Kein sicheres Feld wurde gefunden. Dieses Brett ist zu breit zum Zählen, es kann also eines geben."

    def proof(self, counted: CountedBoard, proof: Proof) -> list[str]:
        return german.say_proof(counted, proof)

    def report(self, report: GuessReport) -> str:
        return german_guess.say_guess(report)

    def technique(self, technique: Technique) -> str:
        return german.TECHNIQUES[technique]

    def rule(self, kind: str) -> str:
        return _REGELN[kind]

    def safe_cells(self, count: int) -> str:
        return "Es gibt ein sicheres Feld." if count == 1 else f"Es gibt {count} sichere Felder."

    def look_at(self, numbers: Sequence[int]) -> str:
        return f"Achte auf {_umringt(numbers, 'die umringte', 'die {} umringten Zahlen')}."

    def safe(self, cell: Cell, reason: str = "") -> str:
        return f"{german.spell_in_words(cell)} ist sicher{f': {reason}' if reason else ''}."

    def start_promised(self, *, opens: bool) -> str:
        told = "Es öffnet eine Fläche" if opens else "Dass es eine Fläche öffnet, ist nicht versprochen"
        return f"nach der Regel des ersten Klicks ist das Startfeld keine Mine. {told}"

    def begin_where(self, *, opens: bool, square: bool) -> str:
        if opens:
            where = "abseits der Ränder" if square else "wo ein Feld viele Nachbarn hat"
            return f"Beginne {where}, wo eine Öffnung Platz hat."
        return "Beginne in einer Ecke." if square else "Beginne bei einem Feld mit wenigen Nachbarn."

    def good_start(self, cell: Cell) -> str:
        return f"{german.spell_in_words(cell)} ist ein guter Anfang."

    def why_start(self, cell: Cell, *, opens: bool, square: bool) -> str:
        why = "das erste Aufdecken öffnet eine Fläche, und dort hat sie Platz"
        if not opens:
            place = "eine Ecke" if square else "es"
            why = f"{place} hat die wenigsten Nachbarn, darum ist dort eine 0, die eine Fläche öffnet, am ehesten"
        return f"{german.spell_in_words(cell)} ist ein guter Anfang: {why}."

    def guess_beside(self, numbers: Sequence[int]) -> str:
        clues = _umringt(numbers, "der umringten", "den {} umringten Zahlen")
        return f"Am besten rät man neben {clues}."

    def guess_apart(self, where: Where) -> str:
        place = {"corner": ", in einer Ecke", "edge": ", an einem Rand", "middle": ", abseits der Ränder", "": ""}[
            where
        ]
        return f"Am besten rät man neben keiner Zahl{place}."

    def best_guess(self, cell: Cell, safety: float) -> str:
        name = german.spell_in_words(cell)
        return f"Am besten rät man {name}: sicher mit Wahrscheinlichkeit {german.percent(safety)}."

    def no_guess(self, count: int) -> str:
        return f"Raten ist nicht nötig: {'1 Feld ist' if count == 1 else f'{count} Felder sind'} sicher"

    def look_beside(self, numbers: Sequence[int]) -> str:
        clues = _umringt(numbers, "die umringte", "die {} umringten Zahlen") if numbers else "keine Zahl"
        return f"Sieh neben {clues}."

    def wide_safe(self, cell: Cell) -> str:
        name = german.spell_in_words(cell)
        return (
            f"{name} ist in jeder Verteilung sicher. Dieses Brett ist zu breit für einen Beweis in wenigen Schritten."
        )

    def wide_guess(self, cell: Cell, safety: float) -> str:
        name = german.spell_in_words(cell)
        return (
            f"Am besten rät man {name}: sicher mit einer geschätzten Wahrscheinlichkeit von {german.percent(safety)}."
        )

    def wide_lowest(self, cell: Cell, risk: float) -> str:
        return (
            f"Am besten rät man {german.spell_in_words(cell)}: von allen Feldern ist es am seltensten eine Mine, "
            f"geschätzt {german.percent(risk)}. Dieses Brett ist zu breit, um seine Verteilungen zu zählen."
        )


def _ringed(numbers: Sequence[int]) -> str:
    """Clues that the page rings."""
    if len(numbers) > _MOST_RINGED:
        return f"the {len(numbers)} ringed clues"
    return f"the ringed {join([str(number) for number in numbers])}"


def _umringt(numbers: Sequence[int], few: str, many: str) -> str:
    if len(numbers) > _MOST_RINGED:
        return many.format(len(numbers))
    return f"{few} {join([str(number) for number in numbers], 'und')}"


WORDS: dict[Language, HintWords] = {"en": _English(), "de": _German()}


def choose_language(accepted: str | None) -> Language:
    """Return the first language of a header `Accept-Language` that has sentences; English if none has."""
    for tag in (accepted or "").split(","):
        name = tag.partition(";")[0].strip()[:2].lower()
        for language in WORDS:
            if name == language:
                return language
    return "en"
