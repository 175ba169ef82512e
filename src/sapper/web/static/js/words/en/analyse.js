/** The page of analysis. */

export const analyse = {
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
