"""Proofs in plain English: one step and the facts known before it come in; its sentences come out.

Every number in a sentence is counted from the board and the steps before, so that the text matches the step.

>>> import sapper
>>> facts = Facts(sapper.analyze(sapper.Board.from_text("mines 1\\n.1.\\n...")))
>>> facts.learn(safe=[(0, 0), (0, 2), (1, 0), (1, 1)], mines=[])
>>> step = ProofStep(Technique.SINGLE, ((0, 1),), (1,), 0, (), ((1, 2),), (), (), None, 1, "")
>>> say_step(step, facts)
'The 1 at 0,1 needs a mine and has only 1 hidden cell left, so 1,2 is a mine.'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sapper.board.cell import Cell, Speller, spell
from sapper.board.view import View
from sapper.explain.counted import CountedBoard
from sapper.explain.proof import Case, Proof, ProofStep
from sapper.explain.technique import Technique

__all__ = ["Facts", "add_up", "begin", "join", "list_cells", "percent", "say_proof", "say_step"]

_MOST_NAMED = 8  # cells named one by one in a sentence
_SPACE = "\N{NO-BREAK SPACE}"


class Facts:
    """What is known of a board before a step: its clues, and the cells settled so far."""

    def __init__(self, counted: CountedBoard, *, spell: Speller = spell) -> None:
        """Start with what the board shows and the flags that are trusted; `spell` writes a cell."""
        self.spell = spell
        board = counted._trusted
        self._shape = board.shape
        cells: list[tuple[Cell, int]] = list(zip(self._shape.cells, board.cells.ravel().tolist(), strict=True))
        mine, void = int(View.MINE), int(View.VOID)  # looked up once: access to enum members is slow
        self.number = {cell: view for cell, view in cells if view >= 0}
        self._mines = {cell for cell, view in cells if view == mine}
        self._open = {cell for cell, view in cells if view < 0 and view not in (mine, void)}

    def learn(self, safe: Iterable[Cell], mines: Iterable[Cell]) -> None:
        """Mark these cells as settled."""
        self._mines.update(mines)
        self._open.difference_update(safe, mines)

    def open(self, clue: Cell) -> list[Cell]:
        """The cells around a clue that are not settled."""
        return [cell for cell in self._around(clue) if cell in self._open]

    def mines(self, clue: Cell) -> list[Cell]:
        """The mines around a clue that are known."""
        return [cell for cell in self._around(clue) if cell in self._mines]

    def need(self, clue: Cell) -> int:
        """Return the number of mines a clue still needs."""
        return self.number[clue] - len(self.mines(clue))

    def spell_all(self, cells: Sequence[Cell]) -> str:
        """Return cells as a list in a sentence, cut short where it is long."""
        names = [self.spell(cell) for cell in cells[:_MOST_NAMED]]
        if len(cells) > _MOST_NAMED:
            names[-1] = f"{len(cells) - _MOST_NAMED + 1} more"
        return join(names)

    def spell_clue(self, clue: Cell) -> str:
        """A clue by its number and place."""
        return f"the {self.number[clue]} at {self.spell(clue)}"

    def spell_clues(self, clues: Sequence[Cell]) -> str:
        """Several clues by their numbers and places."""
        if len(clues) > _MOST_NAMED:
            return f"the {len(clues)} clues at {self.spell_all(clues)}"
        return join([self.spell_clue(clue) for clue in clues])

    def _around(self, clue: Cell) -> list[Cell]:
        return self._shape.neighbours(clue)


def say_step(step: ProofStep, facts: Facts) -> str:
    """Return a step in words."""
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


def say_proof(counted: CountedBoard, proof: Proof, *, spell: Speller = spell) -> list[str]:
    """Return the sentences of every step again, with cells written by `spell`."""
    facts = Facts(counted, spell=spell)
    texts = []
    for step in proof.steps:
        texts.append(say_step(step, facts))
        facts.learn(step.safe, step.mines)
    return texts


def percent(share: float, form: str = ".3g") -> str:
    """Return a share as a sentence writes it, with the number in this form and a space that no line breaks at.

    >>> percent(0.5)
    '50\\xa0%'
    """
    return f"{100 * share:{form}}{_SPACE}%"


def join(items: Sequence[str], last: str = "and") -> str:
    """Return items as a list in a sentence."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def list_cells(cells: Iterable[Cell], spell: Speller) -> str:
    """Return all the cells as a list in a sentence."""
    return join([spell(cell) for cell in cells])


