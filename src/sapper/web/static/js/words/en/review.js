/** The review of a finished game. */

const plural = (/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ more) =>
  count === 1 ? `1 ${one}` : `${count} ${more}`;

export const review = {
  later: "The review is available when the game has ended.",
  looking: "Looking at every move…",
  computing: (/** @type {string} */ share) => `Computing win probabilities: ${share}`,

  flawless: "Flawless: every move was certain.",
  onlyGuesses: (/** @type {number} */ guesses, /** @type {string} */ odds) =>
    `No mistakes. ${plural(guesses, "guess was", "guesses were")} needed, with odds of ${odds}.`,
  faults: (/** @type {number} */ needless, /** @type {number} */ mistakes) =>
    `${[
      needless ? plural(needless, "needless risk", "needless risks") : "",
      mistakes ? plural(mistakes, "worse guess", "worse guesses") : "",
    ]
      .filter(Boolean)
      .join(" and ")}.`,
  cost: (/** @type {string} */ share, /** @type {number} */ faults) =>
    `${faults === 1 ? "It" : "Together they"} cost ${share} of the chance to win.`,
  badLuck: "The loss was bad luck.",

  moments: "Moments worth a look",
  none: "No guesses and no missed safe cells.",
  start: "The first reveal.",
  certain: "Certainly safe.",
  guess: (/** @type {string} */ safe) => `A guess, ${safe} safe.`,
  noBetter: "No cell was better.",
  needless: (/** @type {string} */ risk) => `A needless risk of ${risk}.`,
  mine: "Certainly a mine.",
  better: (/** @type {string} */ cell, /** @type {string} */ gain) => `Better: ${cell}, ${gain}.`,
  safe: "safe",

  before: (/** @type {number} */ move, /** @type {number} */ moves) => `Before move ${move} of ${moves}`,
  after: (/** @type {number} */ moves) => `After move ${moves}`,
  toWin: (/** @type {string} */ share) => `${share} to win`,
  outcomes: { won: "The game was won.", lost: "The game was lost." },
  nextGuess: "To the next guess",
  branch: "Try another move from here",
  leave: "Leave the review",
  share: "Copy a link to this move",
  shared: "The link to this move is copied.",
  dailyLater: "It works when the day is over, at midnight UTC.",
  notShared: (/** @type {string} */ link) => `The link to this move: ${link}`,

  noGuess:
    "The board needs no guess. The chances to win do not count that: they are of all boards that look the same.",
  atStart: "At the start",
  atStartTitle: "Win probability after the first reveal",
  luck: "Luck",
  luckTitle: "Win probability gained or lost by chance, in percentage points",
  skill: "Skill",
  skillTitle: "Win probability lost by choices, in percentage points; 0 for best play",
  guesses: "Guesses",
  guessesTitle: "Moves that might have hit a mine",
  odds: "Their odds",
  oddsTitle: "The probability that every risk taken succeeds",
  needlessCount: "Needless",
  needlessTitle: "Risks taken while a safe cell existed",
};
