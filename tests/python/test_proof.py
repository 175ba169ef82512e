"""Proofs against an independent checker: the clues force the cell, none can be left out, and every step is valid."""

import random
from collections import Counter

import numpy as np
import pytest
from oracle.brute import read_board
from oracle.proofs import check_proof, check_witness, find_counted_sum, has_smaller, is_minimal
from random_boards import random_rows

import sapper
from sapper import Board, InputError, Proof, Technique, View, Witness
from sapper.bench.boards import lattice_position, random_position
from sapper.words.catalogue import ENGLISH


def hidden(rows):
    return [(r, c) for r, line in enumerate(rows) for c, value in enumerate(line) if value < 0]


def check(rows, mines, cell, answer):
    (check_proof if isinstance(answer, Proof) else check_witness)(rows, mines, answer)
    assert answer.cell == cell


@pytest.mark.parametrize("seed", range(8))
def test_proofs_of_random_boards(seed):
    rng = random.Random(seed)
    kinds = Counter()
    for _ in range(120):
        rows, mines = random_rows(rng)
        analysis = sapper.analyze(Board.from_rows(rows, mines=mines))
        for cell in rng.sample(hidden(rows), min(5, len(hidden(rows)))):
            answer = analysis.explain(cell)
            check(rows, mines, cell, answer)
            if isinstance(answer, Proof):
                assert answer.minimal
                easy = analysis.explain(cell, easiest=True)
                check(rows, mines, cell, easy)
                assert (easy.technique, easy.counter) <= (answer.technique, answer.counter)
                assert easy.minimal == is_minimal(rows, mines, easy)
                assert easy.minimal or easy.technique < answer.technique
                assert easy.smallest <= (len(easy.clues) == len(answer.clues))
            kinds[answer.technique if isinstance(answer, Proof) else None] += 1
    assert {None, Technique.SINGLE, Technique.PAIR, Technique.CHAIN, Technique.COUNTING} <= set(kinds)


def test_every_technique_occurs_and_the_ladder_is_complete():
    rng = random.Random(77)
    kinds = Counter()
    for _ in range(600):
        rows, mines = random_rows(rng)
        analysis = sapper.analyze(Board.from_rows(rows, mines=mines))
        for cell in (*analysis.safe_cells, *analysis.mine_cells)[::3]:
            kinds[analysis.explain(cell).technique] += 1
    assert set(kinds) == set(Technique)


def test_the_ladder_and_the_proofs_agree():
    rng = random.Random(78)
    for _ in range(150):
        rows, mines = random_rows(rng)
        analysis = sapper.analyze(Board.from_rows(rows, mines=mines))
        assert sorted(analysis.techniques) == sorted({*analysis.safe_cells, *analysis.mine_cells})
        for cell, technique in analysis.techniques.items():
            assert analysis.explain(cell, easiest=True).technique == technique
    with pytest.raises(InputError, match="number of mines"):
        _ = sapper.analyze(Board.from_text("density 0.2\n1.\n", density=0.2)).techniques


def test_counting_is_called_a_case_split_only_where_no_sum_shows_it():
    rng = random.Random(79)
    split = 0
    for _ in range(3000):
        rows, mines = random_rows(rng)
        analysis = sapper.analyze(Board.from_rows(rows, mines=mines))
        if len(hidden(rows)) > 16:  # the few boards with a case split are found among the small ones fast enough
            continue
        techniques = analysis.techniques
        known = {
            cell: analysis.mine_probability[cell] == 1
            for cell, technique in techniques.items()
            if technique < Technique.COUNTING_CASES
        }
        clues = sum(value >= 0 for row in rows for value in row)
        if len(known) == len(techniques) or clues > 11:
            continue
        assert not find_counted_sum(rows, mines, known), (rows, mines)
        split += 1
    assert split > 10


def test_both_signs_of_the_counter_are_searched():
    # Of every pair of cells two equal clues tell the same, so that the sign that shows nothing has 2^16 sums to try.
    pairs, out = 16, int(View.VOID)
    rows = [[out] * (3 * pairs) for _ in range(7)]
    for pair in range(pairs):
        rows[0][3 * pair] = rows[2][3 * pair] = 1
        rows[1][3 * pair] = rows[1][3 * pair + 1] = -1
    # Three cells, and of the first two as of the last two one is a mine. The counter leaves two mines for them.
    rows[5][:3] = [-1, -1, -1]
    rows[4][:3] = rows[6][:3] = [1, out, 1]
    analysis = sapper.analyze(Board.from_rows(rows, mines=pairs + 2))
    assert analysis.techniques == dict.fromkeys([(5, 1), (5, 0), (5, 2)], Technique.COUNTING)
    assert analysis.explain((5, 1), easiest=True).technique is Technique.COUNTING


