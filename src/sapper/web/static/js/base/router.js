/** The router: shows the page of an address. Links change the address without loading the document again. */

import { addressOf, here, hrefOf } from "./address.js";
import { serverBack } from "./connection.js";
import { h } from "./dom.js";
import { words } from "../words/words.js";

/**
 * @typedef {(main: HTMLElement, address: {id?: string, query: URLSearchParams}) => (() => void)} Page  returns what
 *   closes it
 * @typedef {{pattern: RegExp, title: string, nav: string, load: () => Promise<Page>}} Route
 */

/** @type {Route[]} */
let routes = [];
/** @type {Route} */
const unknown = { pattern: /^/, title: words.frame.unknown, nav: "/unknown", load: async () => openUnknown };
/** @type {(() => void) | null} */
let closePage = null;
let opened = 0;

/** @param {Route[]} known */
export function startRouter(known) {
  routes = known;
  addEventListener("popstate", () => void show());
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = addressOf(link);
    if (address === null || !routes.some(({ pattern }) => pattern.test(address.replace(/[?#].*/, "")))) return;
    event.preventDefault();
    go(address);
  });
  void show();
}

/**
 * Opens an address.
 * @param {string} address
 */
export function go(address) {
  history.pushState(null, "", hrefOf(address));
  void show();
}

/**
 * Changes the address and adds it to the history.
 * @param {string} address
 */
export function addAddress(address) {
  if (here().pathname !== address) history.pushState(null, "", hrefOf(address));
}

/**
 * Changes the address without adding it to the history.
 * @param {string} address
 */
export function replaceAddress(address) {
  const { pathname, search, hash } = here();
  if (pathname + search + hash !== address) history.replaceState(null, "", hrefOf(address));
}

/**
 * Opens the page of this address again when the server answers, unless another one was opened meanwhile.
 * @param {HTMLElement} [warning]  shown until then
 */
export function reopenWhenBack(warning) {
  const turn = opened;
  if (warning) warning.hidden = false;
  void serverBack().then(() => (turn === opened ? show() : undefined));
}

async function show() {
  const turn = ++opened;
  // Read at once: until it is closed, the page before may still write its own address.
  const { pathname, search, hash } = here();
  // A dialog belongs to the page it was opened on.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const route = routes.find(({ pattern }) => pattern.test(pathname)) ?? unknown;
  const page = await route.load();
  if (turn !== opened) return;
  closePage?.();
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  main.replaceChildren();
  main.className = `page-${route.nav.slice(1) || "play"}`;
  document.title = route.title ? `${route.title} – Sapper` : "Sapper";
  for (const link of document.querySelectorAll(".pages a")) {
    if (link.getAttribute("href") === hrefOf(route.nav)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const id = route.pattern.exec(pathname)?.groups?.id;
  // The part after # is not sent to the server, so the length of a position there does not matter.
  const query = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  closePage = page(main, { id, query });
  if (turn > 1) main.focus({ preventScroll: true });
}

/**
 * The page of an address that has none.
 * @param {HTMLElement} main
 */
function openUnknown(main) {
  const { unknown: title, unknownAddress, unknownWay } = words.frame;
  const way = h("p", {}, h("a.button.main", { href: "/" }, unknownWay));
  main.replaceChildren(h("div.column.stack", {}, h("h1", {}, title), h("p", {}, unknownAddress), way));
  return () => {};
}
