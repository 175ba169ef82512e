/** The helper of a game: the panel, with the mines on request. */

import { h } from "../base/dom.js";
import { Cheat } from "./cheat.js";
import { HelperPanel } from "./helper_panel.js";
import { gameSubject } from "./subject.js";
import { words } from "../words/words.js";

/**
 * @param {import("../board/board_view.js").BoardView} view
 * @param {import("../board/overlay.js").Overlay} overlay
 * @param {() => import("./game.js").Game | null} game
 * @param {() => void} shown  called after the marks changed
 * @param {() => void} review  opens the review
 */
export function gameHelper(view, overlay, game, shown, review) {
  const cheat = new Cheat(view, game, shown);
  const about = h("p.small.soft", {}, words.helper.ownTable);
  return new HelperPanel(view, overlay, gameSubject(game, review), cheat.element, about);
}
