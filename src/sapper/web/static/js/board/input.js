/**
 * Mouse and touch on a board view, turned into intentions: reveal, mark, chord.
 *
 * Mouse: left reveals, or chords on a clue; right marks; both buttons or the middle one chord. Touch: a tap reveals
 * (or marks, if swapped), a long press does the other, a tap on a clue chords; two fingers zoom. A finger that
 * scrolls does nothing to cells.
 *
 * @typedef {object} Intentions
 * @property {(index: number) => void} reveal
 * @property {(index: number) => void} mark
 * @property {(index: number) => void} chord
 * @property {(index: number) => void} here  the pointer went down on this cell: keys go on from there
 * @property {() => boolean} swapped  whether a tap marks
 * @property {() => boolean} locked  whether the board takes no moves now
 */

import { isClue, isHidden, neighbours } from "./cells.js";

const LONG_PRESS_MS = 380;
const SLACK = 10; // pixels a finger may move and still tap

/**
 * @param {import("./board_view.js").BoardView} view
 * @param {Intentions} act
 */
export function takePointers(view, act) {
  const surface = view.space;
  const mouse = new Mouse(view, act);
  const touch = new Touch(view, act);
  const by = (/** @type {PointerEvent} */ event) => (event.pointerType === "mouse" ? mouse : touch);
  surface.addEventListener("pointerdown", (event) => {
    const index = view.at(event.clientX, event.clientY);
    if (index >= 0) act.here(index);
    by(event).down(event);
  });
  surface.addEventListener("pointermove", (event) => by(event).move(event));
  surface.addEventListener("pointerup", (event) => by(event).up(event));
  surface.addEventListener("pointercancel", (event) => by(event).cancel(event));
  surface.addEventListener("pointerleave", () => view.hover(-1));
  surface.addEventListener("contextmenu", (event) => event.preventDefault());
  surface.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY * 0.002), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
}

/** Left, right and both buttons. A second button comes as a `pointermove` with other `buttons`. */
class Mouse {
  /** @param {import("./board_view.js").BoardView} view @param {Intentions} act */
  constructor(view, act) {
    this.view = view;
    this.act = act;
    this.buttons = 0;
    this.spent = false; // whether the pressed buttons have acted already
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.view.space.setPointerCapture(event.pointerId);
    this.#change(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.buttons !== this.buttons) this.#change(event);
    const index = this.view.at(event.clientX, event.clientY);
    this.view.hover(this.act.locked() || event.buttons ? -1 : index);
    this.#show(index);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.#change(event);
  }

  cancel() {
    this.buttons = 0;
    this.spent = false;
    this.view.press([]);
  }

  /** @param {PointerEvent} event */
  #change(event) {
    const before = this.buttons;
    const now = event.buttons;
    this.buttons = now;
    const index = this.view.at(event.clientX, event.clientY);
    const free = index >= 0 && !this.act.locked();
    const char = this.view.cells[index];
    if (before === 0) this.spent = false;
    if (now === 2 && before === 0 && free && isHidden(char)) {
      this.act.mark(index);
      this.spent = true;
    }
    // Both buttons: the right one may have marked a cell first; the release chords.
    if ((now & 3) === 3) this.spent = false;
    const released = before & ~now;
    if (released && !this.spent && free) {
      const both = (before & 3) === 3;
      if (both || released & 4) this.act.chord(index);
      else if (released & 1) isClue(char) ? this.act.chord(index) : this.act.reveal(index);
      if (both) this.spent = true;
    }
    this.#show(index);
    if (now === 0) this.view.press([]);
  }

  /**
   * Shows what a release would touch.
   * @param {number} index
   */
  #show(index) {
    const { view } = this;
    if (this.spent || !this.buttons || this.buttons === 2 || index < 0 || this.act.locked()) {
      if (view.pressed.size) view.press([]);
      return;
    }
    const around = isClue(view.cells[index]) || (this.buttons & 3) === 3 || this.buttons & 4;
    const cells = around ? [index, ...neighbours(index, view.rows, view.cols)] : [index];
    view.press(cells.filter((place) => view.cells[place] === "." || view.cells[place] === "Q"));
  }
}

/** Taps, long presses and pinches. */
class Touch {
  /** @param {import("./board_view.js").BoardView} view @param {Intentions} act */
  constructor(view, act) {
    this.view = view;
    this.act = act;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.index = -1;
    this.timer = 0;
    this.apart = 0;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(this.timer);
    if (this.fingers.size > 1) {
      this.index = -1;
      this.apart = this.#distance();
      this.view.press([]);
      return;
    }
    this.index = this.act.locked() ? -1 : this.view.at(event.clientX, event.clientY);
    if (this.index < 0) return;
    if (this.view.cells[this.index] === ".") this.view.press([this.index]);
    this.timer = window.setTimeout(() => this.#do(true), LONG_PRESS_MS);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const begun = this.fingers.get(event.pointerId);
    if (!begun) return;
    if (this.fingers.size === 2) {
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const apart = this.#distance();
      if (Math.abs(apart - this.apart) > 4) {
        this.view.zoom(apart / this.apart, this.#middle());
        this.apart = apart;
      }
    } else if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > SLACK) this.#drop();
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (this.index >= 0) this.#do(false);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.fingers.delete(event.pointerId);
    this.#drop();
  }

  /** @param {boolean} long */
  #do(long) {
    const { index, act } = this;
    this.#drop();
    if (isClue(this.view.cells[index])) {
      if (!long) act.chord(index);
      return;
    }
    if (long) navigator.vibrate?.(15);
    if (long !== act.swapped()) act.mark(index);
    else act.reveal(index);
  }

  #drop() {
    clearTimeout(this.timer);
    this.index = -1;
    this.view.press([]);
  }

  #distance() {
    const [a, b] = [...this.fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y) || 1;
  }

  #middle() {
    const [a, b] = [...this.fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
}
