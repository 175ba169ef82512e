/** Requests to the API: what they send, and how a refusal becomes an error. */

import { withoutServer } from "./address.js";
import { LocalEvents } from "./changes.js";
import { sentence } from "../words/sentence.js";
import { language, words } from "../words/words.js";

const BYTES = "application/octet-stream";
const HEADERS = {
  // Other sites cannot send this header.
  "X-Sapper": "1",
  // A refusal has the status 200, so that browsers do not report it as an error. Its body has the true one.
  Prefer: "refusals=200",
  // Of all sentences of the server.
  "Accept-Language": language,
};

/** A refusal of the server, or a server that cannot be reached (`status` 0). */
export class ApiError extends Error {
  /** @param {number} status @param {string} detail @param {import("./api.js").Problem | null} [problem] */
  constructor(status, detail, problem = null) {
    super(detail);
    this.status = status;
    this.problem = problem;
  }
}

/**
 * @template Answer
 * @param {string} method
 * @param {string} path
 * @param {object | Blob} [body]  a file is sent as it is, anything else as JSON
 * @returns {Promise<Answer>}
 */
export async function call(method, path, body) {
  if (withoutServer) return (await import("../local/local.js")).answer(method, path, body);
  /** @type {Response} */
  let response;
  try {
    response = (method === "GET" && (await takeEarly(path))) || await fetch(`/api${path}`, {
      method,
      headers: { ...HEADERS, ...(body ? { "Content-Type": body instanceof Blob ? BYTES : "application/json" } : {}) },
      body: body instanceof Blob ? body : body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new ApiError(0, words.frame.unreachable);
  }
  const type = response.headers.get("Content-Type") ?? "";
  const read = () => (type.includes("json") ? response.json() : type === BYTES ? response.blob() : response.text());
  const answer = response.status === 204 ? null : await read();
  if (response.ok && !type.includes("problem")) return answer;
  throw new ApiError(answer?.status ?? response.status, tell(answer?.detail ?? words.frame.failed), answer);
}

/**
 * The answer that was asked for before the modules were there (`early.js`), once.
 * @param {string} path @returns {Promise<Response | null>}
 */
async function takeEarly(path) {
  const { early } = /** @type {{early?: {path: string, answer: Promise<Response>}}} */ (window);
  if (early?.path !== path) return null;
  Object.assign(window, { early: undefined });
  return early.answer.catch(() => null);
}

/**
 * A message of the server as a sentence, with the rows and columns of the page, which count from 1.
 * @param {string} detail
 */
function tell(detail) {
  const place = (/** @type {string} */ _, /** @type {string} */ row, /** @type {string} */ col) =>
    ` (${words.shapes.place(Number(row) + 1, Number(col) + 1)})`;
  return sentence(detail.replace(/, at (\d+),(\d+)$/, place));
}

/**
 * The stream of the changes of a game or a match.
 * @param {string} path  of the call that opens it
 */
export function openEvents(path) {
  if (!withoutServer) return new EventSource(`/api${path}`);
  return /** @type {EventSource} */ (/** @type {unknown} */ (new LocalEvents(path)));
}

/** @param {Record<string, string | number | boolean | null | undefined>} values  null and empty ones are left out */
export function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : "";
}
