/** The boards of the day. */

export const daily = {
  title: "Daily",
  about:
    "The same three boards for everybody, new every day at midnight UTC. Your first game on each counts in its " +
    "table, if you play it without help.",
  aboutPast: "This day is over: its tables stand, and its boards are practice.",
  waiting: "The boards are being fetched…",
  again: "Try again",
  kinds: { "no-guess": "No guess", expert: "Expert", guess: "Guess of the day" },
  shared: { "no-guess": "no-guess", expert: "expert", guess: "guess" },
  sharedBest: "best",
  sharedWorse: "not the best",
  helped: "with help",
  size: (/** @type {number} */ rows, /** @type {number} */ cols, /** @type {number} */ mines) =>
    `${rows} × ${cols}, ${mines} mines`,
  notPlayed: "Not played yet.",
  running: "Your game is not finished.",
  won: (/** @type {string} */ time) => `Cleared in ${time}.`,
  lost: (/** @type {string} */ share) => `Lost with ${share} cleared.`,
  lostRow: (/** @type {string} */ share) => `lost, ${share}`,
  place: (/** @type {number} */ place) => `Place ${place}.`,
  uncounted: {
    helped: "With help, so it does not count.",
    late: "Finished after its day, so it does not count.",
    time: "No person reaches this time, so it does not count.",
  },
  play: "Play",
  continue: "Continue",
  practise: "Play for practice",
  reasons: {
    again: "You have played this board today. This game is practice.",
    name: "Your name has already played this board in another browser. This is practice.",
    past: "A board of a past day is practice.",
  },
  table: "Table of the day",
  placeHead: "Place",
  nameHead: "Name",
  resultHead: "Result",
  noResult: "No result yet. Be the first.",
  you: "You",
  unnamed: "No name",
  count: (/** @type {number} */ players, /** @type {number} */ wins) =>
    `${players === 1 ? "1 player" : `${players} players`}, ${wins === 1 ? "1 win" : `${wins} wins`}`,
  guessTask: (/** @type {number} */ mines) =>
    `${mines} mines, and nothing is safe. Reveal the cell with the best chance to win the game. You have one try.`,
  right: (/** @type {string} */ win) => `The best cell! It wins ${win} of the games.`,
  wrong: (/** @type {string} */ win, /** @type {string} */ best) =>
    `Not the best: it wins ${win} of the games, the best cell ${best}.`,
  players: "Players",
  done: (/** @type {number} */ count) => `${count} of 3 done`,
  streakDays: (/** @type {number} */ days) => (days === 1 ? "1 day" : `${days} days in a row`),
  streak: (/** @type {string} */ days) => `Streak: ${days}`,
  share: "Share",
  copied: "The results are copied.",
  nameLabel: "Your name for the tables of today",
  saveName: "Save name",
  before: "‹ Day before",
  after: "Day after ›",
  next: (/** @type {number} */ hours, /** @type {number} */ minutes) => `Next boards in ${hours} h ${minutes} min`,
  seeTable: "Table of the day",
};
