/** The English text of the page, by room. */

export { frame } from "./frame.js";
export { newGame } from "./new_game.js";
