/** The help. */

export const help = {
  title: "Help",
  game: "The game",
  gameText: "Reveal every cell without a mine. A number is the count of mines in the cells around it.",
  mouse: "Mouse",
  mouseText:
    "The left button reveals, the right button flags. A click on a number that has as many flags around it " +
    "reveals its other cells (a chord). So do both buttons together and the middle button. If the flags do not " +
    "match, the hidden cells around the number flash and nothing is revealed. Ctrl and the wheel zoom. " +
    "A drag or the wheel turns a globe, and scrolls a torus or a cylinder around its seam.",
  touch: "Touch",
  touchText:
    "A tap reveals, a long press flags; the settings can swap them. While the flag button is on, a tap flags. A " +
    "tap on a number chords. Two fingers zoom. A drag turns a globe, and scrolls a torus or a cylinder.",
  keys: "Keys",
  helper: "The helper",
  helperText:
    "The overlay marks safe cells and mines, and tells the mine chance of every other hidden cell. The chances " +
    "are exact. Hints have four levels, from “there is a safe cell” to the whole argument. Games with help have " +
    "their own table of best times. A game with an undone move is practice and has no best time.",
  bookmark: "Games on minesweeper.online",
  bookmarkText:
    "Drag this button to the bookmarks of your browser. On a page with a game, the bookmark opens it here: a " +
    "running game in Analyse, a finished one as a board to play.",
  bookmarkName: "To Sapper",
  bookmarkDrag: "Drag it to your bookmarks, and choose it there on the page of a game.",
  bookmarkNone: "There is no Minesweeper board on this page.",
  bookmarkCount: "How many mines has this board?",
  words: "Words",
  wordsText:
    "3BV is the smallest number of clicks that clears the board without flags. Efficiency is 3BV divided by your " +
    "clicks.",
};
