/**
 * The mines of the running game, on request. The server makes the game practice before it sends them, so the page
 * asks first.
 */

import * as api from "../base/api.js";
import { indexOf } from "../board/cells.js";
import { button, h, note, openDialog } from "../base/dom.js";
import { refusesHelp } from "./ranked.js";

export class Cheat {
  /**
   * @param {import("../board/board_view.js").BoardView} view
   * @param {() => import("./game.js").Game | null} game
   * @param {() => void} shown  called after the marks changed
   */
  constructor(view, game, shown) {
    this.view = view;
    this.game = game;
    this.shown = shown;
    this.button = button({ text: "Show the mines", pressed: false, onclick: () => void this.#press() });
    this.notice = h("p.small.warning", { role: "status" });
    this.element = h("section.stack.tight", {}, h("div.row", {}, this.button), this.notice);
    // Another board or a replay: the mines belong to the game before.
    view.on("load", () => this.#tell(false));
  }

  async #press() {
    const game = this.game();
    if (!game || refusesHelp(game)) return;
    if (this.view.marks.mines.size) this.#lay([]);
    else if (game.over) note("The board shows the mines already.");
    else if (game.view.status === "ready") note("There are no mines yet: the first reveal places them.");
    else if (game.view.practice) await this.#show(game);
    else this.#ask(game);
  }

  /** @param {import("./game.js").Game} game */
  #ask(game) {
    const dialog = openDialog(
      "Show the mines?",
      h("p", {}, "The game becomes practice: it gets no score, and its statistics are those of games with help."),
      h(
        "div.row",
        {},
        button({
          text: "Show the mines",
          kind: "main",
          onclick: () => {
            dialog.close();
            void this.#show(game);
          },
        }),
        button({ text: "Cancel", onclick: () => dialog.close() }),
      ),
    );
  }

  /** @param {import("./game.js").Game} game */
  async #show(game) {
    await game.settled();
    try {
      const { mines } = await api.cheat(game.id);
      await game.refresh();
      if (this.game() === game) this.#lay(mines.map((cell) => indexOf(cell, game.view.cols)));
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
  }

  /** @param {number[]} mines */
  #lay(mines) {
    this.view.mark({ mines: new Set(mines) });
    this.shown();
    this.#tell(mines.length > 0);
  }

  /** @param {boolean} on */
  #tell(on) {
    this.button.setAttribute("aria-pressed", String(on));
    this.notice.textContent = on ? "The mines are shown. This game is practice and gets no score." : "";
  }
}
