/** The page of analysis. */

/** @type {typeof import("../en/analyse.js").analyse} */
export const analyse = {
  largeClue: "Pinsel für größere Zahlen",
  rows: "Zeilen",
  cols: "Spalten",
  mines: "Minen",
  position: "Stellung",
  analysis: "Analyse",
  painting:
    "Klicken oder ziehen malt; die rechte Taste malt verdeckte Felder. Tasten: Pfeile bewegen, 0 bis 8 setzen eine " +
    "Zahl, F eine Flagge, H verdeckt, M eine bekannte Mine; die Leertaste malt mit dem Pinsel.",
  share: "Einen Link zu dieser Stellung kopieren",
  play: "Von hier spielen",
  copied: "Der Link ist kopiert. Er steht auch in der Adresszeile.",
  inAddress: "Der Link steht in der Adresszeile.",
  undo: "Rückgängig (U)",
  redo: "Wiederherstellen (Strg+Y)",
  clear: "Leeren",
  back: "Zurück zum Spiel",
  possible: "Gültige Stellung.",
  brush: "Pinsel",
  knownMine: "bekannte Mine",
  fromGame: "Dieses Brett analysieren (A)",
};
