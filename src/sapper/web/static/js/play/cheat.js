/**
 * The mines of the running game, on request. The server makes the game practice before it sends them, so the page
 * asks first.
 */

import * as api from "../base/api.js";
import { indexOf } from "../board/cells.js";
import { button, h, note, openDialog } from "../base/dom.js";
import { refusesHelp } from "./ranked.js";
import { words } from "../words/words.js";

const text = words.cheat;

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
    this.button = button({ text: text.show, pressed: false, onclick: () => void this.#press() });
    this.notice = h("p.small.warning", { role: "status" });
    this.element = h("section.stack.tight", {}, h("div.row", {}, this.button), this.notice);
    view.on("load", () => {
      // Another board or a replay: the mines belong to the game before.
      this.#tell(false);
      // A cruel game has no mines at fixed places.
      this.element.hidden = game()?.view.origin === "cruel";
    });
  }

  async #press() {
    const game = this.game();
    if (!game || refusesHelp(game, () => this.#press())) return;
    if (this.view.marks.mines.size) this.#lay([]);
    else if (game.over) note(text.shownAlready);
    else if (game.view.status === "ready") note(text.none);
    else if (game.view.practice) await this.#show(game);
    else this.#ask(game);
  }

  /** @param {import("./game.js").Game} game */
  #ask(game) {
    const dialog = openDialog(
      text.ask,
      h("p", {}, text.about),
      h(
        "div.row",
        {},
        button({
          text: text.show,
          kind: "main",
          onclick: () => {
            dialog.close();
            void this.#show(game);
          },
        }),
        button({ text: text.cancel, onclick: () => dialog.close() }),
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
    this.notice.textContent = on ? text.shown : "";
  }
}
