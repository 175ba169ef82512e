/** A button that opens a menu of named actions. Arrows move in the menu; Escape and a click elsewhere close it. */

import { button, h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} Item
 * @property {import("./icons.js").IconName} icon
 * @property {string} text
 * @property {() => unknown} act
 * @property {() => boolean} [checked]  for an action that switches something on and off
 */

let made = 0;

/**
 * @param {{icon: import("./icons.js").IconName, text?: string, title: string, kind?: string}} opener
 * @param {Item[]} items
 * @returns {HTMLElement}  the button with its menu
 */
export function menuButton(opener, items) {
  const list = h("div.menu", { role: "menu", popover: "auto", id: `menu-${made++}`, "aria-label": opener.title });
  const open = button({ ...opener, onclick: () => list.togglePopover() });
  open.setAttribute("aria-haspopup", "menu");
  open.setAttribute("aria-expanded", "false");
  for (const item of items) list.append(entry(item, () => list.hidePopover()));
  list.addEventListener("toggle", (event) => {
    const isOpen = /** @type {ToggleEvent} */ (event).newState === "open";
    open.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    items.forEach((item, at) => {
      if (item.checked) list.children[at].setAttribute("aria-checked", String(item.checked()));
    });
    place(list, open);
    /** @type {HTMLElement | null} */ (list.firstElementChild)?.focus();
  });
  list.addEventListener("keydown", (event) => walk(event, list));
  return h("span.with-menu", {}, open, list);
}

/** @param {Item} item @param {() => void} close */
function entry({ icon: name, text, act, checked }, close) {
  const role = checked ? "menuitemcheckbox" : "menuitem";
  const onclick = () => {
    close();
    act();
  };
  return h("button.plain", { type: "button", role, onclick }, icon(name), text);
}

/**
 * Puts the menu beside its button, inside the window.
 * @param {HTMLElement} list
 * @param {HTMLElement} open
 */
function place(list, open) {
  const from = open.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const below = from.bottom + 6 + height <= innerHeight || from.top < height + 6;
  list.style.left = `${Math.max(8, Math.min(from.right - width, innerWidth - width - 8))}px`;
  const top = below ? Math.min(from.bottom + 6, innerHeight - height - 8) : from.top - height - 6;
  list.style.top = `${Math.max(8, top)}px`;
}

/** @param {KeyboardEvent} event @param {HTMLElement} list */
function walk(event, list) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([...list.children]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[(at + step + all.length) % all.length].focus();
}
