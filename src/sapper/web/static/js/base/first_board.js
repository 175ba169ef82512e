/** The first board of the page: what it can do without, such as the engine, is loaded when that stands. */

const LONGEST_MS = 2000; // after which the page has none, or nobody sees it

/** @type {() => void} */
let tell = () => {};
/** @type {Promise<void>} */
const painted = new Promise((resolve) => (tell = resolve));

/** Tells that a board was drawn, which is painted next. */
export const boardDrawn = () => requestAnimationFrame(() => setTimeout(tell));

/** Resolves when the first board stands, or there is none. */
export async function firstBoard() {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
}
