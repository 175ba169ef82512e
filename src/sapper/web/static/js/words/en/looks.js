/** The look and the sounds of the board, in the settings. */

export const looks = {
  skin: "Board",
  skins: { sapper: "Sapper", classic: "Classic grey", contrast: "High contrast" },
  sounds: "Sounds",
};
