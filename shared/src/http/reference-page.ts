import type { JsonSchema, Parameter } from "#contract/openapi-components.ts";
import type { OpenApiDocument, Operation, ResponseObject } from "#contract/openapi.ts";
import { escapeHtml, htmlPage } from "./html-page.ts";

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly note: string;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function alternatives(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
}

/** What a reader calls a schema: `text`, `integer 1 to 100`, `list of object`, `one of a, b`. */
function kindOf(schema: unknown): string {
  if (!isRecord(schema)) return "anything";
  const either = alternatives(schema);
  if (either.length > 0) return [...new Set(either.map(kindOf))].join(" or ");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return `one of ${schema["enum"].join(", ")}`;
  const type = schema["type"];
  if (type === "array") return `list of ${kindOf(schema["items"])}`;
  if (Array.isArray(type)) return type.join(" or ");
  if (type === "integer" || type === "number") return `${type}${rangeOf(schema)}`;
  if (type === "string") return typeof schema["format"] === "string" ? schema["format"] : "text";
  return typeof type === "string" ? type : "anything";
}

function rangeOf(schema: Readonly<Record<string, unknown>>): string {
  const { minimum, maximum } = schema;
  const isBounded = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER;
  return isBounded && typeof minimum === "number" ? ` ${minimum} to ${maximum}` : "";
}

function lengthOf(schema: unknown): string {
  if (!isRecord(schema)) return "";
  const own = schema["maxLength"];
  if (typeof own === "number") return `at most ${own} characters`;
  return (
    alternatives(schema)
      .map(lengthOf)
      .find((note) => note !== "") ?? ""
  );
}

/** The fields of a schema, those of objects and lists within it by dotted path. */
function fieldRows(schema: unknown, prefix = ""): readonly Row[] {
  if (!isRecord(schema)) return [];
  const inner = [...alternatives(schema), schema["items"]].flatMap((part) =>
    fieldRows(part, prefix),
  );
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = listOf(schema["required"]);
  const own = Object.entries(properties).flatMap(([name, field]): readonly Row[] => [
    {
      name: `${prefix}${name}`,
      kind: kindOf(field),
      isRequired: required.includes(name),
      note: lengthOf(field),
    },
    ...fieldRows(field, `${prefix}${name}.`),
  ]);
  return [...own, ...inner];
}

function table(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const lines = rows.map(({ name, kind, isRequired, note }) => {
    const need = isRequired ? "yes" : "";
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(kind)}</td><td>${need}</td><td>${escapeHtml(note)}</td></tr>`;
  });
  return `<h4>${title}</h4>
<table><thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">Required</th><th scope="col">Note</th></tr></thead>
<tbody>${lines.join("\n")}</tbody></table>`;
}

function parameterRow(parameter: Parameter): Row {
  const { name, required, schema, description } = parameter;
  return {
    name,
    kind: kindOf(schema),
    isRequired: required,
    note: description ?? lengthOf(schema),
  };
}

const places = [
  ["path", "Path"],
  ["query", "Query"],
  ["header", "Headers"],
] as const;

function codeLink(code: string): string {
  return `<a href="/docs/errors/${encodeURIComponent(code)}"><code>${escapeHtml(code)}</code></a>`;
}

function answers(operation: Operation): string {
  const lines = Object.entries(operation.responses).map(([status, response]) => {
    const isError = Number(status) >= 400;
    const codes = response.description.split(", ").map(codeLink).join(", ");
    return `<tr><td>${escapeHtml(status)}</td><td>${isError ? codes : escapeHtml(response.description)}</td></tr>`;
  });
  return `<h4>Answers</h4>
<table><thead><tr><th scope="col">Status</th><th scope="col">What it says</th></tr></thead><tbody>${lines.join("\n")}</tbody></table>`;
}

function jsonOf(content: ResponseObject["content"]): JsonSchema | undefined {
  return content?.["application/json"]?.schema;
}

function successRows(operation: Operation): readonly Row[] {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  return fieldRows(jsonOf(success?.[1].content));
}

function operationSection(method: string, path: string, operation: Operation): string {
  const inPlace = places.map(([place, title]) =>
    table(
      title,
      operation.parameters.filter((parameter) => parameter.in === place).map(parameterRow),
    ),
  );
  const body = fieldRows(jsonOf(operation.requestBody?.content));
  return `<section id="${escapeHtml(operation.operationId)}">
<h3>${escapeHtml(operation.summary)}</h3>
<p><code>${method.toUpperCase()} ${escapeHtml(path)}</code></p>
<p>${escapeHtml(operation.description)}</p>
${inPlace.join("\n")}
${table("Body", body)}
${answers(operation)}
<details><summary>Fields of the answer</summary>${table("Answer", successRows(operation))}</details>
</section>`;
}

function operationsOf(document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

function eventSection(document: OpenApiDocument): string {
  const events = Object.entries(document.webhooks);
  if (events.length === 0) return "";
  const lines = events.map(
    ([type, { post }]) =>
      `<tr><td><code>${escapeHtml(type)}</code></td><td>${escapeHtml(post.summary)}</td></tr>`,
  );
  return `<h2 id="events">Events</h2>
<table><thead><tr><th scope="col">Event</th><th scope="col">When</th></tr></thead><tbody>${lines.join("\n")}</tbody></table>`;
}

/** The whole document as one page to read: a section for each tag, in it every operation. */
export function referencePage(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<h2>${escapeHtml(name)}</h2>
${own.map(({ method, path, operation }) => operationSection(method, path, operation)).join("\n")}`;
  });
  const links = operations.map(
    ({ method, path, operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId)}"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></a> ${escapeHtml(operation.summary)}</li>`,
  );
  const { title, version } = document.info;
  return htmlPage(
    title,
    `<h1>${escapeHtml(title)} ${escapeHtml(version)}</h1>
<p>The same, for programs: <a href="/openapi.json">OpenAPI 3.1</a>. Every failure has the same envelope; its codes are explained under <a href="/docs/errors">error codes</a>.</p>
<nav aria-label="Operations"><ul>${links.join("\n")}</ul></nav>
${sections.join("\n")}
${eventSection(document)}`,
  );
}
