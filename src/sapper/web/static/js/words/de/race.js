/** The page of a race. */

/** @type {typeof import("../en/race.js").race} */
export const race = {
  skip: "Zum Ende springen",
  you: "Du",
  player: "Spieler",
  boardOf: (name) => `Das Brett von ${name}`,
  begin: "Decke ein Feld auf, um das Rennen zu beginnen.",
  notBegun: "Das Rennen hat nicht begonnen.",
  running: "Das Rennen läuft. Das Spiel des Lösers ist verdeckt, bis deines endet.",
  runningWatched: "Das Rennen läuft. Das Spiel des Lösers ist verdeckt, bis das andere endet.",
  bothRun: "Beide Spiele laufen.",
  solverEnded: "Das Spiel des Lösers ist zu Ende. Das andere geht weiter.",
  youEnded: (_, won, time) =>
    won ? `Du hast das Brett in ${time} gelöst` : `Du hast nach ${time} eine Mine getroffen`,
  ended: (name, won, time) =>
    won ? `${name} hat das Brett in ${time} gelöst` : `${name} hat nach ${time} eine Mine getroffen`,
  stillPlays: (player) => `${player}; der Löser spielt noch.`,
  solverWon: (player, time) => `${player}; der Löser hat das Brett nach ${time} gelöst.`,
  solverLost: (player, time) => `${player}; der Löser hat nach ${time} eine Mine getroffen.`,
  youWin: "Du gewinnst das Rennen.",
  wins: (name) => `${name} gewinnt das Rennen.`,
};
