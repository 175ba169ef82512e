// Answers one call of the engine a line: JSON on the standard input and output. Typed arrays come as { "int8": [...] }
// and leave as lists; a bigint is { "whole": "text" } both ways.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Host } from "../../build/npm/src/host.js";

const TYPES = { int8: Int8Array, uint8: Uint8Array, uint32: Uint32Array };
const module = await WebAssembly.compile(readFileSync(new URL("../../build/npm/src/sapper.wasm", import.meta.url)));
const host = await Host.create(module);

const read = (_, value) => {
  const [kind] = value !== null && typeof value === "object" ? Object.keys(value) : [];
  if (kind in TYPES) return TYPES[kind].from(value[kind]);
  return kind === "whole" ? BigInt(value.whole) : value;
};
const write = (_, value) => {
  if (typeof value === "bigint") return { whole: String(value) };
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...args] = JSON.parse(line, read);
  process.stdout.write(`${JSON.stringify(host.answer(name, args), write)}\n`);
}
