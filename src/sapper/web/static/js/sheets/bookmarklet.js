/**
 * The bookmarklet: a bookmark that turns the game on a page of minesweeper.online into a link to this site.
 *
 * The function is written into the bookmark as text and runs on the other page, so it uses nothing of this module.
 * That page has an element `#cell_X_Y` for every cell, whose classes, after the name of a theme, tell what it shows.
 */

import { linkTo } from "../base/address.js";

/**
 * @param {string} site  the address at which this site opens a text
 * @param {string} none  said where the page has no board
 * @param {string} count  asks for the number of mines
 */
function readPage(site, none, count) {
  /** @type {Map<string, string>} */
  const signs = new Map();
  let [cols, rows, mines, hidden] = [0, 0, 0, 0];
  let ended = false;
  for (const cell of document.querySelectorAll("[id^=cell_]")) {
    const place = /^cell_(\d+)_(\d+)$/.exec(cell.id);
    if (!place) continue;
    const [x, y] = [Number(place[1]), Number(place[2])];
    const shown = [...cell.classList].map((name) => name.replace(/^.*?_/, ""));
    const type = shown.map((name) => /^type(\d+)$/.exec(name)?.[1]).find((found) => found !== undefined);
    const flag = shown.some((name) => name.endsWith("flag"));
    const sure = shown.some((name) => name.endsWith("flag") && name !== "closed_flag"); // a mine at the end
    const mine = type === "10" || type === "11";
    const clue = type !== undefined && Number(type) < 9;
    if (mine) ended = true;
    if (mine || (flag && type !== "12")) mines++;
    if (!mine && !flag && !clue && type !== "12") hidden++;
    signs.set(`${x},${y}`, mine ? "M" : flag && type !== "12" ? (sure ? "F" : "f") : clue ? String(type) : "a");
    cols = Math.max(cols, x + 1);
    rows = Math.max(rows, y + 1);
  }
  if (!signs.size) return void alert(none);
  const lines = Array.from({ length: rows }, (_row, y) =>
    Array.from({ length: cols }, (_col, x) => signs.get(`${x},${y}`) ?? "a"),
  );
  /** @type {Record<string, number>} */
  const levels = { "9x9": 10, "16x16": 40, "30x16": 99 };
  let text;
  if (ended || (!hidden && mines)) {
    const all = lines.flat().map((sign) => (sign === "M" || sign === "F" ? "1" : "0"));
    const groups = (all.join("") + "0000").match(/.{5}/g) ?? [];
    const width = Math.max(String(cols).length, String(rows).length);
    const size = [cols, rows].map((side) => String(side).padStart(width, "0")).join("");
    text = `b=${size}&m=${groups.map((bits) => parseInt(bits, 2).toString(32)).join("")}`;
  } else {
    const total = levels[`${cols}x${rows}`] ?? prompt(count, String(mines));
    if (!Number(total)) return;
    text = `${rows}x${cols}:${Number(total)}:${lines.map((line) => line.join("").replaceAll("f", "F")).join("/")}`;
  }
  const link = `${site}#text=${encodeURIComponent(text)}`;
  if (!open(link)) location.assign(link);
}

/**
 * The address of the bookmark.
 * @param {string} none
 * @param {string} count
 */
export const bookmarklet = (none, count) => {
  const values = [linkTo("/open"), none, count].map((value) => JSON.stringify(value)).join(",");
  return `javascript:${encodeURIComponent(`(${readPage})(${values})`)}`;
};
