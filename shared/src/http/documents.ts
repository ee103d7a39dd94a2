import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Express, Response } from "express";
import type { Marked } from "marked";
import { AppError, errorCodes } from "#kernel/errors.ts";
import type { OpenApiDocument } from "#contract/openapi.ts";
import { escapeHtml, htmlPage, pagePolicy } from "./html-page.ts";
import { mountReference } from "./reference-page.ts";

/** What the pages are made from. */
export interface DocumentsOptions {
  /** Asked once, when somebody wants to see it: to make it takes 80 ms of a start. */
  readonly document: () => OpenApiDocument;
  /** Holds one `<code>.md` for each error code, and their list in `README.md`. */
  readonly errorPagesFolder: string;
}

// The pages link to each other as files; here each has an address of its own.
function addressOf(href: string): string {
  const file = /^([a-z_]+)\.md$/.exec(href)?.[1];
  return file === undefined ? href : `/docs/errors/${file}`;
}

async function createMarkdown(): Promise<Marked> {
  const { Marked } = await import("marked");
  return new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      link({ href, tokens }) {
        return `<a href="${escapeHtml(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
}

function sendPage(response: Response, html: string): void {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Security-Policy", pagePolicy);
  response.setHeader("Cache-Control", "public, max-age=300");
  response.end(html);
}

// The first paragraph of a page says what its code means.
function meaningOf(folder: string, code: string): string {
  const [, meaning = ""] = readFileSync(join(folder, `${code}.md`), "utf8").split(/\n{2,}/);
  return meaning.replaceAll("\n", " ").replaceAll("|", "\\|");
}

function errorIndex(folder: string): string {
  const rows = Object.entries(errorCodes).map(
    ([code, status]) => `| [\`${code}\`](${code}.md) | ${status} | ${meaningOf(folder, code)} |`,
  );
  return ["| code | status | what it means |", "| --- | --- | --- |", ...rows].join("\n");
}

function pageText(folder: string, name: string): string {
  const text = readFileSync(join(folder, `${name}.md`), "utf8");
  return name === "README" ? `${text}\n${errorIndex(folder)}\n` : text;
}

function errorPages(folder: string): (name: string, title: string) => Promise<string> {
  let markdown: Promise<Marked> | null = null;
  const made = new Map<string, string>();
  return async (name, title) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    markdown ??= createMarkdown();
    const body = (await markdown).parse(pageText(folder, name), {
      async: false,
    });
    const page = htmlPage(title, `<nav><a href="/docs">Reference</a></nav>\n${body}`);
    made.set(name, page);
    return page;
  };
}

function madeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Serves the OpenAPI document, the reference made from it, and a page for each error code, to which `doc_url` leads. */
export function mountDocuments(app: Express, options: DocumentsOptions): void {
  const document = madeOnce(options.document);
  const json = madeOnce(() => JSON.stringify(document()));
  const pageOf = errorPages(options.errorPagesFolder);
  app.get("/openapi.json", (_request, response) => {
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Cache-Control", "public, max-age=300");
    response.end(json());
  });
  mountReference(app, () => document().info.title);
  app.get("/docs/errors", async (_request, response) =>
    sendPage(response, await pageOf("README", "Error codes")),
  );
  app.get("/docs/errors/:code", async (request, response) => {
    const { code } = request.params;
    // Only the table's own names reach the file system.
    if (!Object.hasOwn(errorCodes, code))
      throw new AppError("not_found", "There is no such error code.");
    sendPage(response, await pageOf(code, code));
  });
}
