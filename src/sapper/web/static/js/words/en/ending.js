/** The counters of a game, and the banner at its end. */

const plain = new Intl.NumberFormat("en");

export const ending = {
  won: "Cleared!",
  lost: "You hit a mine.",
  spokenWon: "Cleared. You won.",
  spokenLost: "You hit a mine. You lost.",
  clicks: (/** @type {number} */ count) => (count === 1 ? "1 click" : `${plain.format(count)} clicks`),
  rate: (/** @type {string} */ rate) => `${rate} 3BV/s`,
  practice: "practice",
  cruel: "cruel but fair",
  helped: "with help",
  untimed: "paused, no best time",

  certainMine: "It was certainly a mine.",
  wasSafe: (/** @type {string} */ share) => `It was ${share} safe.`,
  cruelLost: (/** @type {string} */ share) =>
    `It was ${share} safe. In this game a guess always loses while a cell is safe, and a safest cell never does.`,
  survived: (/** @type {string} */ share) => `All your risks together: ${share}.`,

  firstWin: "Your first win here.",
  best: (/** @type {string} */ faster) => `Personal best, ${faster} faster than before.`,
  notBest: (/** @type {string} */ best) => `Your best: ${best}.`,
  quicker: (/** @type {string} */ share, /** @type {number} */ wins) =>
    `Faster than ${share} of ${plain.format(wins)} other ${wins === 1 ? "win" : "wins"}.`,

  newGame: "New game",
  same: "Same board",
  undo: "Undo and continue",
  undoTitle: "Undo the last move and continue as practice (U)",
  review: "Review",
  replay: "Replay",
  replayTitle: "Watch the replay",

  name: "Your name",
  nameLabel: "Your name for the scores",
  save: "Save score",
  saved: (/** @type {string} */ name, /** @type {number} */ place) => `Saved as ${name}: place ${place}.`,
  savedBeyond: (/** @type {string} */ name, /** @type {number} */ place) =>
    `Saved as ${name}: place ${place} among times that no person reaches.`,
  notSaved: (/** @type {string} */ reason) => `Not in the table: ${reason}.`,
  scores: "See the scores",

  minesLeft: "Mines left",
  time: "Time",
  odds: "Odds",
  oddsTitle: "Probability that all the risks you took so far succeed",
  clickCount: "Clicks",
  threeBv: "3BV",
  threeBvTitle: "Fewest clicks that clear this board without chords",
  perSecond: "3BV/s",
  perSecondTitle: "3BV of the revealed cells per second",
  efficiency: "Efficiency",
  efficiencyTitle: "3BV of the revealed cells per click",
};
