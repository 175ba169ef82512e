/** The look and the sounds of the board, in the settings. */

/** @type {typeof import("../en/looks.js").looks} */
export const looks = {
  skin: "Brett",
  skins: { sapper: "Sapper", classic: "Klassisch grau", contrast: "Hoher Kontrast" },
  sounds: "Töne",
};
