"""Proofs in German: the sentences of `sentence`, made from the same steps.

Every sentence names the cells and numbers of the English one.

>>> import sapper
>>> analysis = sapper.analyze(sapper.Board.from_text("mines 3\\n0 1 . .\\n0 2 . .\\n0 1 . ."))
>>> say_proof(analysis, analysis.explain((1, 2)))[-1]
'Die 1 in Zeile 1 Spalte 2 hat ihre Mine in Zeile 1 Spalte 3, also ist Zeile 2 Spalte 3 sicher.'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sapper.board.cell import Cell, spell
from sapper.explain.counted import CountedBoard
from sapper.explain.proof import Case, Proof, ProofStep
from sapper.explain.sentence import Facts, add_up, join
from sapper.explain.sentence import percent as english_percent
from sapper.explain.technique import Technique

__all__ = ["TECHNIQUES", "count_mines", "percent", "say_proof", "spell_in_words"]

TECHNIQUES = {
    Technique.SINGLE: "eine Zahl",
    Technique.PAIR: "zwei Zahlen verglichen",
    Technique.CHAIN: "Kette von Zahlen",
    Technique.CASES: "Fallunterscheidung",
    Technique.COUNTING: "Minen zählen",
    Technique.COUNTING_CASES: "Zählen mit Fallunterscheidung",
}
_MOST_NAMED = 8  # cells named one by one in a sentence


def spell_in_words(cell: Cell) -> str:
    """Return a cell as players count: row and column in words, counted from 1; other names as they are."""
    if not (isinstance(cell, tuple) and len(cell) == 2 and all(isinstance(part, int) for part in cell)):
        return f"Feld {spell(cell)}"
    return f"Zeile {cell[0] + 1} Spalte {cell[1] + 1}"


def percent(share: float) -> str:
    """Return a share as a sentence writes it.

    >>> percent(0.125)
    '12,5\\xa0%'
    """
    return english_percent(share).replace(".", ",")


def count_mines(count: int) -> str:
    """Return a number of mines."""
    return "eine Mine" if count == 1 else f"{count} Minen"


def say_proof(counted: CountedBoard, proof: Proof) -> list[str]:
    """Return the sentences of every step."""
    facts = Facts(counted)
    texts = []
    for step in proof.steps:
        texts.append(_say_step(step, facts))
        facts.learn(step.safe, step.mines)
    return texts


def _list_cells(cells: Sequence[Cell]) -> str:
    """Return cells as a list in a sentence, cut short where it is long."""
    names = [spell_in_words(cell) for cell in cells[:_MOST_NAMED]]
    if len(cells) > _MOST_NAMED:
        names[-1] = f"{len(cells) - _MOST_NAMED + 1} weitere"
    return join(names, "und")


def _say_step(step: ProofStep, facts: Facts) -> str:
    match step.technique:
        case Technique.SINGLE:
            return _say_single(step, facts)
        case Technique.PAIR:
            return _say_pair(step, facts)
        case Technique.CHAIN:
            return _say_sum(step, facts)
        case Technique.CASES:
            return _say_cases(step, facts)
        case Technique.COUNTING:
            return _say_counting(step, facts)
        case Technique.COUNTING_CASES:
            return _say_areas(step, facts)


def _clue(clue: Cell, facts: Facts, article: str = "die") -> str:
    return f"{article} {facts.number[clue]} in {spell_in_words(clue)}"


def _clues(clues: Sequence[Cell], facts: Facts, *, dative: bool = False) -> str:
    if len(clues) > _MOST_NAMED:
        return f"{'den' if dative else 'die'} {len(clues)} Zahlen in {_list_cells(clues)}"
    return join([_clue(clue, facts, "der" if dative else "die") for clue in clues], "und")


def _hidden(count: int) -> str:
    return f"{count} verdecktes Feld" if count == 1 else f"{count} verdeckte Felder"


def _settled(step: ProofStep, order: str) -> str:
    """What a step settles; `order` places the verb: "cells verb what", "verb cells what" or "cells what verb"."""
    parts = []
    for cells, one, many in ((step.mines, "eine Mine", "Minen"), (step.safe, "sicher", "sicher")):
        if cells:
            words = {"cells": _list_cells(cells), "verb": "ist", "what": one}
            if len(cells) > 1:
                words |= {"verb": "sind", "what": many}
            parts.append(" ".join(words[word] for word in order.split()))
    return " und ".join(parts)


def _so(step: ProofStep) -> str:
    """What follows after "also"."""
    return _settled(step, "verb cells what")


def _is(step: ProofStep) -> str:
    return _settled(step, "cells verb what")


def _say_single(step: ProofStep, facts: Facts) -> str:
    clue = step.clues[0]
    name, found = _clue(clue, facts, "Die"), facts.mines(clue)
    if not step.mines:
        if not found:
            return f"{name} hat keine Mine neben sich, also {_so(step)}."
        noun = "ihre Mine" if len(found) == 1 else f"alle ihre {len(found)} Minen"
        return f"{name} hat {noun} in {_list_cells(found)}, also {_so(step)}."
    wanted = len(step.mines)
    start = f"{name} braucht {count_mines(wanted)}"
    if found:
        start = f"{name} hat {len(found)} ihrer Minen in {_list_cells(found)}. Sie braucht noch {wanted}"
    return f"{start} und hat nur noch {_hidden(wanted)}, also {_so(step)}."


def _say_pair(step: ProofStep, facts: Facts) -> str:
    one, other = step.clues if step.signs[0] > 0 else step.clues[::-1]
    if not step.mines:
        needs = count_mines(facts.need(one))
        return (
            f"{_clue(one, facts, 'Die')} und {_clue(other, facts)} brauchen noch je {needs}, und alle Felder, die "
            f"der ersten bleiben, liegen auch neben der zweiten. Die zweite hat ihre {needs.removeprefix('eine ')} "
            f"also dort, und damit {_so(step)}."
        )
    count = len(step.mines)
    extra, alone = (
        ("1 Mine", "1 Feld, das nicht auch neben jener liegt")
        if count == 1
        else (f"{count} Minen", f"{count} Felder, die nicht auch neben jener liegen")
    )
    return (
        f"{_clue(one, facts, 'Die')} braucht noch {extra} mehr als {_clue(other, facts)} und hat nur {alone}. "
        f"Also {_so(step)}."
    )


def _say_sum(step: ProofStep, facts: Facts, counter: int = 0) -> str:
    plus, minus = (
        [
            f"{facts.need(clue)} für {_clue(clue, facts)}"
            for clue, sign in zip(step.clues, step.signs, strict=True)
            if sign * wanted > 0
        ]
        for wanted in (1, -1)
    )
    if counter:
        (plus if counter > 0 else minus).insert(0, f"{step.mines_left} für alle übrigen verdeckten Felder")
    twice, says = add_up(step, facts, counter)
    text = f"Addiere die Minen, die noch fehlen: {join(plus, 'und')}" if plus else "Nimm die Minen, die noch fehlen,"
    if minus:
        text += f"{', weniger' if plus else ' als weniger als nichts:'} {join(minus, 'und')}"
    often = f", wobei {_list_cells(twice)} mehrfach {'zählt' if len(twice) == 1 else 'zählen'}" if twice else ""
    return (
        f"{text}; das ergibt {says}. Jedes Feld, das ungewiss bleibt, hebt sich auf{often}, und der Rest ergibt nur "
        f"dann {says}, wenn {_settled(step, 'cells what verb')}."
    )


def _say_counting(step: ProofStep, facts: Facts) -> str:
    seen = Counter(cell for clue in step.clues for cell in facts.open(clue))
    apart = all(sign == -step.counter for sign in step.signs) and all(count == 1 for count in seen.values())
    left = step.mines_left or 0
    if not apart:
        return _say_sum(step, facts, step.counter)
    if not step.clues:
        if left == 0:
            return f"Alle Minen sind gefunden, also {_so(step)}."
        return f"Es sind so viele Minen übrig wie verdeckte Felder, {left}, also {_so(step)}."
    total = sum(facts.need(clue) for clue in step.clues)
    remain = "Eine Mine ist übrig" if left == 1 else f"{left} Minen sind übrig"
    together = "braucht" if len(step.clues) == 1 else "teilen kein verdecktes Feld und brauchen zusammen"
    start = f"{remain}, und {_clues(step.clues, facts)} {together}"
    if step.counter < 0:
        return f"{start} genauso viele. Anderswo ist also keine: {_is(step)}."
    rest = left - total
    verb = "ist" if rest == 1 else "sind"
    return f"{start} {total}. Also {verb} {rest} anderswo, wo nur {_hidden(rest)} übrig {verb}: {_is(step)}."


def _say_cases(step: ProofStep, facts: Facts) -> str:
    if not step.cases:
        clues = _clues(step.clues, facts, dative=True)
        return (
            f"Von allen Möglichkeiten, die Minen neben {clues} zu verteilen, bleibt keine, es sei denn, {_is(step)}."
        )
    return f"{_say_case(step.cases, 0, facts, {})} Also {_so(step)}."


def _say_case(cases: Sequence[Case], at: int, facts: Facts, assumed: dict[Cell, bool]) -> str:
    """Return a case with its sub-cases; `assumed` holds the cells that the enclosing cases settle."""
    case = cases[at]
    settled = assumed | {case.cell: case.mine}
    opening = "Angenommen," if case.depth == 0 else "Wenn" if case.mine else "Wenn dagegen"
    what = "eine Mine" if case.mine else "sicher"
    cell = spell_in_words(case.cell)
    text = f"{opening} {cell} wäre {what}. Dann" if case.depth == 0 else f"{opening} {cell} {what} wäre, dann"
    links = []
    for step in case.steps:
        made = "sicher" if not step.mine else "zur Mine" if len(step.cells) == 1 else "zu Minen"
        links.append(f"würde {_clue(step.clue, facts)} {_list_cells(step.cells)} {made} machen")
        settled |= dict.fromkeys(step.cells, step.mine)
    if case.broken is not None:
        mines = sum(settled.get(cell, False) for cell in facts.open(case.broken))
        many = "zu viele" if mines > facts.need(case.broken) else "zu wenige"
        links.append(f"hätte {_clue(case.broken, facts)} {many} Minen")
        return f"{text} {', dann '.join(links)}."
    links.append("blieben zwei Fälle")
    inner = [k for k in range(at + 1, len(cases)) if cases[k].depth == case.depth + 1][:2]
    return " ".join([f"{text} {', dann '.join(links)}.", *(_say_case(cases, k, facts, settled) for k in inner)])


def _say_areas(step: ProofStep, facts: Facts) -> str:
    """Return why, under the opposite assumption, no possible mine numbers of the areas fit the counter."""
    mine = not step.mines
    cell = spell_in_words((step.safe or step.mines)[0])
    left = step.mines_left or 0
    outside = (step.open_cells or 0) - 1 - sum(len(area.cells) for area in step.areas)
    low = mine + sum(area.mines[0] for area in step.areas)
    high = mine + outside + sum(area.mines[-1] for area in step.areas)
    parts = [f"{cell} selbst"] if mine else []
    for area in step.areas:
        held = f"mindestens {area.mines[0]}" if left < low else f"höchstens {area.mines[-1]}"
        if low <= left <= high:
            held = join([str(number) for number in area.mines], "oder")
        parts.append(f"{held} neben {_clues(area.clues, facts, dative=True)}")
    if left >= low and outside:
        those = "dem einen, das" if outside == 1 else f"den {outside}, die"
        verb = "liegt" if outside == 1 else "liegen"
        parts.append(f"höchstens {outside} in {those} neben keiner dieser Zahlen {verb}")
    bound = f"mindestens {low}" if left < low else f"höchstens {high}"
    verdict = f"Das ergibt {bound} Minen, aber {left} {'ist' if left == 1 else 'sind'} übrig."
    if low <= left <= high:
        verdict = f"Keine solche Summe ist {left}, die Zahl der übrigen Minen."
    return (
        f"Angenommen, {cell} wäre {'eine Mine' if mine else 'sicher'}. Zähle die Minen, die in den verdeckten "
        f"Feldern liegen können: {join(parts, 'und')}. {verdict} Also {_so(step)}."
    )
