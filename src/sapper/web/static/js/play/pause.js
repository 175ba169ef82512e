/** Pauses: the clock stands still and the board is covered until the player resumes the game. */

import { button, h } from "../base/dom.js";
import { pauseCounted } from "./ranked.js";
import { words } from "../words/words.js";

/**
 * Pauses a game, or resumes it. A game that has not begun, or has ended, stays as it is.
 * @param {import("./game.js").Game | null} game
 */
export function togglePause(game) {
  if (!game || game.watching || game.view.status !== "playing") return;
  if (game.view.paused) void game.pause(false);
  else pauseCounted(game);
}

/**
 * What lies over the board of a paused game. The server sends no cells of it.
 * @param {() => import("./game.js").Game | null} game
 */
export function pauseCover(game) {
  const text = words.tools;
  const resume = button({ icon: "play", text: text.resume, kind: "main", onclick: () => togglePause(game()) });
  const element = h("div.pause-cover", { role: "status", hidden: true }, h("strong", {}, text.paused), resume);
  return {
    element,
    /** Follows the game. */
    show() {
      const covered = game()?.view.paused ?? false;
      if (element.hidden !== covered) return;
      element.hidden = !covered;
      if (covered) resume.focus();
    },
  };
}
