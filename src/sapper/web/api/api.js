// Draws openapi.json: every call with its parameters, body and answers, and every schema.
// Everything is put in as text, so nothing in the description can become markup.

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null));
  return element;
};

const schemaLink = (reference) => {
  const name = reference.split("/").at(-1);
  return make("a", { href: `#schema-${name}` }, name);
};

// A sentence in which `names` are set as code.
const prose = (text) => {
  const whole = make("span");
  text.split("`").forEach((part, index) => whole.append(index % 2 ? make("code", {}, part) : part));
  return whole;
};

const firstSentence = (text) => text.split(/(?<=[.:])\s/)[0].replace(/[.:]$/, "");

// A type in a few words, with links to the schemas it names.
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

const joined = (parts, separator) => {
  const whole = make("span");
  parts.forEach((part, index) => whole.append(...(index ? [separator, part] : [part])));
  return whole;
};

const table = (heads, rows) =>
  make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))),
  );

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

const drawAnswers = (responses) =>
  table(
    ["answer", "type", "about"],
    Object.entries(responses).map(([status, response]) => {
      const [kind, content] = Object.entries(response.content ?? {})[0] ?? ["", {}];
      const type = content.schema && Object.keys(content.schema).length ? describeType(content.schema) : kind;
      return [make("code", {}, status), type, prose(response.description ?? "")];
    }),
  );

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

const draw = (description) => {
  document.querySelector("#title").textContent = `${description.info.title} ${description.info.version}`;
  document.querySelector("#about").replaceChildren(prose(description.info.description));
  const calls = document.querySelector("#calls");
  const byTag = new Map();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const tag = call.tags?.[0] ?? "other";
      if (!byTag.has(tag)) byTag.set(tag, []);
      byTag.get(tag).push(drawCall(method, path, call));
    }
  }
  for (const [tag, drawn] of byTag) calls.append(make("h2", {}, tag), ...drawn);
  const schemas = Object.entries(description.components?.schemas ?? {});
  document.querySelector("#schemas").append(...schemas.map(([name, schema]) => drawSchema(name, schema)));
};

const openTarget = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
};

const find = (text) => {
  for (const entry of document.querySelectorAll("details")) {
    entry.hidden = !entry.dataset.text.includes(text.trim().toLowerCase());
  }
};

document.querySelector("#find").addEventListener("input", (event) => find(event.target.value));
window.addEventListener("hashchange", openTarget);
try {
  draw(await (await fetch("/api/openapi.json")).json());
  openTarget();
} catch (error) {
  document.querySelector("#about").textContent = `The description could not be read: ${error}`;
}
