/** The German text of the page, by room. */

export { frame } from "./frame.js";
export { helper } from "./helper.js";
export { help } from "./help.js";
export { history } from "./history.js";
export { keys } from "./keys.js";
export { newGame } from "./new_game.js";
export { transfer } from "./transfer.js";
export { tools } from "./tools.js";
export { learn } from "./learn.js";
export { ending } from "./ending.js";
export { looks } from "./looks.js";
export { review } from "./review.js";
export { analyse } from "./analyse.js";
export { share } from "./share.js";
export { race } from "./race.js";
export { match } from "./match.js";
export { strategies } from "./strategies.js";
export { daily } from "./daily.js";
export { shapes } from "./shapes.js";
export { scores } from "./scores.js";
export { settings } from "./settings.js";
export { playback } from "./playback.js";
export { cheat } from "./cheat.js";
export { speech } from "./speech.js";
export { candidates } from "./candidates.js";
export { statistics } from "./statistics.js";
