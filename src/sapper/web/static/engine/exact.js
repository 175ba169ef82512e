/**
 * Exact integers behind an analysis: the number of worlds, exact fractions, and the i-th world. The engine gives the
 * ways of each component for each number of mines as whole numbers of any size; here they are joined with the
 * floating cells, in the order of the Python package.
 *
 * @typedef {[number, number, number[]]} Statement  "between lo and hi mines among these unknown cells"
 * @typedef {{ cells: number, mines: number | null, settledMines: number, settled: number[], floating: number[],
 *   counts: [number, number, BigUint64Array][] }} Counted
 * @typedef {{ components: number[], floating: number, settledMines: number, unrestricted: number,
 *   counts: [number, number, BigUint64Array][] }} Part
 */

/**
 * A number of so many words, the least significant first.
 * @param {BigUint64Array} words
 * @param {number} from
 * @param {number} count
 */
export function bigNumber(words, from, count) {
  let value = 0n;
  for (let k = count - 1; k >= 0; k--) value = (value << 64n) | words[from + k];
  return value;
}

/**
 * C(n, k).
 * @param {number} n
 * @param {number} k
 */
export function choose(n, k) {
  if (k < 0 || k > n) return 0n;
  let ways = 1n;
  for (let i = 1; i <= Math.min(k, n - k); i++) ways = (ways * BigInt(n - i + 1)) / BigInt(i);
  return ways;
}

/** Ways for each number of mines: ways[k] for lo + k mines. */
export class Polynomial {
  /** @param {number} lo @param {bigint[]} ways */
  constructor(lo, ways) {
    this.lo = lo;
    this.ways = ways;
  }

  /** @param {[number, number, BigUint64Array]} counts */
  static read([lo, width, words]) {
    const ways = [];
    for (let at = 0; at < words.length; at += width) ways.push(bigNumber(words, at, width));
    return new Polynomial(lo, ways);
  }

  /** @param {Polynomial} other */
  times(other) {
    const ways = new Array(this.ways.length + other.ways.length - 1).fill(0n);
    this.ways.forEach((factor, i) => {
      if (factor) other.ways.forEach((one, j) => (ways[i + j] += factor * one));
    });
    return new Polynomial(this.lo + other.lo, ways);
  }

  /** @param {number} mines */
  at(mines) {
    return this.ways[mines - this.lo] ?? 0n;
  }
}

const ONE = new Polynomial(0, [1n]);

/** A balanced tree of components; each node has the ways of all components below it. */
class Tree {
  /** @param {Polynomial} counts @param {number | null} component @param {[Tree, Tree] | null} children */
  constructor(counts, component, children) {
    this.counts = counts;
    this.component = component;
    this.children = children;
    /** @type {Set<number | null>} */
    this.members = children ? new Set([...children[0].members, ...children[1].members]) : new Set([component]);
  }

  /** @param {Polynomial[]} counts */
  static over(counts) {
    let level = counts.map((count, k) => new Tree(count, k, null));
    if (level.length === 0) return new Tree(ONE, null, null);
    while (level.length > 1) {
      const joined = [];
      for (let k = 0; k + 1 < level.length; k += 2)
        joined.push(new Tree(level[k].counts.times(level[k + 1].counts), null, [level[k], level[k + 1]]));
      if (level.length % 2) joined.push(level[level.length - 1]);
      level = joined;
    }
    return level[0];
  }

  /**
   * The ways of all components but these.
   * @param {Set<number>} components
   * @returns {Polynomial}
   */
  without(components) {
    if (![...components].some((one) => this.members.has(one))) return this.counts;
    if (!this.children) return ONE;
    return this.children[0].without(components).times(this.children[1].without(components));
  }

  /**
   * The cells mined in world `index` of everything below, with `mines` mines.
   * @param {number} mines @param {bigint} index
   * @param {(component: number, mines: number, index: bigint) => Promise<number[]>} cellsOf
   * @returns {Promise<number[]>}
   */
  async cells(mines, index, cellsOf) {
    if (!this.children) return this.component === null ? [] : cellsOf(this.component, mines, index);
    const [left, right] = this.children;
    for (const [k, ways] of left.counts.ways.entries()) {
      const inLeft = left.counts.lo + k;
      const others = right.counts.at(mines - inLeft);
      if (index < ways * others)
        return [
          ...(await left.cells(inLeft, index / others, cellsOf)),
          ...(await right.cells(mines - inLeft, index % others, cellsOf)),
        ];
      index -= ways * others;
    }
    throw new RangeError("there is no such world");
  }
}

/**
 * The exact counts of an analysis, which are asked for once. If that fails, the next call asks again.
 * @param {{ counting: Promise<ExactCount> | null, ask: (name: string, args: any[], options?: any) => Promise<any> }} of
 * @param {{ signal?: AbortSignal }} [options]
 */
