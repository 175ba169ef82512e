/**
 * Creates elements. No function here parses HTML, so no name or message can become markup.
 *
 * @typedef {Node | string | number | null | undefined | false} Child  null, undefined and false are left out
 * @typedef {string | number | boolean | null | undefined | ((event: never) => void)} Attribute  `false` and `null`
 *   leave the attribute out, `true` gives an empty one, a function listens to the event
 */

import { hrefOf } from "./address.js";
import { icon } from "./icons.js";
import { words } from "../words/words.js";

/**
 * @template {string} Name
 * @typedef {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement} Named
 */

/**
 * @template {string} Tag
 * @typedef {Tag extends `${infer Name}.${string}` ? Named<Name> : Named<Tag>} Tagged  `div.card` is a div
 */

/**
 * Returns an element with attributes, listeners (`onclick`) and children.
 * @template {string} Tag
 * @param {Tag} tag  a tag, with classes after dots: `div.card`
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {Tagged<Tag>}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "value" || key === "checked" || key === "disabled") Object.assign(element, { [key]: value });
    else if (key === "href" && String(value).startsWith("/")) element.setAttribute(key, hrefOf(String(value)));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
  return /** @type {Tagged<Tag>} */ (element);
}

/**
 * An element of SVG.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
export function s(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A button with an icon, a word or both. Without a word, the title is its spoken name.
 * @param {{icon?: import("./icons.js").IconName, text?: string, title?: string, kind?: string, pressed?: boolean,
 *   onclick: () => void}} options  `kind`: classes; `pressed`: the button is a switch
 */
export function button({ icon: name, text, title, kind = "", pressed, onclick }) {
  const spoken = { title, "aria-label": text ? null : title, "aria-pressed": pressed?.toString() };
  const element = h("button", { type: "button", ...spoken, onclick }, name ? icon(name) : null, text);
  element.className = [...kind.split("."), name && !text ? "square" : ""].filter(Boolean).join(" ");
  return element;
}

/**
 * A switch bound to a value.
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onchange
 */
export function toggle(text, checked, onchange) {
  /** @type {HTMLInputElement} */
  const input = h("input", { type: "checkbox", role: "switch", checked, onchange: () => onchange(input.checked) });
  return h("label.switch", {}, input, h("span", {}, text));
}

let groups = 0;

/**
 * One of a few choices, as radio buttons in a row.
 * @template {string} Value
 * @param {string} legend  spoken; shown too unless `quiet`
 * @param {readonly (readonly [Value, string])[]} options  value and text
 * @param {Value} value
 * @param {(value: Value) => void} onchange
 * @param {{quiet?: boolean}} settings
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
 * @param {readonly (readonly [string, string])[]} options  value and text
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function select(label, options, value, onchange) {
  /** @type {HTMLSelectElement} */
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
  const close = button({ icon: "close", title: words.frame.close, kind: "plain", onclick: () => dialog.close() });
  const heading = h("h2", { id: `dialog-${groups++}` }, title);
  const dialog = h(
    "dialog",
    { "aria-labelledby": heading.id },
    h("header", {}, heading, close),
    h("div.body", {}, ...body),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A short message at the lower edge.
 * @param {string} text
 * @param {{bad?: boolean, seconds?: number}} options
 */
export function note(text, { bad = false, seconds = 4 } = {}) {
  const element = h(bad ? "div.note.bad" : "div.note", {}, text);
  const notes = document.getElementById("notes");
  notes?.replaceChildren(element);
  setTimeout(() => element.remove(), seconds * 1000);
}
