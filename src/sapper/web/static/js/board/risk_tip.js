/** The exact mine probability of the cell under the pointer, or under the finger, while the overlay is on. */

import { h } from "../base/dom.js";
import { words } from "../words/words.js";

const LINGER_MS = 1500; // after a finger is lifted

export class RiskTip {
  /** @param {import("./board_view.js").BoardView} view */
  constructor(view) {
    this.view = view;
    this.timer = 0;
    this.point = { clientX: 0, clientY: 0 }; // where it was last shown
    this.element = h("div.risk-tip", { "aria-hidden": "true", hidden: true });
    view.element.append(this.element);
    const { space } = view;
    space.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !event.buttons) this.#show(event);
      else if (event.pointerType === "mouse") this.hide();
    });
    space.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse") this.hide();
      else this.#show(event);
    });
    const lift = () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.hide(), LINGER_MS);
    };
    space.addEventListener("pointerup", lift);
    space.addEventListener("pointercancel", () => this.hide());
    space.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.hide());
    view.on("turn", () => this.hide());
    view.scroller.addEventListener("scroll", () => this.hide(), { passive: true });
  }

  hide() {
    this.element.hidden = true;
  }

  /** Shows what is known now: chances may arrive while the pointer rests. */
  refresh() {
    if (!this.element.hidden) this.#draw();
  }

  /** @param {PointerEvent} event */
  #show({ clientX, clientY }) {
    clearTimeout(this.timer);
    this.point = { clientX, clientY };
    this.#draw();
  }

  #draw() {
    const { view, element } = this;
    const index = view.at(this.point.clientX, this.point.clientY);
    const { risk, estimate, best } = view.marks;
    const known = risk?.[index];
    element.hidden = index < 0 || known === null || known === undefined;
    if (element.hidden) return;
    element.textContent = words.helper.tip(Number(known), estimate?.[index] ?? null, index === best);
    const frame = view.element.getBoundingClientRect();
    const space = view.space.getBoundingClientRect();
    const box = view.lay.box(index);
    const middle = space.left - frame.left + (box.x + box.side / 2) * view.size;
    const top = space.top - frame.top + box.y * view.size;
    const half = element.offsetWidth / 2;
    element.style.left = `${Math.min(frame.width - half, Math.max(half, middle))}px`;
    // Above the cell, so that a finger does not cover it; below in the first rows.
    const room = top > element.offsetHeight + 8;
    element.style.top = `${room ? top - element.offsetHeight - 6 : top + box.side * view.size + 6}px`;
  }
}
