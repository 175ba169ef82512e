/** Saving and loading boards. */

/** @type {typeof import("../en/transfer.js").transfer} */
export const transfer = {
  loadTitle: "Spielfeld laden",
  loadHow: "Ein Bild, eine Stellung, JSON oder eine Minenlage einfügen, Datei wählen oder auf die Seite ziehen.",
  loadField: "Ein Spielfeld in beliebiger Textform",
  load: "Laden",
  chooseFile: "Datei wählen",
  empty: "Es gibt keinen Text zu laden.",
  tooLong: (length, most) => `Der Text hat ${length} Zeichen. Höchstens ${most} sind erlaubt.`,
  noBoard: (reason) => `Das ist kein Spielfeld: ${reason}`,
};
