/** The keys of a game and what they do, in the order of the help. */

/** @type {[keys: string, text: string][]} */
export const keys = [
  ["Arrows", "move; with Ctrl five cells at a time, Home and End to the edges"],
  ["Space", "reveal the cell under the mouse or, after an arrow, the focused cell"],
  ["F", "flag that cell, or a question mark if switched on"],
  ["C", "chord: reveal around a clue that has its number of flags"],
  ["U", "undo, also after hitting a mine; Ctrl+Z does the same"],
  ["H", "hint; press again for the next level"],
  ["O", "overlay on or off"],
  ["%", "percentages on or off"],
  ["P", "pause or resume; the board is covered, and the game has no best time"],
  ["A", "analyse the board that is shown"],
  [", .", "one move back or forward in a demo or a review"],
  ["N", "new game"],
  ["R", "the same board again"],
  ["X Y", "flip the board: left and right, top and bottom"],
  ["Shift Arrows", "turn a globe; scroll a torus or a cylinder around its seam"],
  ["+ − 0", "zoom in, out, fit"],
  ["?", "this help"],
];
