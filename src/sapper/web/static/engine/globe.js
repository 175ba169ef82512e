/**
 * Globes: an icosahedron whose faces are cut into small triangles, blown up to a sphere. With T small triangles a
 * face, T = a*a + a*b + b*b for whole a and b, the cells are the 20 T triangles, or the 10 T + 2 hexagons around
 * their corners, twelve of which are pentagons. Cells are numbered from pole to pole, as in the Python package.
 *
 * @typedef {[number, number, number]} Point
 */

import { graphOf } from "./lattice.js";

const GOLDEN = (1 + Math.sqrt(5)) / 2;
const SCALE = 1e6; // two points are the same if their coordinates agree to six digits
const NEAR = 1.3; // steps of the lattice: neighbours lie within 1, all others beyond 1.6

/**
 * The steps (a, b) of a globe of so many cells, a >= b; null if there is none.
 * @param {number} cells
 */
export function globeSteps(cells) {
  const [kind, rest] = cells % 10 === 2 ? [10, 2] : [20, 0];
  if (cells % kind !== rest) return null;
  const triangles = Math.floor(cells / kind);
  const most = Math.floor(Math.sqrt(triangles));
  for (let b = 0; b <= most; b++)
    for (let a = b; a <= most; a++) if (a * a + a * b + b * b === triangles && a > 0) return [a, b];
  return null;
}

/** @param {number} cells @returns {import("./lattice.js").Graph} */
export function globeGraph(cells) {
  const { points, faces } = mesh(cells);
  /** @type {Set<number>[]} */
  const beside = Array.from({ length: cells }, () => new Set());
  const join = (/** @type {number[]} */ group) => {
    for (const one of group) for (const other of group) if (one !== other) beside[one].add(other);
  };
  if (cells % 10 === 2) faces.forEach(join);
  else facesAround(faces, points.length).forEach(join);
  return graphOf(beside.map((others) => [...others]));
}

/**
 * The triangles at every corner.
 * @param {number[][]} faces
 * @param {number} count
 */
export function facesAround(faces, count) {
  /** @type {number[][]} */
  const around = Array.from({ length: count }, () => []);
  faces.forEach((face, number) => face.forEach((corner) => around[corner].push(number)));
  return around;
}

/**
 * The corners of the small triangles on the unit sphere, and the triangles, both from the top down.
 * @param {number} cells
 */
export function mesh(cells) {
  const [a, b] = /** @type {number[]} */ (globeSteps(cells));
  const flat = lattice(a, b);
  const points = flat.map((point) => scaled(point, 1 / length(point)));
  const keys = points.map(fromTheTop);
  const order = points.map((_, k) => k).sort((i, j) => compare(keys[i], keys[j]));
  const turned = order.map((k) => points[k]);
  const faces = smallTriangles(order.map((k) => flat[k]), edgeLength(a, b));
  const keyed = faces.map((face) => ({ face, key: fromTheTop(middle(face.map((corner) => turned[corner]))) }));
  keyed.sort((one, other) => compare(one.key, other.key));
  return { points: turned, faces: keyed.map(({ face }) => face) };
}

/** Its twelve corners, one of them at the top, and its faces, each turning the same way seen from outside. */
function icosahedron() {
  /** @type {Point[]} */
  let corners = [];
  for (const one of [-1, 1])
    for (const other of [-GOLDEN, GOLDEN]) corners.push([0, one, other], [one, other, 0], [other, 0, one]);
  const size = length(corners[0]);
  const wide = Math.sqrt(1 + GOLDEN * GOLDEN);
  const cosine = GOLDEN / wide, sine = 1 / wide;
  // Turned around the x axis so that the corner (0, 1, golden) comes to the top.
  corners = corners.map(([x, y, z]) => {
    const [p, q, r] = [x / size, y / size, z / size];
    return [p, q * cosine - r * sine, q * sine + r * cosine];
  });
  const near = (/** @type {number} */ i, /** @type {number} */ j) => dot(corners[i], corners[j]) > 0.4;
  const faces = [];
  for (let i = 0; i < 12; i++)
    for (let j = i + 1; j < 12; j++)
      for (let k = j + 1; k < 12; k++)
        if (near(i, j) && near(j, k) && near(i, k))
          faces.push(volume(corners[i], corners[j], corners[k]) > 0 ? [i, j, k] : [i, k, j]);
  return { corners, faces };
}

