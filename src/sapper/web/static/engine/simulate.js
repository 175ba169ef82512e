/** Many games, in pieces that take a fraction of a second each: so they can be shared, reported and cancelled. */

const PIECE_SECONDS = 0.1;
const FIRST_PIECE = 8;

/**
 * Plays the games of all seeds; the results have the order of the seeds.
 * @param {BigUint64Array} seeds @param {(piece: BigUint64Array) => Promise<any>} play @param {number} workers
 * @param {((progress: { games: number, wins: number, seconds: number }) => void) | undefined} onProgress
 */
export async function playPieces(seeds, play, workers, onProgress) {
  const begin = performance.now();
  /** @type {{ first: number, columns: any }[]} */
  const pieces = [];
  let next = 0, games = 0, wins = 0;
  const work = async () => {
    let size = FIRST_PIECE;
    while (next < seeds.length) {
      const first = next;
      next = Math.min(next + size, seeds.length);
      const started = performance.now();
      const columns = await play(seeds.subarray(first, next));
      pieces.push({ first, columns });
      games += columns.won.length;
      wins += columns.won.reduce((/** @type {number} */ sum, /** @type {number} */ won) => sum + won, 0);
      onProgress?.({ games, wins, seconds: (performance.now() - begin) / 1000 });
      const taken = (performance.now() - started) / 1000;
      size = Math.max(1, Math.round(size * Math.min(Math.max(PIECE_SECONDS / taken, 0.5), 4)));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  pieces.sort((one, other) => one.first - other.first);
  const seconds = (performance.now() - begin) / 1000;
  return { games, wins, winRate: wins / games, seconds, seeds, ...join(pieces.map((piece) => piece.columns)) };
}

/**
 * Columns of all pieces; those named `...First` are places, which go on from piece to piece.
 * @param {any[]} all
 */
function join(all) {
  /** @type {Record<string, any>} */
  const out = {};
  for (const name of Object.keys(all[0])) {
    const parts = all.map((columns) => columns[name]);
    if (typeof parts[0] === "string") out[name] = parts.join("");
    else out[name] = name.endsWith("First") ? joinPlaces(parts) : joinArrays(parts);
  }
  return out;
}

/**
 * Typed arrays of one type one after the other.
 * @param {any[]} parts
 */
export function joinArrays(parts) {
  const out = new parts[0].constructor(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** @param {Int32Array[]} parts  each begins with 0 and ends with the number of its entries */
function joinPlaces(parts) {
  const out = [0];
  for (const part of parts) {
    const base = out[out.length - 1];
    for (const place of part.subarray(1)) out.push(base + place);
  }
  return Int32Array.from(out);
}
