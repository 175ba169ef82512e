/** Shapes of boards, and the names of their cells. */

/** @type {typeof import("../en/shapes.js").shapes} */
export const shapes = {
  place: (row, col) => `Zeile ${row}, Spalte ${col}`,
  layer: (layer, row, col) => `Ebene ${layer}, Zeile ${row}, Spalte ${col}`,
  faces: ["oben", "links", "vorn", "rechts", "hinten", "unten"],
  face: (face, row, col) => `Seite ${face}, Zeile ${row}, Spalte ${col}`,
  cell: (name) => `Feld ${name}`,
  shape: "Form",
  kinds: {
    square: "Quadrate",
    hex: "Sechsecke",
    hexagon: "Sechseck aus Sechsecken",
    tri: "Dreiecke",
    tri3: "Dreiecke, drei Nachbarn",
    square4: "Quadrate, vier Nachbarn",
    knight: "Quadrate, Springerzüge",
    torus: "Torus",
    cylinder: "Zylinder",
    box: "Quader",
    tesseract: "Quader in vier Dimensionen",
    cube: "Würfel",
    globe: "Kugel",
  },
  levels: { easy: "Leicht", medium: "Mittel", hard: "Schwer", custom: "Eigene" },
  titled: (kind, level) => `${kind}, ${level.toLowerCase()}`,
  side: (place) => `Seite ${place}`,
  edge: "Seite",
  cells: "Felder",
  blank: "Größen und Minen als ganze Zahlen eingeben.",
  tooManyCells: (most) => `Ein Brett dieser Form hat höchstens ${most} Felder.`,
};
