/** Levels, and the dialog for a new game. */

export const newGame = {
  title: "New game",
  button: "New game (N)",
  level: "Level",
  levels: { beginner: "Beginner", intermediate: "Intermediate", expert: "Expert", custom: "Custom" },
  rows: "Rows",
  cols: "Columns",
  mines: "Mines",
  firstClick: "The first click",
  firstClicks: { zero: "opens an area", safe: "is safe", moved: "moves its mine", none: "may be a mine" },
  noGuess: "No guessing: certain moves solve the board",
  mode: "Play",
  modes: { plain: "Normal", ranked: "Ranked", cruel: "Cruel but fair" },
  modeAbout: {
    plain: "",
    ranked: "No hints, overlay, demo or undo until the end.",
    cruel:
      "The mines move. While a cell is safe, a guess always loses; when you must guess, a safest cell never does. " +
      "No best time.",
  },
  cruelNeedsGuesses: "A cruel game has no fixed board, so it cannot be one without guessing.",
  seed: "Seed",
  seedHelp: "The same seed and first click make the same board. The game counts as practice.",
  seedAny: "any",
  start: "Start",

  blank: "Enter rows, columns and mines as whole numbers.",
  tooLarge: (/** @type {number} */ rows, /** @type {number} */ cols) =>
    `A board has at most ${rows} rows and ${cols} columns.`,
  tooSmall: "A board has at least one row and one column, and no fewer than 0 mines.",
  tooMany: (/** @type {number} */ most) =>
    most === 1 ? "At most 1 mine fits on this board." : `At most ${most} mines fit on this board.`,
  tooFull: "No mine fits on this board, because the first click opens an area.",
  needsSafeStart: "A board without guessing needs a first click that is safe.",
  nameTaken: (/** @type {string} */ name) =>
    `The name “${name}” belongs to another player. Choose another for the scores.`,
  forgotten: (/** @type {string} */ reason) =>
    `The last kind of game cannot be made: ${reason} Here is a beginner game.`,

  size: (/** @type {number} */ rows, /** @type {number} */ cols) => `${rows} × ${cols}`,
  cellCount: (/** @type {number} */ cells) => `${cells} cells`,
  mineCount: (/** @type {number} */ mines) => (mines === 1 ? "1 mine" : `${mines} mines`),
  rules: {
    zero: "first click opens",
    drawn: "first click opens",
    safe: "first click is safe",
    moved: "first click moves its mine",
    none: "first click may be a mine",
  },
  marked: "start at the marked cell",
  startHere: "This board is known to be safe only at the marked cell. Start there.",
  startName: "start here",
  noGuessing: "no guessing",
  practice: "practice",
  cruel: "cruel but fair",
  helped: "with help",
};
