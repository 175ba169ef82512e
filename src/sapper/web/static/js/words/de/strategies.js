/** The strategies that play demos and races, one line each. */

/** @param {string} name */
const titleOf = (name) => (name === "best" ? "Bester Löser" : name);

/** @type {typeof import("../en/strategies.js").strategies} */
export const strategies = {
  missing: "Die Liste der Strategien kann gerade nicht geladen werden.",
  option: (/** @type {string} */ name, /** @type {string} */ budget, /** @type {string | null} */ rate) =>
    `${titleOf(name)}${budget === "normal" ? "" : ", schnell"}${rate === null ? "" : ` (gewinnt ${rate})`}`,
  strength: (/** @type {string} */ rate, /** @type {number} */ games) =>
    `Gewinnt ${rate} von ${games.toLocaleString("de")} Experten-Spielen.`,
  lines: {
    random: "Macht alle sicheren Züge und rät zufällig.",
    safest: "Deckt das Feld mit der kleinsten Minenchance auf.",
    lookahead: "Schaut einen Zug voraus und löst Endspiele exakt.",
    best: "Schaut voraus und spielt die besten Kandidaten aus. Die stärkste.",
    efficient: "Spielt auf wenige Klicks, mit Flaggen und Akkorden.",
    superloc: "Nimmt unter fast gleich sicheren Feldern das, das am meisten hilft.",
    smartguess: "Deckt sichere Felder auf und rät sonst, wo eine Mine am wenigsten wahrscheinlich ist.",
    matrix: "Löst die Zahlen als Gleichungen.",
    automine: "Benutzt Muster und eine kleine Suche, wie ein Mensch.",
  },
  settings: {
    flags: "Flaggen und Akkorde",
    knack: "Klicks mit einem Netz bewerten",
    finish: "Am Ende die wenigsten Klicks suchen",
    do_or_die: "Kleine geschlossene Gebiete sofort",
    early: "Geschlossene Gebiete durchsuchen",
    tree_ties: "Unter gleichen Zügen einer Suche",
    plus: "Mehr geöffnete Felder vor Fortschritt",
    linked: "Öffnen verbundener Felder",
    order: "Unter gleichen Feldern",
    mode: "Raten",
    first: "Erster Zug",
    ties: "Unter gleichen Feldern einer Zeile",
    search: "Wiederholte Suche",
    overlap: "Nach der Zahl der Hinweise anpassen",
    patterns: "Tabelle für zwei Zahlen",
    random_clicks: "Zufällige Felder nach dem ersten",
  },
  values: {
    on: "an",
    off: "aus",
    first: "zuerst",
    safest: "das sicherste",
    jar: "wie veröffentlicht",
    old: "alt",
    new: "neu",
    down: "oben zuerst",
    across: "links zuerst",
    smart: "nach Gruppen",
    random: "zufällig",
    perfect: "nach Anzahlen",
    start: "das Startfeld",
    human: "wie sonst geraten",
    zero: "eine Null",
    left: "links zuerst",
    right: "rechts zuerst",
  },
};
