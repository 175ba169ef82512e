/**
 * Draws openapi.json: every call with its parameters, body and answers, and every schema.
 * Everything is inserted as text, so nothing in the description can become markup.
 *
 * @typedef {object} Schema  the part of a JSON schema that is shown
 * @property {string} [$ref]
 * @property {string} [type]
 * @property {string} [description]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {Schema[]} [prefixItems]
 * @property {Schema} [items]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [maxLength]
 * @property {string[]} [required]
 * @property {Record<string, Schema>} [properties]
 *
 * @typedef {{name: string, in: string, required?: boolean, description?: string, schema?: Schema}} Parameter
 * @typedef {Record<string, {schema?: Schema}>} Content  by media type
 *
 * @typedef {object} Call
 * @property {string} operationId
 * @property {string} [description]
 * @property {string[]} [tags]
 * @property {Parameter[]} [parameters]
 * @property {{content?: Content}} [requestBody]
 * @property {Record<string, {description?: string, content?: Content}>} responses
 *
 * @typedef {object} Description
 * @property {{title: string, version: string, description: string}} info
 * @property {Record<string, Record<string, Call>>} paths
 * @property {{schemas?: Record<string, Schema>}} [components]
 */

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string | null)} children
 */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of children) if (child !== null) element.append(child);
  return element;
};

/**
 * The element with an id; index.html has one for each that is asked for.
 * @param {string} id
 */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} reference */
const schemaLink = (reference) => {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return make("a", { href: `#schema-${name}` }, name);
};

/**
 * A sentence in which `names` are set as code.
 * @param {string} text
 */
const prose = (text) => {
  const whole = make("span");
  text.split("`").forEach((words, index) => whole.append(index % 2 ? make("code", {}, words) : words));
  return whole;
};

/** @param {string} text */
const firstSentence = (text) => text.split(/(?<=[.:])\s/)[0].replace(/[.:]$/, "");

/**
 * A type in a few words, with links to the schemas it names.
 * @param {Schema | undefined} schema
 * @returns {HTMLElement}
 */
const describeType = (schema) => {
  if (!schema) return make("span", {}, "anything");
  if (schema.$ref) return schemaLink(schema.$ref);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return joined(options.map(describeType), " or ");
  if (schema.enum) return make("span", {}, schema.enum.map((value) => JSON.stringify(value)).join(", "));
  if ("const" in schema) return make("span", {}, JSON.stringify(schema.const));
  if (schema.prefixItems) return make("span", {}, "[", joined(schema.prefixItems.map(describeType), ", "), "]");
  if (schema.type === "array") return make("span", {}, "list of ", describeType(schema.items));
  const bounds = [
    schema.minimum !== undefined ? `from ${schema.minimum}` : "",
    schema.maximum !== undefined ? `to ${schema.maximum}` : "",
    schema.maxLength !== undefined ? `up to ${schema.maxLength} characters` : "",
  ].filter(Boolean);
  return make("span", {}, [schema.type ?? "anything", ...bounds].join(" "));
};

/** @param {Node[]} parts @param {string} separator */
const joined = (parts, separator) => {
  const whole = make("span");
  parts.forEach((one, index) => whole.append(...(index ? [separator, one] : [one])));
  return whole;
};

/** @param {string[]} heads @param {(Node | string)[][]} rows */
const table = (heads, rows) =>
  make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))),
  );

/** @param {Parameter[]} parameters */
const drawParameters = (parameters) =>
  table(
    ["parameter", "in", "type", "about"],
    parameters.map((one) => [
      make("code", {}, one.name + (one.required ? "" : "?")),
      one.in,
      describeType(one.schema),
      prose(one.description ?? one.schema?.description ?? ""),
    ]),
  );

/** @param {Call["responses"]} responses */
const drawAnswers = (responses) =>
  table(
    ["answer", "type", "about"],
    Object.entries(responses).map(([status, response]) => {
      const [kind, { schema = {} }] = Object.entries(response.content ?? {})[0] ?? ["", {}];
      const type = Object.keys(schema).length ? describeType(schema) : kind;
      return [make("code", {}, status), type, prose(response.description ?? "")];
    }),
  );

/** @param {string} method @param {string} path @param {Call} call */
const drawCall = (method, path, call) => {
  const body = call.requestBody?.content?.["application/json"]?.schema;
  return make(
    "details",
    { id: call.operationId, "data-text": `${method} ${path} ${call.description}`.toLowerCase() },
    make(
      "summary",
      {},
      make("span", { class: `method ${method}` }, method.toUpperCase()),
      make("span", { class: "path" }, ` ${path} `),
      make("span", { class: "quiet" }, firstSentence(call.description ?? "")),
    ),
    make(
      "div",
      {},
      make("p", {}, prose(call.description ?? "")),
      call.parameters?.length ? drawParameters(call.parameters) : null,
      body ? make("p", {}, "Body: ", describeType(body)) : null,
      drawAnswers(call.responses),
    ),
  );
};

/** @param {string} name @param {Schema} schema */
const drawSchema = (name, schema) => {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([field, type]) => [
    make("code", {}, field + (required.has(field) ? "" : "?")),
    describeType(type),
    prose(type.description ?? ""),
  ]);
  return make(
    "details",
    { id: `schema-${name}`, "data-text": name.toLowerCase() },
    make("summary", {}, make("code", {}, name), make("span", { class: "quiet" }, ` ${schema.description ?? ""}`)),
    make("div", {}, rows.length ? table(["field", "type", "about"], rows) : describeType(schema)),
  );
};

/** @param {Description} description */
const draw = (description) => {
  part("title").textContent = `${description.info.title} ${description.info.version}`;
  part("about").replaceChildren(prose(description.info.description));
  /** @type {Map<string, HTMLElement[]>} */
  const byTag = new Map();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const tag = call.tags?.[0] ?? "other";
      byTag.set(tag, [...(byTag.get(tag) ?? []), drawCall(method, path, call)]);
    }
  }
  for (const [tag, drawn] of byTag) part("calls").append(make("h2", {}, tag), ...drawn);
  const schemas = Object.entries(description.components?.schemas ?? {});
  part("schemas").append(...schemas.map(([name, schema]) => drawSchema(name, schema)));
};

const openTarget = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
};

const field = /** @type {HTMLInputElement} */ (part("find"));
field.addEventListener("input", () => {
  const text = field.value.trim().toLowerCase();
  for (const entry of document.querySelectorAll("details")) entry.hidden = !entry.dataset.text?.includes(text);
});
window.addEventListener("hashchange", openTarget);
try {
  draw(await (await fetch("/api/openapi.json")).json());
  openTarget();
} catch (error) {
  part("about").textContent = `The description could not be read: ${error}`;
}

export {}; // A module: `await` stands outside of functions.
