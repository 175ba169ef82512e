/** What a screen reader says of cells and moves. */

/** @type {typeof import("../en/speech.js").speech} */
export const speech = {
  cells: {
    hidden: "verdeckt",
    flag: "Flagge",
    question: "Fragezeichen",
    mine: "Mine",
    blast: "explodierte Mine",
    wrong: "falsche Flagge",
    void: "kein Feld",
    empty: "leer",
    unknown: "unbekannt",
  },
  safe: "sicher",
  certainMine: "sicher eine Mine",
  risk: (percent) => `${percent} Prozent Mine`,
  shownMine: "Mine, gezeigt",
  mismatch: "Die Flaggen stimmen nicht. Nichts wurde aufgedeckt.",
  revealed: (count) => `${count} Felder aufgedeckt`,
};
