/** What a page without a server says where it refuses. */

export const local = {
  needsServer: "This page has no server: what other players share is not available here.",
  ownOnly: "This page has no server: it knows the games of this browser only.",
  noFixed: "a cruel game has no fixed layout before it ends",
  noCruel:
    "a cruel game has no fixed layout: no given one, no board without guesses, no rank",
  largeBoard: (
    /** @type {number} */ rows,
    /** @type {number} */ cols,
    /** @type {number} */ mostRows,
    /** @type {number} */ mostCols,
  ) => `a board of ${rows} rows and ${cols} columns is larger than ${mostRows}x${mostCols}`,
  noPicture: "This page has no server: pictures cannot be read here. Text and files of boards can.",
  byte: (/** @type {number} */ byte) => `byte ${byte}`,
  emptyFile: "the file is empty",
  manyClicks: (/** @type {number} */ clicks, /** @type {number} */ most) =>
    `a replay shown here has at most ${most} clicks, not ${clicks}`,
  noNumber: (/** @type {number} */ number, /** @type {number} */ count) =>
    `the file holds ${count} replays: there is no number ${number}`,
  noWholeReplay: "the game began from a position, so its clicks are no whole replay",
  noSquares: (/** @type {string} */ shape) => `a replay has squares with eight neighbours, not ${shape}`,
  noReplay: "this replay is not kept any more: open its file again",
  cell: (/** @type {number | number[]} */ place) =>
    Array.isArray(place) && place.length === 2
      ? `row ${place[0] + 1} column ${place[1] + 1}`
      : `cell ${String(place)}`,
  line: (/** @type {number} */ line, /** @type {number | null} */ column) =>
    `line ${line}${column === null ? "" : `, column ${column}`}`,
  outside: (/** @type {string} */ shape) => `the cell lies outside a board of ${shape}`,
  noDay: (/** @type {string} */ first, /** @type {string} */ last) =>
    `a day is written YYYY-MM-DD, from ${first} to ${last}`,
  notHidden: "this cell of the guess of the day is not hidden",
  noGame: "there is no such game in this browser",
  manyCells: (/** @type {string} */ shape, /** @type {number} */ cells, /** @type {number} */ most) =>
    `a board of ${shape} has ${cells} cells, more than the limit of ${most}`,
  noLayout: "that game has no layout yet: its first reveal creates it",
  noMines: "the game has no mines yet: its first reveal places them",
  noMove: (/** @type {number} */ move) => `the game has no move ${move}`,
  stale: "the game was changed in another tab",
  paused: "the game is paused: resume it first",
  ranked: "help and undo are off in a ranked game until it has ended",
  nothingToUndo: "there is no move to undo",
  notBegun: "only a game that has begun and not ended can be paused",
  over: "the game is over: request its review",
  notOver: "a game is reviewed after its end",
  noScore: "this game has no time that counts",
  noFreeCell: (/** @type {string} */ level) => `a board of ${level} has no cell without a mine`,
  noGuessNeedsStart: "a no-guess game needs a first click that is promised to be safe",
  noGuessNotFound: (/** @type {string} */ level) =>
    `found no layout of ${level} that needs no guess: try fewer mines`,
  needsMines: "a game needs a number of mines, but this position has a density",
  outOfPlay: "a game cannot be played with cells out of play",
  nothingLeft: "nothing is left to reveal in this position",
  badLayout: (/** @type {string} */ level) => `the picture of the layout ${level} does not fit its first line`,
  badSign: (/** @type {string} */ sign) => `unknown character '${sign}'`,
  notLayout: "a position is a board, not a layout",
  layoutHidden: "the layout is hidden until the game ends",
  firstReveal: "the first reveal",
  notInRace: "a race cannot start from a position, and is neither cruel nor ranked",
};
