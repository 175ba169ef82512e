/** The review of a finished game. */

const plural = (/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ more) =>
  count === 1 ? `1 ${one}` : `${count} ${more}`;

/** @type {typeof import("../en/review.js").review} */
export const review = {
  later: "Der Rückblick kommt nach dem Ende des Spiels.",
  looking: "Jeder Zug wird geprüft…",
  computing: (share) => `Gewinnchancen werden berechnet: ${share}`,

  flawless: "Fehlerlos: jeder Zug war sicher.",
  onlyGuesses: (guesses, odds) =>
    `Keine Fehler. ${guesses === 1 ? "Einmal" : `${guesses}-mal`} musste geraten werden (Chance ${odds}).`,
  faults: (needless, mistakes) =>
    `${[
      needless ? plural(needless, "unnötiges Risiko", "unnötige Risiken") : "",
      mistakes ? plural(mistakes, "schlechter geratener Zug", "schlechter geratene Züge") : "",
    ]
      .filter(Boolean)
      .join(" und ")}.`,
  cost: (share, faults) => `${faults === 1 ? "Das kostete" : "Zusammen kosteten sie"} ${share} der Gewinnchance.`,
  badLuck: "Die Niederlage war Pech.",

  moments: "Sehenswerte Züge",
  none: "Nicht geraten und kein sicheres Feld übersehen.",
  start: "Der erste Klick.",
  certain: "Sicher.",
  guess: (safe) => `Geraten, mit ${safe} sicher.`,
  noBetter: "Kein Feld war besser.",
  needless: (risk) => `Ein unnötiges Risiko von ${risk}.`,
  mine: "Sicher eine Mine.",
  better: (cell, gain) => `Besser: ${cell}, ${gain}.`,
  safe: "sicher",

  before: (move, moves) => `Vor Zug ${move} von ${moves}`,
  after: (moves) => `Nach Zug ${moves}`,
  toWin: (share) => `Gewinnchance ${share}`,
  outcomes: { won: "Das Spiel wurde gewonnen.", lost: "Das Spiel wurde verloren." },
  nextGuess: "Zum nächsten Raten",
  branch: "Hier einen anderen Zug versuchen",
  leave: "Rückblick verlassen",
  share: "Link zu diesem Zug kopieren",
  shared: "Der Link zu diesem Zug ist kopiert.",
  dailyLater: "Er gilt, sobald der Tag vorbei ist, um Mitternacht UTC.",
  notShared: (link) => `Der Link zu diesem Zug: ${link}`,

  noGuess:
    "Das Brett braucht kein Raten. Die Gewinnchancen rechnen das nicht ein: sie gelten für alle Bretter dieser Art.",
  atStart: "Am Anfang",
  atStartTitle: "Gewinnchance nach dem ersten Klick",
  luck: "Glück",
  luckTitle: "Gewinnchance, die der Zufall gab oder nahm, in Prozentpunkten",
  skill: "Können",
  skillTitle: "Gewinnchance, die Entscheidungen kosteten, in Prozentpunkten; 0 bei bestem Spiel",
  guesses: "Geraten",
  guessesTitle: "Züge, die eine Mine treffen konnten",
  odds: "Chance dafür",
  oddsTitle: "Die Wahrscheinlichkeit, dass jedes Risiko gut geht",
  needlessCount: "Unnötig",
  needlessTitle: "Risiken, obwohl es ein sicheres Feld gab",
};
