/**
 * What this browser knows of its player: rating, streak, exercises in stock, what to repeat, results to send.
 *
 * Failed exercises come back in Leitner's boxes: after ten minutes, then after one, three and seven days. A right
 * answer moves an exercise one box on, and out of the last one; a wrong answer moves it to the first. Only the first
 * try of an exercise moves the rating.
 *
 * @typedef {import("../board/cells.js").Cell} Cell
 * @typedef {import("../words/catalogue.js").Said} Said
 * @typedef {"single" | "pair" | "chain" | "cases" | "counting" | "counting-cases" | "guess"} Kind
 *
 * @typedef {object} Step
 * @property {Said} said
 * @property {Cell[]} clues
 * @property {Cell[]} safe
 * @property {Cell[]} mines
 *
 * @typedef {object} Exercise
 * @property {Kind} kind
 * @property {number} seed
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {string} board
 * @property {Cell[]} answers
 * @property {(number | null)[]} mine_probability
 * @property {Cell} cell
 * @property {Said | null} said  of a guess
 * @property {Step[]} steps
 * @property {(number | null)[] | null} wins
 *
 * @typedef {{rating: number, deviation: number, exercise: Exercise}} Rated
 * @typedef {{box: number, at: number, rated: Rated}} Repeat  `at`: when it is due, in milliseconds since 1970
 * @typedef {{kind: Kind, seed: number, solved: boolean, rating: number, deviation: number}} Try
 *
 * @typedef {object} State
 * @property {import("./glicko.js").Standing} standing
 * @property {number} streak  right answers in a row
 * @property {number} best  the longest streak
 * @property {number} days  days in a row with a try
 * @property {number} day  the last one, counted from 1970
 * @property {Partial<Record<Kind, number[]>>} seen  seeds, by kind
 * @property {Partial<Record<Kind, Rated[]>>} stock
 * @property {Repeat[]} repeats
 * @property {Try[]} unsent
 */

import { afterTry } from "./glicko.js";
import { load, save } from "../base/storage.js";

/** @type {Kind[]} from easy to hard */
export const KINDS = ["single", "pair", "chain", "counting", "guess", "cases", "counting-cases"];

const PLACE = "sapper.learn";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BOXES = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY];
const MOST_UNSENT = 500;
const NEAR = 3; // the next exercise is drawn from so many that fit best

/** @returns {State} */
const newcomer = () => ({
  standing: { rating: 1000, deviation: 250, volatility: 0.06 },
  streak: 0,
  best: 0,
  days: 0,
  day: 0,
  seen: {},
  stock: {},
  repeats: [],
  unsent: [],
});

export class Learner {
  constructor() {
    this.state = read();
  }

  save() {
    save(PLACE, this.state);
  }

  /**
   * The next exercise of a kind, or of any: what is due first, else one whose rating is near the player's.
   * @param {Kind | "all"} kind
   * @param {number} [now]
   * @returns {{rated: Rated, again: boolean} | null}  null: none is in stock
   */
  next(kind, now = Date.now()) {
    const fits = (/** @type {Rated} */ { exercise }) => kind === "all" || exercise.kind === kind;
    const due = this.state.repeats.filter(({ at, rated }) => at <= now && fits(rated));
    if (due.length) return { rated: due.sort((a, b) => a.at - b.at)[0].rated, again: true };
    const { rating } = this.state.standing;
    const away = (/** @type {Rated} */ one) => Math.abs(one.rating - rating);
    const near = Object.values(this.state.stock).flat().filter(fits);
    near.sort((a, b) => away(a) - away(b));
    const rated = near[Math.floor(Math.random() * Math.min(NEAR, near.length))];
    return rated ? { rated, again: false } : null;
  }

  /**
   * Takes note of an answer.
   * @param {Rated} rated
   * @param {boolean} solved
   * @param {number} [now]
   */
  answer(rated, solved, now = Date.now()) {
    const { state } = this;
    const { kind, seed } = rated.exercise;
    const same = (/** @type {Rated} */ { exercise }) => exercise.kind === kind && exercise.seed === seed;
    const earlier = state.repeats.find((one) => same(one.rated));
    if (!earlier) {
      const { rating, deviation } = state.standing;
      state.unsent = [...state.unsent, { kind, seed, solved, rating, deviation }].slice(-MOST_UNSENT);
      state.standing = afterTry(state.standing, rated, solved ? 1 : 0);
      state.seen[kind] = [...(state.seen[kind] ?? []), seed];
      state.stock[kind] = (state.stock[kind] ?? []).filter((one) => !same(one));
    }
    const box = solved ? (earlier ? earlier.box + 1 : BOXES.length) : 0;
    state.repeats = state.repeats.filter((one) => one !== earlier);
    if (box < BOXES.length) state.repeats.push({ box, at: now + BOXES[box], rated });
    state.streak = solved ? state.streak + 1 : 0;
    state.best = Math.max(state.best, state.streak);
    const day = Math.floor((now - new Date(now).getTimezoneOffset() * MINUTE) / DAY);
    if (day !== state.day) Object.assign(state, { days: day === state.day + 1 ? state.days + 1 : 1, day });
    this.save();
  }

  /** How many exercises are due. */
  due(now = Date.now()) {
    return this.state.repeats.filter(({ at }) => at <= now).length;
  }
}

/** @returns {State} */
function read() {
  const saved = load(PLACE) ?? {};
  const sane = Object.entries(newcomer()).map(([key, value]) => {
    const fits = typeof saved[key] === typeof value && Array.isArray(saved[key]) === Array.isArray(value);
    return [key, fits && saved[key] !== null ? saved[key] : value];
  });
  const state = Object.fromEntries(sane);
  // Earlier versions of the page kept sentences of one language.
  const isTold = (/** @type {Rated} */ { exercise: { said, steps } }) => said || steps.some((step) => step.said);
  for (const [kind, stock] of Object.entries(state.stock)) state.stock[kind] = stock.filter(isTold);
  state.repeats = state.repeats.filter((/** @type {Repeat} */ { rated }) => isTold(rated));
  return state;
}