/**
 * The points of a triangular lattice on every face of an icosahedron, each once.
 * @param {number} a
 * @param {number} b
 */
function lattice(a, b) {
  const { corners, faces } = icosahedron();
  const size = a * a + a * b + b * b;
  const shares = [];
  for (let i = -b; i <= a; i++)
    for (let j = 0; j <= a + b; j++) {
      // (i, j) = (second * (a, b) + third * (-b, a + b)) / size
      const second = i * (a + b) + j * b, third = j * a - i * b;
      if (second >= 0 && third >= 0 && second + third <= size) shares.push([size - second - third, second, third]);
    }
  /** @type {Map<string, Point>} */
  const found = new Map();
  for (const face of faces)
    for (const share of shares) {
      /** @type {Point} */
      const point = [0, 0, 0];
      share.forEach((part, k) => corners[face[k]].forEach((value, axis) => (point[axis] += (part / size) * value)));
      const key = point.map((value) => Math.round(value * SCALE) + 0).join();
      if (!found.has(key)) found.set(key, point);
    }
  return [...found.values()];
}

/**
 * The side of a small triangle before it is blown up.
 * @param {number} a
 * @param {number} b
 */
function edgeLength(a, b) {
  const { corners, faces } = icosahedron();
  const [p, q] = [corners[faces[0][0]], corners[faces[0][1]]];
  return length([p[0] - q[0], p[1] - q[1], p[2] - q[2]]) / Math.sqrt(a * a + a * b + b * b);
}

/**
 * The triples of points that are one step apart from each other, each turning the same way seen from outside.
 * @param {Point[]} flat @param {number} edge
 */
function smallTriangles(flat, edge) {
  const reach = NEAR * edge;
  const places = flat.map((point) => point.map((value) => Math.floor(value / reach)));
  /** @type {Map<string, number[]>} */
  const boxes = new Map();
  places.forEach((place, number) => {
    const key = place.join();
    boxes.set(key, [...(boxes.get(key) ?? []), number]);
  });
  const near = flat.map((point, number) => {
    const [x, y, z] = places[number];
    const beside = new Set();
    for (let k = 0; k < 27; k++) {
      const key = [x + (k % 3) - 1, y + (Math.floor(k / 3) % 3) - 1, z + Math.floor(k / 9) - 1].join();
      for (const other of boxes.get(key) ?? []) {
        const far = length([0, 1, 2].map((axis) => flat[other][axis] - point[axis]));
        if (far > 0 && far < reach) beside.add(other);
      }
    }
    return beside;
  });
  /** @type {number[][]} */
  const faces = [];
  near.forEach((beside, i) => {
    for (const j of beside)
      for (const k of near[j])
        if (i < j && j < k && beside.has(k))
          faces.push(volume(flat[i], flat[j], flat[k]) > 0 ? [i, j, k] : [i, k, j]);
  });
  return faces;
}

/**
 * A key that sorts from the top down and, at the same height, around.
 * @param {number[]} point
 */
function fromTheTop(point) {
  const [x, y, z] = point.map(rounded);
  const wide = Math.abs(x) + Math.abs(y);
  if (wide === 0) return [-z, 0];
  return [-z, rounded(y >= 0 ? 1 - x / wide : 3 + x / wide)];
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * SCALE) / SCALE;
}

/** @param {number[]} one @param {number[]} other */
function compare(one, other) {
  return one[0] - other[0] || one[1] - other[1];
}

/** @param {number[]} p @param {number[]} q */
function dot(p, q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/** @param {number[]} p */
function length(p) {
  return Math.sqrt(dot(p, p));
}

/** @param {Point} p @param {number} factor @returns {Point} */
function scaled(p, factor) {
  return [p[0] * factor, p[1] * factor, p[2] * factor];
}

/** @param {Point[]} points */
function middle(points) {
  return [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

/** @param {Point} p @param {Point} q @param {Point} r */
function volume(p, q, r) {
  return (
    p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0])
  );
}
