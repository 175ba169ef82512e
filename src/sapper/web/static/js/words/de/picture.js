/** The picture that a board was read from. */

/** @type {typeof import("../en/picture.js").picture} */
export const picture = {
  title: "Das Bild",
  drawn: "Der Teil des Bildes mit dem Brett; Felder, die falsch sein können, sind umrandet",
  close: "Das Bild ausblenden",
  several: (count) => `Das Bild zeigt ${count} Bretter. Dies ist das größte.`,
  noMines: "Die Zahl der Minen wurde nicht gelesen. Setze sie oben.",
  sure: "Jedes Feld wurde sicher gelesen.",
  doubts: (count) =>
    count === 1
      ? "Ein Feld kann falsch sein. Wähle, was es zeigt:"
      : `${count} Felder können falsch sein. Wähle, was sie zeigen:`,
};
