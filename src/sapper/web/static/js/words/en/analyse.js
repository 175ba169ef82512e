/** The page of analysis. */

export const analyse = {
  largeClue: "Brush for larger clues",
  rows: "Rows",
  cols: "Columns",
  mines: "Mines",
  position: "Position",
  analysis: "Analysis",
  painting:
    "Click or drag to paint; the right button paints hidden cells. Keys: arrows move, 0 to 8 set a clue, " +
    "F a flag, H hidden, M a known mine; Space paints with the brush.",
  share: "Copy a link to this position",
  play: "Play from here",
  copied: "Link copied. It is also in the address bar.",
  inAddress: "The link is in the address bar.",
  undo: "Undo (U)",
  redo: "Redo (Ctrl+Y)",
  clear: "Clear",
  back: "Back to the game",
  possible: "Valid position.",
  brush: "Brush",
  knownMine: "known mine",
  fromGame: "Analyse this board (A)",
};
