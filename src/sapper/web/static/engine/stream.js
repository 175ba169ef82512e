/**
 * Values that cross between JavaScript and the engine, as one stream of bytes; engine/wasm/stream.hpp reads and
 * writes the same. A value is a tag of one byte and what belongs to it, little-endian and not aligned.
 */

const END = 0, NONE = 1, NO = 2, YES = 3, NUMBER = 4, WHOLE = 5, TEXT = 6, LIST = 7, RECORD = 8, CELLS = 9;
const INT8 = 10, UINT8 = 11, INT32 = 12, UINT32 = 13, FLOAT64 = 14, UINT64 = 15;

/** @type {[number, any][]} */
const ARRAYS = [
  [INT8, Int8Array], [UINT8, Uint8Array], [INT32, Int32Array], [UINT32, Uint32Array], [FLOAT64, Float64Array],
  [UINT64, BigUint64Array],
];
const ARRAY_OF = new Map(ARRAYS);
const TAG_OF = new Map(ARRAYS.map(([tag, type]) => [type, tag]));

/** An array of cells or other whole numbers of 32 bits, which crosses as one block. */
export class Cells {
  /** @param {ArrayLike<number>} values */
  constructor(values) {
    this.values = values;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes the arguments of a call. Reuses its memory. */
export class Encoder {
  constructor() {
    this.bytes = new Uint8Array(1 << 12);
    this.view = new DataView(this.bytes.buffer);
    this.at = 0;
  }

  /** @param {any[]} values @returns {Uint8Array} good until the next call */
  encode(values) {
    this.at = 0;
    for (const value of values) this.put(value);
    return this.bytes.subarray(0, this.at);
  }

  /** @param {number} count */
  grow(count) {
    if (this.at + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.at + count));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** @param {number} tag @param {Uint8Array} bytes @param {number} count */
  block(tag, bytes, count) {
    this.grow(5 + bytes.length);
    this.bytes[this.at] = tag;
    this.view.setUint32(this.at + 1, count, true);
    this.bytes.set(bytes, this.at + 5);
    this.at += 5 + bytes.length;
  }

  /** @param {number} tag */
  tag(tag) {
    this.grow(1);
    this.bytes[this.at++] = tag;
  }

  /** @param {any} value */
  put(value) {
    if (value === null || value === undefined) return this.tag(NONE);
    switch (typeof value) {
      case "boolean":
        return this.tag(value ? YES : NO);
      case "number":
        this.grow(9);
        this.bytes[this.at] = NUMBER;
        this.view.setFloat64(this.at + 1, value, true);
        this.at += 9;
        return;
      case "bigint":
        this.grow(9);
        this.bytes[this.at] = WHOLE;
        this.view.setBigUint64(this.at + 1, BigInt.asUintN(64, value), true);
        this.at += 9;
        return;
      case "string": {
        const text = encoder.encode(value);
        return this.block(TEXT, text, text.length);
      }
    }
    if (ArrayBuffer.isView(value)) {
      const tag = TAG_OF.get(value.constructor);
      if (tag === undefined) throw new TypeError(`the engine reads no ${value.constructor.name}`);
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return this.block(tag, bytes, /** @type {any} */ (value).length);
    }
    if (value instanceof Cells) {
      const cells = Uint32Array.from(value.values);
      return this.block(CELLS, new Uint8Array(cells.buffer), cells.length);
    }
    if (Array.isArray(value)) {
      this.tag(LIST);
      for (const one of value) this.put(one);
      return this.tag(END);
    }
    this.tag(RECORD);
    for (const [name, one] of Object.entries(value)) {
      this.put(name);
      this.put(one);
    }
    this.tag(END);
  }
}

/**
 * The value that an answer holds. Arrays are copied out of the memory of the engine.
 * @param {ArrayBuffer} memory @param {number} start
 * @returns {any}
 */
export function decode(memory, start) {
  const bytes = new Uint8Array(memory);
  const view = new DataView(memory);
  let at = start;

  /** @param {number} width @returns {ArrayBuffer} */
  const block = (width) => {
    const length = view.getUint32(at, true) * width;
    at += 4 + length;
    return memory.slice(at - length, at);
  };

  /** @returns {any} */
  const read = () => {
    const tag = bytes[at++];
    switch (tag) {
      case NONE:
        return null;
      case NO:
        return false;
      case YES:
        return true;
      case NUMBER:
        at += 8;
        return view.getFloat64(at - 8, true);
      case WHOLE:
        at += 8;
        return view.getBigUint64(at - 8, true);
      case TEXT:
        return decoder.decode(block(1));
      case CELLS:
        return Array.from(new Uint32Array(block(4)));
      case LIST: {
        const list = [];
        while (bytes[at] !== END) list.push(read());
        at++;
        return list;
      }
      case RECORD: {
        /** @type {Record<string, any>} */
        const record = {};
        while (bytes[at] !== END) {
          const name = read();
          record[name] = read();
        }
        at++;
        return record;
      }
      default: {
        const type = ARRAY_OF.get(tag);
        return new type(block(type.BYTES_PER_ELEMENT));
      }
    }
  };
  return read();
}
