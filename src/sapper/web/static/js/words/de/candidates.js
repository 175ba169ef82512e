/** The table of candidates for a guess. */

/** @type {typeof import("../en/candidates.js").candidates} */
export const candidates = {
  place: "Zeile, Spalte",
  weighed: {
    safety: "Sicher",
    estimate: "Schätzung",
    progress: "Fortschritt",
    clears: "Öffnet",
    game_tree: "Spielbaum",
    secondary_safety: "Danach",
    hazard: "Gefahr",
    instinct: "Instinkt",
    lookahead: "Vorausschau",
    rollouts: "Probespiele",
    games: "Spiele",
    win: "Sieg",
  },
};
