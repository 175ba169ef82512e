/** SHA-1, which masks IDs of Tatham's Mines. The browser's own is missing on pages that are not encrypted. */

/**
 * The 20 bytes of the digest.
 * @param {Uint8Array} data
 */
export function sha1(data) {
  const blocks = Math.ceil((data.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(64 * blocks));
  data.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(data.length, 0x80);
  padded.setBigUint64(64 * blocks - 8, BigInt(8 * data.length));
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const words = new Int32Array(80);
  for (let block = 0; block < blocks; block++) {
    for (let t = 0; t < 16; t++) words[t] = padded.getInt32(64 * block + 4 * t);
    for (let t = 16; t < 80; t++) words[t] = turn(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
    let [a, b, c, d, e] = state;
    for (let t = 0; t < 80; t++) {
      const next = (turn(a, 5) + round(t, b, c, d) + e + words[t]) | 0;
      [a, b, c, d, e] = [next, a, turn(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((value, k) => (state[k] += value));
  }
  const digest = new DataView(new ArrayBuffer(20));
  state.forEach((value, k) => digest.setInt32(4 * k, value));
  return new Uint8Array(digest.buffer);
}

/** @param {number} value @param {number} by */
const turn = (value, by) => (value << by) | (value >>> (32 - by));

/** @param {number} t @param {number} b @param {number} c @param {number} d */
function round(t, b, c, d) {
  if (t < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (t < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (t < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}
