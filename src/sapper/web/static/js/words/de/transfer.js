/** Saving and loading boards. */

/** @type {typeof import("../en/transfer.js").transfer} */
export const transfer = {
  saveTitle: "Brett exportieren",
  form: "Form",
  picture: "Bild aus Zeichen",
  position: "Stellung",
  json: "JSON",
  layout: "Minenlage",
  layoutOpens: "Die Minenlage enthält alle Minen. Importiert wird sie zur Übung: dasselbe Brett, von Anfang an.",
  afterEnd: "Nach dem Ende des Spiels lassen sich auch die Minenlage und ein Film speichern.",
  asText: "Das Brett als Text",
  copy: "Kopieren",
  copied: "Kopiert.",
  notCopied: "Der Browser hat das Kopieren nicht erlaubt. Der Text ist markiert.",
  download: "Herunterladen",
  image: "Bild (PNG)",
  noImage: "Der Browser konnte das Bild nicht zeichnen.",
  film: "Film (WebM)",
  filmTitle: "Film des Spiels",
  filmHow: "Der Browser nimmt die Züge auf, während sie gezeichnet werden, und speichert dann den Film.",
  filmProgress: "Aufgenommener Teil des Spiels",
  stop: "Abbrechen",
  noFilm: (reason) => `Es gibt keinen Film: ${reason}`,

  loadTitle: "Brett importieren",
  loadHow:
    "Ein Brett oder einen Link eines beliebigen Programms einfügen, eine Datei wählen oder auf die Seite " +
    "ziehen. Dateien sind Bretter oder Aufzeichnungen: MBF, ABF, AVF, MVF, RMV, UMF, EVF, EVFS, RAWVF, FSVF, MSOR; " +
    "oder ein Bildschirmfoto eines Bretts.",
  loadField: "Ein Brett in beliebiger Textform",
  load: "Laden",
  chooseFile: "Datei wählen",
  empty: "Es gibt keinen Text zu laden.",
  tooLong: (length, most) => `Der Text hat ${length} Zeichen. Höchstens ${most} sind erlaubt.`,
  noFile: (name, reason) => `${name} lässt sich nicht lesen: ${reason}`,
  partial: "So weit öffnen, wie es geht",
  tooLarge: (size, most) => `Die Datei hat ${size} Bytes. Höchstens ${most} sind erlaubt.`,
  evf: "Aufzeichnung (EVF)",
  rawvf: "Aufzeichnung (RAWVF)",
  noBoard: (reason) => `Das ist kein Brett: ${reason}`,
};
