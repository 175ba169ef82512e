/** Which cell lies in a direction, on boards where rows and columns do not tell. */

/** A cell lies in a direction if it is at most so far off it: the cosine of 63 degrees. */
const LEAST = 0.45;

/**
 * The neighbour of a cell in a direction: of those that lie about there as drawn, the one that is nearest and least
 * off it. Where no neighbour does, the nearest other cell, so that every part of the board is reached; else the cell
 * itself.
 * @param {import("./board_view.js").BoardView} view
 * @param {number} from
 * @param {[number, number]} step  rows down and columns right
 */
export function neighbourTowards(view, from, step) {
  const near = find(view, from, step, view.shape.neighbours(from));
  if (near >= 0) return near;
  const other = view.lay.free ? -1 : find(view, from, step, view.cells.keys());
  return other >= 0 ? other : from;
}

/**
 * @param {import("./board_view.js").BoardView} view
 * @param {number} from
 * @param {[number, number]} step
 * @param {Iterable<number>} candidates
 */
function find(view, from, [down, right], candidates) {
  const { lay } = view;
  let [best, least] = [-1, Infinity];
  for (const index of candidates) {
    const [x, y] = lay.from(from, index);
    const away = Math.hypot(x, y);
    const along = away ? (x * right + y * down) / away : 0;
    if (along < LEAST) continue;
    const cost = away / along ** 2;
    if (cost < least - 1e-6) [best, least] = [index, cost];
  }
  return best;
}
