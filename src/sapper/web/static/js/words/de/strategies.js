/** The strategies that play demos and races, one line each. */

/** @param {string} name */
const titleOf = (name) => (name === "best" ? "Bester Löser" : name);

/** @type {typeof import("../en/strategies.js").strategies} */
export const strategies = {
  missing: "Die Liste der Strategien kann gerade nicht geladen werden.",
  option: (/** @type {string} */ name, /** @type {string} */ budget, /** @type {string | null} */ rate) =>
    `${titleOf(name)}${budget === "normal" ? "" : `, ${budget}`}${rate === null ? "" : ` (gewinnt ${rate})`}`,
  strength: (/** @type {string} */ rate, /** @type {number} */ games) =>
    `Gewinnt ${rate} von ${games.toLocaleString("de")} Experten-Spielen.`,
  lines: {
    random: "Macht alle sicheren Züge und rät zufällig.",
    safest: "Deckt das Feld mit der kleinsten Minenchance auf.",
    lookahead: "Schaut einen Zug voraus und löst Endspiele exakt.",
    best: "Schaut voraus und spielt die besten Kandidaten aus. Die stärkste.",
    superloc: "Nimmt unter fast gleich sicheren Feldern das, das am meisten hilft.",
    smartguess: "Deckt sichere Felder auf und rät sonst, wo eine Mine am wenigsten wahrscheinlich ist.",
    matrix: "Löst die Zahlen als Gleichungen.",
    automine: "Benutzt Muster und eine kleine Suche, wie ein Mensch.",
  },
};
