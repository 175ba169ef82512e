/** Shapes of boards, and the names of their cells. */

export const shapes = {
  place: (/** @type {number} */ row, /** @type {number} */ col) => `row ${row}, column ${col}`,
  layer: (/** @type {string} */ layer, /** @type {number} */ row, /** @type {number} */ col) =>
    `layer ${layer}, row ${row}, column ${col}`,
  faces: ["top", "left", "front", "right", "back", "bottom"],
  face: (/** @type {string} */ face, /** @type {number} */ row, /** @type {number} */ col) =>
    `${face} face, row ${row}, column ${col}`,
  cell: (/** @type {string} */ name) => `cell ${name}`,
  shape: "Shape",
  kinds: {
    square: "Squares",
    hex: "Hexagons",
    hexagon: "Hexagon of hexagons",
    tri: "Triangles",
    tri3: "Triangles, three neighbours",
    square4: "Squares, four neighbours",
    knight: "Squares, knight's moves",
    torus: "Torus",
    cylinder: "Cylinder",
    box: "Box",
    tesseract: "Box in four dimensions",
    cube: "Cube",
    globe: "Globe",
  },
  levels: { easy: "Easy", medium: "Medium", hard: "Hard", custom: "Custom" },
  titled: (/** @type {string} */ kind, /** @type {string} */ level) => `${kind}, ${level.toLowerCase()}`,
  side: (/** @type {number} */ place) => `Side ${place}`,
  edge: "Side",
  cells: "Cells",
  blank: "Enter sizes and mines as whole numbers.",
  tooManyCells: (/** @type {number} */ most) => `A board of this shape has at most ${most} cells.`,
};
