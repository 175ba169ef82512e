/** The page of analysis. */

/** @type {typeof import("../en/analyse.js").analyse} */
export const analyse = {
  largeClue: "Pinsel für größere Zahlen",
  undo: "Rückgängig (U)",
  redo: "Wiederherstellen (Strg+Y)",
  save: "Dieses Brett speichern",
  clear: "Leeren",
  back: "Zurück zum Spiel",
  possible: "Gültige Stellung.",
  brush: "Pinsel",
  knownMine: "bekannte Mine",
  fromGame: "Dieses Brett analysieren (A)",
};