export function countOnce(of, options) {
  of.counting ??= of.ask("exact_counts", [], options).then(
    (counted) => new ExactCount(counted),
    (error) => {
      of.counting = null;
      throw error;
    },
  );
  return of.counting;
}

/** Exact counts over the unknown cells of a board with a known number of mines, or of any number with a density. */
export class ExactCount {
  /** @param {Counted} counted */
  constructor(counted) {
    this.counted = counted;
    this.tree = Tree.over(counted.counts.map(Polynomial.read));
  }

  get worlds() {
    return this.sum(this.tree.counts, this.counted.floating.length);
  }

  /**
   * (mines in all components, ways of the components, ways of the floating cells).
   * @param {Polynomial} counts
   * @param {number} floating
   */
  *blocks(counts, floating) {
    const { mines, settledMines } = this.counted;
    for (const [k, ways] of counts.ways.entries()) {
      const held = counts.lo + k;
      yield /** @type {[number, bigint, bigint]} */ ([
        held, ways, mines === null ? 1n << BigInt(floating) : choose(floating, mines - settledMines - held),
      ]);
    }
  }

  /** @param {Polynomial} counts @param {number} floating */
  sum(counts, floating) {
    let sum = 0n;
    for (const [, ways, others] of this.blocks(counts, floating)) sum += ways * others;
    return sum;
  }

  /**
   * The number of worlds that fit statements; `part` is what they touch, counted with them.
   * @param {Part | null} part
   */
  weigh(part) {
    if (part === null) return 0n;
    let counts = new Polynomial(part.settledMines, [1n]);
    for (const one of part.counts) counts = counts.times(Polynomial.read(one));
    const { unrestricted } = part;
    const free = Array.from({ length: unrestricted + 1 }, (_, k) => choose(unrestricted, k));
    counts = counts.times(new Polynomial(0, free));
    counts = counts.times(this.tree.without(new Set(part.components)));
    return this.sum(counts, this.counted.floating.length - part.floating);
  }

  /**
   * The unknown cells mined in world `index`.
   * @param {bigint} index @param {(component: number) => Promise<any[]>} walk  the diagram of a component
   */
  async world(index, walk) {
    const { settled, floating, mines, settledMines } = this.counted;
    for (const [held, ways, others] of this.blocks(this.tree.counts, floating.length)) {
      if (index < ways * others) {
        const inside = await this.tree.cells(held, index / others, async (component, count, rest) =>
          componentCells(await walk(component), count, rest),
        );
        const rest = index % others;
        const free =
          mines === null
            ? floating.filter((_, k) => (rest >> BigInt(k)) & 1n)
            : subset(floating, mines - settledMines - held, rest);
        return [...settled, ...inside, ...free].sort((a, b) => a - b);
      }
      index -= ways * others;
    }
    throw new RangeError("there is no such world");
  }
}

/** @param {any[]} layers @param {number} mines @param {bigint} index */
function componentCells(layers, mines, index) {
  const mined = [];
  let state = layers[0].states[0];
  for (let k = 0; k + 1 < layers.length; k++) {
    const { cells } = layers[k];
    const next = layers[k + 1];
    let here = state.least;
    for (const edge of state.edges) {
      const target = next.states[edge - next.first];
      const place = mines - here - target.lo;
      const length = target.ways.length / target.words;
      if (place >= 0 && place < length) {
        const completions = bigNumber(target.ways, place * target.words, target.words);
        const ways = choose(cells.length, here) * completions;
        if (index < ways) {
          mined.push(...subset(cells, here, index / completions));
          index %= completions;
          state = target;
          mines -= here;
          break;
        }
        index -= ways;
      }
      here++;
    }
  }
  return mined;
}

/**
 * The index-th subset of that size in lexicographic order.
 * @param {number[]} cells
 * @param {number} size
 * @param {bigint} index
 */
function subset(cells, size, index) {
  const chosen = [];
  let left = cells.length;
  let ways = choose(left, size);
  for (const cell of cells) {
    if (size === 0) break;
    const withCell = (ways * BigInt(size)) / BigInt(left);
    if (index < withCell) {
      chosen.push(cell);
      ways = withCell;
      size--;
    } else {
      index -= withCell;
      ways -= withCell;
    }
    left--;
  }
  return chosen;
}

/**
 * Two whole numbers without a common divisor.
 * @param {bigint} numerator
 * @param {bigint} denominator
 * @returns {[bigint, bigint]}
 */
export function reduce(numerator, denominator) {
  let [a, b] = [numerator, denominator];
  while (b) [a, b] = [b, a % b];
  return a ? [numerator / a, denominator / a] : [0n, 1n];
}