def begin(text: str) -> str:
    """Return a text as the beginning of a sentence, with a capital letter."""
    return text[:1].upper() + text[1:]


def _are(cells: Sequence[Cell], mine: bool, facts: Facts) -> str:
    """Cells and what they are: "1,2 and 1,3 are mines"."""
    if len(cells) == 1:
        return f"{facts.spell_all(cells)} is {'a mine' if mine else 'safe'}"
    return f"{facts.spell_all(cells)} are {'mines' if mine else 'safe'}"


def _settled(step: ProofStep, facts: Facts) -> str:
    parts = [_are(cells, mine, facts) for cells, mine in ((step.mines, True), (step.safe, False)) if cells]
    return " and ".join(parts)


def _mines(count: int) -> str:
    return "a mine" if count == 1 else f"{count} mines"


def _say_single(step: ProofStep, facts: Facts) -> str:
    clue, name = step.clues[0], begin(facts.spell_clue(step.clues[0]))
    found = facts.mines(clue)
    if not step.mines:
        if not found:  # a 0
            return f"{name} has no mine around it, so {_settled(step, facts)}."
        noun = "its mine" if len(found) == 1 else f"all its {len(found)} mines"
        return f"{name} has {noun} at {facts.spell_all(found)}, so {_settled(step, facts)}."
    wanted = len(step.mines)
    cells = "hidden cell" if wanted == 1 else "hidden cells"
    if found:
        start = f"{name} has {len(found)} of its mines at {facts.spell_all(found)}. It needs {wanted} more"
    else:
        start = f"{name} needs {_mines(wanted)}"
    return f"{start} and has only {wanted} {cells} left, so {_settled(step, facts)}."


def _say_pair(step: ProofStep, facts: Facts) -> str:
    one, other = step.clues if step.signs[0] > 0 else step.clues[::-1]
    more, less = facts.spell_clue(one), facts.spell_clue(other)
    if not step.mines:
        needs = _mines(facts.need(one))
        return (
            f"{begin(more)} and {less} still need {needs} each, and all cells left to the first are beside the "
            f"second too. So the second gets its {needs.removeprefix('a ')} there, and {_settled(step, facts)}."
        )
    extra = "1 mine" if len(step.mines) == 1 else f"{len(step.mines)} mines"
    alone = "cell" if len(step.mines) == 1 else "cells"
    start = (
        f"{begin(more)} still needs {extra} more than {less}, and has only {len(step.mines)} {alone} "
        f"left that {'is' if len(step.mines) == 1 else 'are'} not beside that one too"
    )
    return f"{start}. So {_settled(step, facts)}."


def add_up(step: ProofStep, facts: Facts, counter: int) -> tuple[list[Cell], int]:
    """Return the cells that count more than once where the clues of a step are added, and the number of mines."""
    factors: Counter[Cell] = Counter()
    for clue, sign in zip(step.clues, step.signs, strict=True):
        for cell in facts.open(clue):
            factors[cell] += sign
    twice = sorted(cell for cell, factor in factors.items() if abs(factor + counter) > 1)
    says = sum(sign * facts.need(clue) for clue, sign in zip(step.clues, step.signs, strict=True))
    says += counter * (step.mines_left or 0)
    return twice, says


def _say_sum(step: ProofStep, facts: Facts, counter: int = 0) -> str:
    """Clues added and subtracted: undecided cells cancel out, and the rest can be filled in only one way."""
    added = [clue for clue, sign in zip(step.clues, step.signs, strict=True) if sign > 0]
    taken = [clue for clue, sign in zip(step.clues, step.signs, strict=True) if sign < 0]
    plus = [f"{facts.need(clue)} for {facts.spell_clue(clue)}" for clue in added]
    minus = [f"{facts.need(clue)} for {facts.spell_clue(clue)}" for clue in taken]
    if counter:
        (plus if counter > 0 else minus).insert(0, f"{step.mines_left} for all hidden cells left")
    twice, says = add_up(step, facts, counter)
    text = f"Add up the mines that are still needed: {join(plus)}" if plus else "Take the mines that are still needed"
    if minus:
        text += f"{', less' if plus else ' as less than nothing:'} {join(minus)}"
    often = f", {facts.spell_all(twice)} counting more than once" if twice else ""
    return (
        f"{text}; that makes {says}. Every cell that stays undecided cancels out{often}, and the rest can only make "
        f"{says} if {_settled(step, facts)}."
    )


