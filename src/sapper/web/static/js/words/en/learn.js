/** Exercises. */

/** @typedef {import("../../learn/learner.js").Cell} Cell */

const share = (/** @type {number} */ part) => `${(100 * part).toFixed(1).replace(/\.0$/, "")}\u00a0%`;

export const learn = {
  title: "Learn",
  exercise: "Exercise",
  answer: "Answer",
  board: "Exercise",
  figures: "Your figures",
  technique: "Technique",
  all: "All, to your strength",
  kinds: {
    single: "Single clue",
    pair: "Two clues compared",
    chain: "Chain of clues",
    cases: "Case split",
    counting: "Counting mines",
    "counting-cases": "Counting with case split",
    guess: "Best guess",
  },
  rating: "Rating",
  streak: "Streak",
  best: (/** @type {number} */ streak) => `best ${streak}`,
  days: "Days",
  inARow: "in a row",
  repeat: "To repeat",
  later: (/** @type {number} */ all) => `of ${all}`,
  waiting: "Exercises are being made…",
  none: "No exercises of this kind are stored, and the server cannot be reached.",
  findSafe: "Reveal a cell that is certainly safe.",
  findGuess: "Nothing is safe. Reveal the cell with the best chance to win.",
  minesOnBoard: (/** @type {number} */ mines) => `${mines} mines on the board.`,
  again: "You failed this one before. It does not change your rating.",
  howTo: "Flags are your notes: right click, long press or F. The first reveal is your answer.",
  right: "Right!",
  wrong: "Not this one.",
  noChange: "Rating unchanged",
  change: (/** @type {number} */ points) => `Rating ${points < 0 ? "−" : "+"}${Math.abs(points)}`,
  next: "Next exercise",
  nextKey: "Next exercise (N)",
  legend: "A tick is safe, the sign of a mine is a mine, and the rings show the clues and cells of a sentence.",
  comesBack: "This exercise comes back in ten minutes.",
  place: (/** @type {Cell} */ [row, col]) => `row ${row + 1} column ${col + 1}`,
  share,
  isSafe: (/** @type {string} */ place) => `${upper(place)} is safe.`,
  isMine: (/** @type {string} */ place) => `${upper(place)} is a mine.`,
  isUnsure: (/** @type {string} */ place, /** @type {number} */ risk) =>
    `${upper(place)} is not certain: it is a mine with ${share(risk)}.`,
  bestGuess: (/** @type {number} */ win) => `It wins ${share(win)} of the games.`,
  worseGuess: (/** @type {number} */ win, /** @type {number} */ best) =>
    `It wins ${share(win)} of the games, the best cell ${share(best)}.`,
  cell: "Cell",
  safety: "Safe",
  winChance: "Chance to win",
};

const upper = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