def test_no_smaller_set_forces_the_cell():
    rng = random.Random(3)
    checked = 0
    while checked < 150:
        rows, mines = random_rows(rng)
        analysis = sapper.analyze(Board.from_rows(rows, mines=mines))
        certain = [*analysis.safe_cells, *analysis.mine_cells]
        for cell in rng.sample(certain, min(2, len(certain))):
            proof = analysis.explain(cell)
            assert proof.smallest
            if 2 <= len(proof.clues) <= 4:
                puzzle = read_board(rows, mines=mines)
                assert not has_smaller(puzzle, cell, proof.mine, proof.counter, len(proof.clues))
                checked += 1


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 0.97])
def test_proofs_of_expert_boards(share):
    rng = random.Random(int(100 * share))
    for seed in range(8):
        board = random_position("expert", seed=seed, share=share)
        analysis = sapper.analyze(board)
        rows = board.cells.tolist()
        for cell in rng.sample(hidden(rows), min(8, len(hidden(rows)))):
            check(rows, board.mines, cell, analysis.explain(cell))


def test_without_a_number_of_mines_the_counter_is_not_used():
    rng = random.Random(9)
    for _ in range(60):
        rows, _ = random_rows(rng)
        analysis = sapper.analyze(Board.from_rows(rows, density=0.2))
        for cell in hidden(rows)[::3]:
            answer = analysis.explain(cell)
            check(rows, None, cell, answer)
            assert not (isinstance(answer, Proof) and answer.counter)


def test_known_mines_and_flags():
    board = Board.from_text("mines 2\n*1.\n.2.\nF1.\n")
    assert sapper.analyze(board).explain((0, 2)).clues == ((0, 1),)
    trusted = sapper.analyze(board, trust_flags=True)
    with pytest.raises(InputError, match="not hidden"):
        trusted.explain((2, 0))
    proof = trusted.explain((2, 2))
    assert not proof.mine
    assert "2,0" in proof.text


@pytest.mark.parametrize(
    "cell",
    [(0, 1), (9, 0), (-1, 0), "x", None, (0,), (0.5, 1)],
    ids=["clue", "off", "minus", "text", "none", "one", "half"],
)
def test_cells_that_cannot_be_explained(cell):
    with pytest.raises(InputError):
        sapper.analyze(Board.from_text("mines 1\n.1.\n")).explain(cell)


def test_numpy_cells_become_plain():
    answer = sapper.analyze(Board.from_text("mines 1\n.1..\n")).explain((np.int64(0), np.int64(3)))
    assert answer.cell == (0, 3)
    assert type(answer.cell[0]) is int


def test_a_witness_cannot_be_written_to():
    witness = sapper.analyze(Board.from_text("mines 1\n.1.\n")).explain((0, 0))
    assert isinstance(witness, Witness)
    with pytest.raises(ValueError, match="read-only"):
        witness.with_mine[0, 0] = False


def test_the_words_of_a_proof():
    analysis = sapper.analyze(Board.from_text("mines 3\n0 1 . .\n0 2 . .\n0 1 . ."))
    proof = analysis.explain((1, 2))
    spelled = [ENGLISH.text(step.said, lambda cell: f"<{cell[0]}|{cell[1]}>") for step in proof.steps]
    assert spelled[-1] == "The 1 at <0|1> has its mine at <0|2>, so <1|2> is safe."
    assert proof.steps[-1].text == "The 1 at 0,1 has its mine at 0,2, so 1,2 is safe."


def test_all_mines_are_found():
    proof = sapper.analyze(Board.from_text("mines 1\n.1..\n1...\n....\n", mines=1)).explain((2, 3))
    assert proof.counter or proof.clues
    assert proof.technique >= Technique.COUNTING


def test_large_boards_stay_bounded():
    board = random_position("100x100/2000", seed=4, share=0.6)
    analysis = sapper.analyze(board)
    for cell in (*analysis.safe_cells[::400], *analysis.mine_cells[::400]):
        proof = analysis.explain(cell)
        assert proof.minimal
    wide = lattice_position(17, mines=60, seed=1)
    analysis = sapper.analyze(wide)
    for cell in (*analysis.safe_cells[:3], *analysis.mine_cells[:3], *analysis.frontier[:3]):
        analysis.explain(cell)


def test_techniques_by_name():
    assert [Technique.parse(text) for text in (1, "2", "chain", "counting-cases", "counting mines")] == [
        1,
        2,
        3,
        6,
        5,
    ]
    for bad in (0, 7, "seven", None, True, 1.5):
        with pytest.raises(InputError, match="technique"):
            Technique.parse(bad)