def _say_counting(step: ProofStep, facts: Facts) -> str:
    seen = Counter(cell for clue in step.clues for cell in facts.open(clue))
    apart = all(sign == -step.counter for sign in step.signs) and all(count == 1 for count in seen.values())
    left = step.mines_left or 0
    if not apart:
        return _say_sum(step, facts, step.counter)
    if not step.clues:
        if left == 0:
            return f"All mines are found, so {_settled(step, facts)}."
        return f"As many mines are left as hidden cells, {left}, so {_settled(step, facts)}."
    total = sum(facts.need(clue) for clue in step.clues)
    clues = facts.spell_clues(step.clues)
    together = "needs" if len(step.clues) == 1 else "share no hidden cell and need together"
    if step.counter < 0:
        start = f"{_left(left)}, and {clues} {together} just as many"
        return f"{start}. So there is none elsewhere: {_settled(step, facts)}."
    rest = left - total
    return (
        f"{_left(left)}, and {clues} {together} {total}. So {rest} {'is' if rest == 1 else 'are'} elsewhere, where "
        f"only {rest} hidden cell{'s are' if rest != 1 else ' is'} left: {_settled(step, facts)}."
    )


def _left(mines: int) -> str:
    return "One mine is left" if mines == 1 else f"{mines} mines are left"


def _say_cases(step: ProofStep, facts: Facts) -> str:
    if not step.cases:
        clues = facts.spell_clues(step.clues)
        return f"Of all ways to place the mines of {clues}, none is left unless {_settled(step, facts)}."
    return f"{_say_case(step.cases, 0, facts, {})} So {_settled(step, facts)}."


def _say_case(cases: Sequence[Case], at: int, facts: Facts, assumed: dict[Cell, bool]) -> str:
    """Return a case with its sub-cases; `assumed` holds the cells that the enclosing cases settle."""
    case = cases[at]
    settled = assumed | {case.cell: case.mine}
    opening = "Suppose" if case.depth == 0 else "If" if case.mine else "If instead"
    text = f"{opening} {facts.spell(case.cell)} were {'a mine' if case.mine else 'safe'}"
    links = []
    for step in case.steps:
        made = f"{facts.spell_all(step.cells)} {_as(step.mine, len(step.cells))}"
        links.append(f"{facts.spell_clue(step.clue)} would make {made}")
        settled |= dict.fromkeys(step.cells, step.mine)
    if case.broken is not None:
        mines = sum(settled.get(cell, False) for cell in facts.open(case.broken))
        ending = "have too many mines" if mines > facts.need(case.broken) else "be short of mines"
        links.append(f"{facts.spell_clue(case.broken)} would {ending}")
    else:
        links.append("two cases are left")
    text += f"{'. Then' if case.depth == 0 else ','} {', then '.join(links)}."
    if case.broken is not None:
        return text
    inner = [k for k in range(at + 1, len(cases)) if cases[k].depth == case.depth + 1][:2]
    return " ".join([text, *(_say_case(cases, k, facts, settled) for k in inner)])


def _as(mine: bool, count: int) -> str:
    return "safe" if not mine else "a mine" if count == 1 else "mines"


def _say_areas(step: ProofStep, facts: Facts) -> str:
    """Return why, under the opposite assumption, no possible mine numbers of the areas fit the counter."""
    mine = not step.mines
    cell = (step.safe or step.mines)[0]
    left = step.mines_left or 0
    outside = (step.open_cells or 0) - 1 - sum(len(area.cells) for area in step.areas)
    low = mine + sum(area.mines[0] for area in step.areas)
    high = mine + outside + sum(area.mines[-1] for area in step.areas)
    parts = [f"{facts.spell(cell)} itself"] if mine else []
    for area in step.areas:
        held = f"at least {area.mines[0]}" if left < low else f"at most {area.mines[-1]}"
        if low <= left <= high:
            held = join([str(number) for number in area.mines], "or")
        parts.append(f"{held} beside {facts.spell_clues(area.clues)}")
    if left >= low and outside:
        parts.append(f"at most {outside} in the {'one' if outside == 1 else outside} beside none of these clues")
    bound = f"at least {low}" if left < low else f"at most {high}"
    verdict = f"That makes {bound} mines, but {left} {'is' if left == 1 else 'are'} left."
    if low <= left <= high:
        verdict = f"No such sum is {left}, the number of mines left."
    supposed = f"Suppose {facts.spell(cell)} were {'a mine' if mine else 'safe'}"
    counted = f"Count the mines that could be in the hidden cells: {join(parts)}"
    return f"{supposed}. {counted}. {verdict} So {_settled(step, facts)}."
