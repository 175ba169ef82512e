/** Making elements. Text is always text: nothing here reads HTML, so no name or message can become markup. */

import { icon } from "./icons.js";

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @param {string} tag  a tag, with classes after dots: `div.card`
 * @param {Record<string, any>} [attributes]  `false` and `null` leave an attribute out, `true` gives an empty one
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled") /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(asNode));
  return element;
}

/** @param {any} child */
const asNode = (child) => (child instanceof Node ? child : String(child));

/**
 * A button with an icon, a word or both. The title becomes its spoken name where there is no word.
 * @param {{icon?: string, text?: string, title?: string, kind?: string, onclick: (event: Event) => void, [more:
 *   string]: any}} options
 */
export function button({ icon: name, text, title, kind = "", onclick, ...more }) {
  const classes = [kind, name && !text ? "square" : ""].filter(Boolean).join(".");
  return h(
    classes ? `button.${classes}` : "button",
    { type: "button", title: title ?? null, "aria-label": text ? null : title, onclick, ...more },
    name ? icon(name) : null,
    text ?? null,
  );
}

/**
 * A switch bound to a value.
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onchange
 */
export function toggle(text, checked, onchange) {
  const input = h("input", { type: "checkbox", role: "switch", checked, onchange: () => onchange(input.checked) });
  return h("label.switch", {}, input, h("span", {}, text));
}

let groups = 0;

/**
 * One of a few choices, as radio buttons in a row.
 * @param {string} legend  spoken; shown too unless `quiet`
 * @param {[string, string][]} options  value and text
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @param {{quiet?: boolean}} [settings]
 */
export function choice(legend, options, value, onchange, { quiet = false } = {}) {
  const name = `choice-${groups++}`;
  const labels = options.map(([key, text]) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }),
      h("span", {}, text),
    ),
  );
  return h("fieldset.choices", {}, h(quiet ? "legend.unseen" : "legend", {}, legend), h("div.choice", {}, ...labels));
}

/**
 * A drop-down list.
 * @param {string} label
 * @param {[string, string][]} options  value and text
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function select(label, options, value, onchange) {
  const list = h("select", { onchange: () => onchange(list.value) });
  list.append(...options.map(([key, text]) => h("option", { value: key }, text)));
  list.value = value;
  return h("label.field", {}, label, list);
}

/**
 * A modal dialog that is removed when it closes.
 * @param {string} title
 * @param {...(Node | string)} body
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...body) {
  const close = button({ icon: "close", title: "Close", kind: "plain", onclick: () => dialog.close() });
  const heading = h("h2", { id: `dialog-${groups++}` }, title);
  const dialog = h(
    "dialog",
    { "aria-labelledby": heading.id },
    h("header", {}, heading, close),
    h("div.body", {}, ...body),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A short message at the lower edge.
 * @param {string} text
 * @param {{bad?: boolean, seconds?: number}} [options]
 */
export function note(text, { bad = false, seconds = 4 } = {}) {
  const element = h(bad ? "div.note.bad" : "div.note", {}, text);
  const notes = document.getElementById("notes");
  notes?.replaceChildren(element);
  setTimeout(() => element.remove(), seconds * 1000);
}
