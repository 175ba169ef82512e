/** The page of a race. */

export const race = {
  about: "You and the solver on the same board, side by side.",
  curtain: "The solver's game would reveal your mines. It is shown when your game has ended.",
  fresh: "New race",
  yourBoard: "Your board",
  solverBoard: "The solver's board",
  solver: "Solver",
  risk: "Risk taken",
  time: "Time",
  clicks: "Clicks",
  against: "Against",
  ready: "Ready",
  rules: "The solver gets the same board and the same first click. It starts when you do. It never sees the mines.",
  level: "Level",
  size: (/** @type {number} */ rows, /** @type {number} */ cols, /** @type {number} */ mines) =>
    `${rows} × ${cols}, ${mines} mines`,
  pace: "The solver makes",
  paces: ["one move every 3 seconds", "one move per second", "five moves every 2 seconds", "ten moves per second"],
  open: "Open race: see the solver's board while you play (practice)",
  skip: "Skip to the end",
  you: "You",
  player: "Player",
  boardOf: (/** @type {string} */ name) => `The board of ${name}`,
  begin: "Reveal a cell to start the race.",
  notBegun: "The race has not begun.",
  running: "The race is running. The solver's game is hidden until yours ends.",
  runningWatched: "The race is running. The solver's game is hidden until the player's ends.",
  bothRun: "Both games are running.",
  solverEnded: "The solver's game has ended. The other goes on.",
  youEnded: (/** @type {string} */ _, /** @type {boolean} */ won, /** @type {string} */ time) =>
    `You ${won ? "cleared the board in" : "hit a mine after"} ${time}`,
  ended: (/** @type {string} */ name, /** @type {boolean} */ won, /** @type {string} */ time) =>
    `${name} ${won ? "cleared the board in" : "hit a mine after"} ${time}`,
  stillPlays: (/** @type {string} */ player) => `${player}; the solver is still playing.`,
  solverWon: (/** @type {string} */ player, /** @type {string} */ time) =>
    `${player}; the solver cleared the board after ${time}.`,
  solverLost: (/** @type {string} */ player, /** @type {string} */ time) =>
    `${player}; the solver hit a mine after ${time}.`,
  youWin: "You win the race.",
  wins: (/** @type {string} */ name) => `${name} wins the race.`,
};
