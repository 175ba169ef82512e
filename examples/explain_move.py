"""Explain why cells are safe or mines, with which technique, and why a guess is the best one."""

import sapper

board = sapper.Board.from_text("""
    mines 9
    1 2 . 1 .
    . 3 2 2 1
    . 4 . . 3
    . . 4 . .
    2 2 3 . 3
""")
analysis = sapper.analyze(board)

hint = sapper.hint(board)
print("The easiest move:", hint.text, sep="\n")

for cell in [*analysis.safe_cells, *analysis.mine_cells[:3]]:
    proof = analysis.explain(cell, easiest=True)
    assert isinstance(proof, sapper.Proof)  # a Witness where worlds differ
    print(f"{cell} is {'a mine' if proof.mine else 'safe'}: {proof.technique.label}, {len(proof.clues)} clues")

guess = sapper.analyze(sapper.Board.from_text("mines 6\n....\n.13.\n....\n....")).explain_guess()
print("A guess:", guess.text, sep="\n")
