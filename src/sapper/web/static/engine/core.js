/**
 * The WebAssembly module: one instance with its own memory, called synchronously. It needs no loader of its own: the
 * engine opens no files, and the few functions of a system that its libraries name are these.
 */

import { decode, Encoder } from "./stream.js";

const CLOCK_RESOLUTION = 1e6; // nanoseconds in a millisecond

/** Calls functions of the engine by name. */
export class Core {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    /** @type {any} */
    this.exports = instance.exports;
    this.encoder = new Encoder();
    this.exports._initialize();
    this.exports.sapper_names();
    /** @type {Map<string, number>} */
    this.functions = new Map(this.answer().map((/** @type {string} */ name, /** @type {number} */ k) => [name, k]));
  }

  /** @param {WebAssembly.Module} module @returns {Promise<Core>} */
  static async create(module) {
    /** @type {{ memory: WebAssembly.Memory | null }} */
    const held = { memory: null };
    const instance = await WebAssembly.instantiate(module, imports(held));
    held.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    return new Core(instance);
  }

  /**
   * The answer of a function, or what it raised as `{ error }`.
   * @param {string} name @param {any[]} args
   * @returns {{ value?: any, error?: Record<string, any> }}
   */
  call(name, args) {
    const number = this.functions.get(name);
    if (number === undefined) throw new TypeError(`the engine has no function ${name}`);
    const bytes = this.encoder.encode(args);
    const room = this.exports.sapper_room(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, room);
    return this.exports.sapper_call(number, bytes.length) === 0 ? { value: this.answer() } : { error: this.answer() };
  }

  answer() {
    return decode(this.exports.memory.buffer, this.exports.sapper_answer());
  }
}

/**
 * @param {{ memory: WebAssembly.Memory | null }} held
 * @returns {WebAssembly.Imports}
 */
function imports(held) {
  const view = () => new DataView(/** @type {WebAssembly.Memory} */ (held.memory).buffer);
  return {
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: {
      /** @param {number} _clock @param {bigint} _precision @param {number} at */
      clock_time_get(_clock, _precision, at) {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * CLOCK_RESOLUTION)), true);
        return 0;
      },
      /** @param {number} code */
      proc_exit(code) {
        throw new WebAssembly.RuntimeError(`the engine ended with code ${code}`);
      },
      fd_close: () => 0,
      fd_seek: () => 0,
      /** @param {number} _file @param {number} pieces @param {number} count @param {number} at */
      fd_write(_file, pieces, count, at) {
        let length = 0;
        for (let k = 0; k < count; k++) length += view().getUint32(pieces + 8 * k + 4, true);
        view().setUint32(at, length, true);
        return 0;
      },
    },
  };
}
