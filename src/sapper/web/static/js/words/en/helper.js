/** The helper: overlay, hints, guesses, the demo, and what counts as help. */

import { spellChance } from "../chance.js";

export const helper = {
  overlay: "Mine chances on every hidden cell",
  percent: "Show numbers",
  mode: "Show",
  modes: { risk: "Chances", classes: "Best and dead cells", estimate: "Beside an estimate" },
  modeAbout: {
    risk: "",
    classes: "Cells as the strategy superloc sees them.",
    estimate: "Upper left: the exact chance. Lower right: the risk that the strategy automine estimates.",
  },
  hint: "Hint",
  hintTitle: "Hint (H)",
  guess: "Where to guess",
  level: (/** @type {number} */ strength) => `Hint ${strength} of 4`,
  next: ["is there a safe cell?", "where to look", "which cell", "why, step by step"],
  more: (/** @type {string} */ next) => `More: ${next}`,
  over: "The game is over. Its review explains every move.",
  review: "Open the review",
  ownTable: "Games with help have their own table of best times.",
  noneSafe: "No cell is safe.",
  wideHints: "Hints still name a move, safe or estimated.",
  firstAny: "The first reveal is safe, whichever cell you choose.",
  firstStart: "The start cell is safe: reveal it first.",
  certain: (/** @type {number} */ safe, /** @type {number} */ mines) =>
    `${safe} safe, ${mines} certain ${mines === 1 ? "mine" : "mines"}`,
  worlds: (/** @type {string} */ count, /** @type {boolean} */ one) =>
    `${count} possible ${one ? "layout" : "layouts"}`,
  about: (/** @type {string} */ power) => `about 10${power}`,
  floating: (/** @type {string} */ share) => `Cells beside no clue: ${share} mine.`,
  noGuess: "This board needs no guess: certain moves win it. The chances of cells do not count that.",
  winBetween: (/** @type {string} */ low, /** @type {string} */ high) =>
    `Win probability: between ${low} and ${high}.`,
  winExactly: (/** @type {string} */ share) => `Win probability: exactly ${share}.`,
  winAbout: (/** @type {string} */ share, /** @type {string} */ low, /** @type {string} */ high) =>
    `Win probability: about ${share} (${low} to ${high}).`,
  legend: {
    safe: "safe",
    low: "low risk",
    middle: "middle",
    high: "high risk",
    mine: "mine",
    best: "recommended",
    superloc: "move of superloc",
    good: "good",
    similar: "similar: beside one clue",
    dead: "dead: no help",
  },
  tip: (/** @type {number} */ risk, /** @type {number | null} */ estimate, /** @type {boolean} */ best) => {
    const exact = risk === 0 ? "Safe" : risk === 1 ? "A mine" : `${spellChance(risk)} mine`;
    const guessed = estimate === null ? "" : `, estimated ${spellChance(estimate)}`;
    return `${exact}${guessed}${best ? " · recommended" : ""}`;
  },
  ways: { cruel: "Cruel", practice: "Practice", untimed: "Untimed", helped: "Helped", ranked: "Ranked" },
  wayAbout: {
    cruel: "While a cell is safe, a guess always loses. When you must guess, a safest cell never does. No best time.",
    practice: "A move was undone, or the mines or the layout were known: no best time.",
    untimed: "The game was paused, or the clock of the server changed: no best time.",
    helped: "Hints or the overlay were used: the time goes into the table of games with help.",
    ranked:
      "Help is off until the game has ended.",
  },
  warning: "This game now counts as helped: its time goes into the table of games with help.",
  welcome: "Stuck? H for a hint, O for mine chances.",
  welcomeTouch: "Stuck? Tap Hint or Chances.",
  close: "Close",
  rankedSetting: "New games are ranked: no hints, overlay, demo or undo until the end",
  off: {
    ask: "Use help in this game?",
    ranked:
      "Help is off in ranked games. With help this one counts as helped: its time goes into the table of " +
      "games with help.",
    daily: "Help is off on the boards of the day. With help this game has no place in the table of the day.",
    match: "There is no help in matches.",
    allow: "Use help",
    askPause: "Pause this game?",
    pause: "A paused game has no best time.",
    cancel: "Play on",
  },
  demo: {
    about: "The solver sees only what you see, not the mines. Your own game does not change.",
    strategy: "Strategy",
    begin: "Begin",
    here: "from here",
    start: "from the start",
    halt: "Stop at guesses",
    run: "Start the demo",
    none: "There is no move left to play.",
    own: "Your game has no mines yet, so the solver plays another board of this kind.",
    skip: "To the next guess",
    move: (/** @type {number} */ place, /** @type {number} */ all) => `Move ${place} of ${all}`,
    next: (/** @type {string} */ cell) => `Next: ${cell}.`,
    guess: (/** @type {string} */ share, /** @type {string} */ why) =>
      `A guess, safe with probability ${share}: ${why}.`,
    back: "Back to my game",
    outcomes: {
      won: "The solver wins this board.",
      lost: "The solver hits a mine on this board.",
      playing: "The solver stops here.",
    },
  },
};
