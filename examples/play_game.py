"""Play a game: reveal safe cells, flag mines, and guess the safest cell when there is no safe one."""

import numpy as np

import sapper

game = sapper.Game(sapper.Layout.from_seed("beginner", seed=12))
game.reveal((2, 2))
guesses = 0
while game.status == "playing":
    analysis = sapper.analyze(game.board)
    for cell in analysis.mine_cells:
        if game.board[cell] == sapper.View.HIDDEN:
            game.flag(cell)
    moves = [cell for cell in analysis.safe_cells if game.board[cell] < 0]
    if not moves:
        guesses += 1
        flat = int(np.nanargmin(analysis.mine_probability))
        moves = [divmod(flat, game.board.cols)]
    for cell in moves:
        if game.status == "playing" and game.board[cell] < 0:  # a zero beside it may have revealed it already
            game.reveal(cell)

print(game.board)
print(f"{game.status} after {game.clicks} clicks and {guesses} guesses")
if game.exploded:
    print(f"the mine at {game.exploded} went off; taking the move back")
    game.undo()
    print(f"{game.status} again: {game.board.position}")
