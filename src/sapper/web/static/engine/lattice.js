/**
 * Neighbours in arrays of cells: the pairs that lie a step apart, and lists of them as the engine reads them. Cells
 * are numbered in the order of an array with the sides of the shape.
 *
 * @typedef {{ first: Uint32Array, neighbour: Uint32Array }} Graph
 *   cell i has the neighbours neighbour[first[i]] to neighbour[first[i + 1] - 1], rising
 */

/** @param {ArrayLike<number>} sides */
export function countCells(sides) {
  return Array.from(sides).reduce((product, side) => product * side, 1);
}

/**
 * The place of a cell in an array with these sides.
 * @param {number[]} sides
 * @param {number} cell
 */
export function placeOf(sides, cell) {
  const place = new Array(sides.length);
  for (let k = sides.length - 1; k >= 0; k--) {
    place[k] = cell % sides[k];
    cell = Math.floor(cell / sides[k]);
  }
  return place;
}

/**
 * @param {number[][]} lists  the neighbours of every cell, in any order, each once
 * @returns {Graph}
 */
export function graphOf(lists) {
  const first = new Uint32Array(lists.length + 1);
  lists.forEach((list, cell) => (first[cell + 1] = first[cell] + list.length));
  const neighbour = new Uint32Array(first[lists.length]);
  lists.forEach((list, cell) => neighbour.set(Uint32Array.from(list).sort(), first[cell]));
  return { first, neighbour };
}

/**
 * The neighbours of every cell: those that lie one of the steps away.
 * @param {number[]} sides
 * @param {(place: number[]) => number[][]} stepsFrom  the steps from a place
 * @param {boolean[]} [rings]  which sides are closed to a ring
 */
export function stepsApart(sides, stepsFrom, rings = []) {
  return graphOf(
    Array.from({ length: countCells(sides) }, (_, cell) => {
      const place = placeOf(sides, cell);
      const found = [];
      for (const step of stepsFrom(place)) {
        let number = 0;
        for (let k = 0; k < sides.length && number >= 0; k++) {
          let at = place[k] + step[k];
          if (rings[k]) at = (at + sides[k]) % sides[k];
          number = at < 0 || at >= sides[k] ? -1 : number * sides[k] + at;
        }
        if (number >= 0) found.push(number);
      }
      return found;
    }),
  );
}

/**
 * All steps with the given lengths along every axis, without the step to the cell itself.
 * @param {number} axes
 */
export function stepsAround(axes) {
  /** @type {number[][]} */
  let steps = [[]];
  for (let k = 0; k < axes; k++) steps = steps.flatMap((step) => [-1, 0, 1].map((one) => [...step, one]));
  return steps.filter((step) => step.some((one) => one !== 0));
}
