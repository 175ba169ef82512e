/** The page of analysis. */

export const analyse = {
  largeClue: "Brush for larger clues",
  undo: "Undo (U)",
  redo: "Redo (Ctrl+Y)",
  save: "Save this board",
  clear: "Clear",
  back: "Back to the game",
  possible: "Valid position.",
  brush: "Brush",
  knownMine: "known mine",
  fromGame: "Analyse this board (A)",
};
