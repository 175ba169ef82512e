/**
 * The figures of a played game that players compare, by the names and formulas of `sapper.game.statistics`. A figure
 * that is not defined, such as 3BV per second after no time, is null.
 *
 * @typedef {{made: Uint32Array, changed: Uint32Array, flagged: number, unflagged: number, misflagged: number,
 *   misunflagged: number, solved: number, openings: number, islands: number, wastedFlags: number,
 *   status: number}} Judged  what the engine counts
 * @typedef {{path: number, cpath: number, epath: number, fps: number | null}} Way  pixels of cells of 16 pixels
 * @typedef {{bbbv: number, ops: number, isls: number, numbers: number, zini: number, hzini: number}} Measured
 */

import { CELL } from "../formats/recording.js";

const QG_POWER = 1.7;
/** @type {Record<string, [name: string, stnb: number]>} */
const USUAL = {
  "8x8/10": ["beginner", 36],
  "9x9/10": ["beginner", 36],
  "16x16/40": ["intermediate", 162],
  "16x30/99": ["expert", 435],
};
/** @type {Record<string, number>} */
const RV_FACTORS = { intermediate: 30, expert: 100 };
const WON = 1;
const CHANGED = 1; // of what a click did

/** @param {number | null} top @param {number | null} bottom */
const ratio = (top, bottom) => (top === null || !bottom ? null : top / bottom);

/**
 * The way of the pointer: on the board, from click to click, and between the cells of effective clicks.
 * @param {import("../formats/recording.js").Recording} recording
 * @param {{path: number, events: Uint32Array, cells: number[], effects: Uint8Array}} game  as the engine judges it
 * @returns {Way}
 */
export function findWay({ events, cell, cols }, { path, events: clicks, cells, effects }) {
  const scale = CELL / cell;
  const { times, xs, ys } = events;
  const effective = cells.filter((_, k) => effects[k] & CHANGED);
  const centres = effective.map((one) => [one % cols, Math.floor(one / cols)]);
  const reports = times.length - 1;
  const lasted = reports > 0 ? times[reports] - times[0] : 0;
  return {
    path: path * scale,
    cpath: sumSteps(Array.from(clicks, (event) => [xs[event], ys[event]])) * scale,
    epath: sumSteps(centres) * CELL,
    fps: lasted ? (1000 * reports) / lasted : null,
  };
}

/** @param {number[][]} points */
const sumSteps = (points) =>
  points.slice(1).reduce((sum, [x, y], k) => sum + Math.sqrt((x - points[k][0]) ** 2 + (y - points[k][1]) ** 2), 0);

/**
 * All figures but those of luck.
 * @param {Judged} judged @param {Measured} measured @param {string} level @param {number} rtime  in seconds
 * @param {Way} way
 * @returns {Record<string, number | null>}
 */
export function listFigures(judged, measured, level, rtime, way) {
  const { path } = way;
  const { bbbv, ops, isls, numbers, zini, hzini } = measured;
  const [left, right, double] = judged.made;
  const [lce, rce, dce] = judged.changed;
  const cl = left + right + double;
  const ce = lce + rce + dce;
  const { solved } = judged;
  const flag = judged.flagged - judged.unflagged;
  const shown = ce - judged.unflagged - judged.misflagged - judged.misunflagged;
  const etime = ratio(rtime * bbbv, solved);
  const rqp = etime === null ? null : ratio(etime * (etime + 1), bbbv);
  const cpo = ratio(ce - bbbv, ops);
  const mov = ratio(path, rtime);
  const ce_s = ratio(ce, rtime);
  const slowness = rtime ** QG_POWER;
  const [name, constant] = USUAL[level] ?? ["", 0];
  const factor = RV_FACTORS[name];
  const zini_per = (/** @type {number} */ clicks, /** @type {number} */ amount) =>
    ratio(clicks * solved, bbbv * amount);
  return {
    rtime, won: Number(judged.status === WON), ...way, pluck: null, luck: null,
    left, right, double, cl, lce, rce, dce, ce, wasted: cl - ce, flag,
    unflags: judged.unflagged, misflags: judged.misflagged, misunflags: judged.misunflagged,
    flags_wasted: judged.wastedFlags,
    bbbv, ops, isls, zini, hzini,
    bbbv_solved: solved, ops_solved: judged.openings, isls_solved: judged.islands,
    completion: ratio(solved, bbbv), etime,
    bbbv_s: ratio(solved, rtime), cl_s: ratio(cl, rtime), ce_s, left_s: ratio(left, rtime),
    right_s: ratio(right, rtime), double_s: ratio(double, rtime), flag_s: ratio(flag, rtime),
    ioe: ratio(solved, cl), corr: ratio(ce, cl), thrp: ratio(solved, ce),
    corr_shown: ratio(shown, cl), thrp_shown: ratio(solved, shown), rqp, qg: ratio(slowness, solved),
    stnb: name && bbbv && rtime ? ((constant * solved) / slowness) * Math.sqrt(solved / bbbv) : null,
    ios: rtime > 0 && bbbv > 0 ? ratio(Math.log(bbbv), Math.log(rtime)) : null,
    zne: zini_per(zini, cl), znt: zini_per(zini, ce), zini_s: zini_per(zini, rtime),
    hzne: zini_per(hzini, cl), hznt: zini_per(hzini, ce), hzini_s: zini_per(hzini, rtime),
    cpo, coo: cpo === null ? null : cpo + 1,
    mov, iome: ratio(bbbv, path), sao: mov === null || ce_s === null ? null : mov * ce_s,
    obg: ratio(10_000 * bbbv, rtime * numbers),
    rv: rqp === null || !factor ? null : Math.sqrt(factor * rqp + 0.25) - 0.5,
  }; // prettier-ignore
}
