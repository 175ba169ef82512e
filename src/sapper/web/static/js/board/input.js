/**
 * Mouse and touch on a board view, turned into intentions: reveal, mark, chord.
 *
 * Mouse: left reveals, or chords on a clue; right marks; both buttons or the middle one chord. Touch: a tap reveals
 * (or marks, if swapped), a long press does the other or, where a chance is shown, reads it; a tap on a clue chords;
 * two fingers zoom. A finger that scrolls does nothing to cells. Globes and boards without borders follow a drag,
 * also that of the mouse.
 *
 * @typedef {object} Intentions
 * @property {(index: number) => void} reveal
 * @property {(index: number) => void} mark
 * @property {(index: number) => void} chord
 * @property {(index: number) => void} here  the pointer went down on this cell: keys go on from there
 * @property {() => boolean} swapped  whether a tap marks
 * @property {(index: number) => boolean} [reads]  whether a long press only reads this cell: its chance is shown
 * @property {() => boolean} locked  whether the board takes no moves now
 */

import { isClue, isHidden } from "./cells.js";

const LONG_PRESS_MS = 380;
const SLACK = 10; // pixels a finger or the mouse may move and still tap

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
  takeWheel(view);
}

/**
 * The wheel zooms with Control, and moves globes and boards without borders.
 * @param {import("./board_view.js").BoardView} view
 */
export function takeWheel(view) {
  view.space.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) {
        if (view.turn(-event.deltaX, -event.deltaY)) event.preventDefault();
        return;
      }
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
    /** @type {{x: number, y: number} | null} where the left button went down, or where its drag has come to */
    this.begun = null;
    this.dragging = false;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.view.space.setPointerCapture(event.pointerId);
    this.begun = event.button === 0 && this.view.lay.free ? { x: event.clientX, y: event.clientY } : null;
    this.dragging = false;
    this.#change(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.buttons !== this.buttons) this.#change(event);
    if (this.#drag(event)) return;
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

  /**
   * Turns a globe, or scrolls a board without borders; false if the board stays.
   * @param {PointerEvent} event
   */
  #drag({ buttons, clientX: x, clientY: y }) {
    const { begun } = this;
    if (!begun || buttons !== 1) return false;
    if (!this.dragging && Math.hypot(x - begun.x, y - begun.y) <= SLACK) return false;
    this.dragging = this.spent = true;
    this.begun = { x, y };
    this.view.press([]);
    return this.view.turn(x - begun.x, y - begun.y);
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
      view.press([]);
      return;
    }
    const around = isClue(view.cells[index]) || (this.buttons & 3) === 3 || this.buttons & 4;
    const cells = around ? [index, ...view.shape.neighbours(index)] : [index];
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
    this.dragging = false;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragging = false;
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
    this.view.light(this.index);
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
    } else if (this.dragging || Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > SLACK) {
      this.#drop();
      this.dragging = true;
      if (this.view.turn(event.clientX - begun.x, event.clientY - begun.y))
        this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }
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
    if (long && act.reads?.(index)) return;
    if (long !== act.swapped()) act.mark(index);
    else act.reveal(index);
  }

  #drop() {
    clearTimeout(this.timer);
    this.index = -1;
    this.view.press([]);
    this.view.light(-1);
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
