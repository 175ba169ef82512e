/** All sentences about hints, proofs and guesses, for the page that makes them itself. */

export { sayGuess } from "./guess.js";
export { hint } from "./hint.js";
export { percent, sayStep, spell, techniques } from "./proof.js";
