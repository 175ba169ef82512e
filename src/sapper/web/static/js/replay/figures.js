/** What a replay tells of itself, and the figures of its game that players compare. */

import { h } from "../base/dom.js";
import { spellNumber } from "../board/speech.js";
import { sentence } from "../words/sentence.js";
import { words } from "../words/words.js";

const text = words.replay;

/** In the order of the table, with the digits after the point. */
const DIGITS = /** @type {const} */ ({
  rtime: 3, bbbv: 0, bbbv_solved: 0, bbbv_s: 3, ops: 0, isls: 0, zini: 0, hzini: 0, cl: 0, left: 0, right: 0,
  double: 0, ce: 0, wasted: 0, cl_s: 3, ce_s: 3, flag: 0, misflags: 0, ioe: 3, corr: 3, thrp: 3, zne: 3, znt: 3,
  hzne: 3, hznt: 3, path: 0, iome: 3, rqp: 3, qg: 3, stnb: 2, ios: 3,
});
/** Figures that need the times of clicks. */
const TIMED = new Set(["rtime", "bbbv_s", "cl_s", "ce_s", "rqp", "qg", "stnb", "ios", "path", "iome"]);

/**
 * @param {import("../base/replay_api.js").ReplayView} view
 * @returns {HTMLElement}
 */
export function figureTable({ statistics, timed }) {
  const names = /** @type {(keyof typeof DIGITS)[]} */ (Object.keys(DIGITS));
  const rows = names.flatMap((name) => {
    const value = statistics[name];
    if (value === null || value === undefined || (!timed && TIMED.has(name))) return [];
    const [label, title] = text.figures[name];
    const written = spellNumber(value, DIGITS[name]);
    const cells = [h("th", { scope: "row", title }, label), h("td.right.number", {}, written)];
    return [h("tr", {}, ...cells, h("td.small.soft", {}, title))];
  });
  if (!rows.length) return h("p.small.soft", {}, text.noFigures);
  return h("table.tight.figure-table", {}, h("tbody", {}, ...rows));
}

/**
 * Player, program, date and what is missing, in a few lines.
 * @param {import("../base/replay_api.js").ReplayView} view
 */
export function headOf(view) {
  const who = [view.player, view.started.replace("T", " ").slice(0, 16)].filter(Boolean).join(" · ");
  const size = view.shape.includes(":") ? view.shape : `${view.rows}×${view.cols}`;
  const what = `${view.format.toUpperCase()} · ${size}/${view.mines}`;
  const how = view.timed ? text.ended[view.status](spellNumber(view.rtime, 3)) : text.untimed;
  return h(
    "div.stack.tight",
    {},
    h("p", {}, h("strong", {}, how)),
    who ? h("p.small", {}, who) : null,
    h("p.small.soft", {}, [what, view.program !== "Sapper" ? view.program : ""].filter(Boolean).join(" · ")),
    view.fault ? h("p.small.bad", { role: "status" }, text.broken(sentence(view.fault))) : null,
  );
}
