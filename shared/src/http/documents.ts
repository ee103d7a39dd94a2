import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Express, Response } from "express";
import { Marked } from "marked";
import { AppError, errorCodes } from "#kernel/errors.ts";
import type { OpenApiDocument } from "#contract/openapi.ts";
import { escapeHtml, htmlPage, pagePolicy } from "./html-page.ts";
import { referencePage } from "./reference-page.ts";

/** What the pages are made from. */
export interface DocumentsOptions {
  readonly document: OpenApiDocument;
  /** Holds one `<code>.md` for each error code, and their list in `README.md`. */
  readonly errorPagesFolder: string;
}

// The pages link to each other as files; here each has an address of its own.
function addressOf(href: string): string {
  const file = /^([a-z_]+)\.md$/.exec(href)?.[1];
  return file === undefined ? href : `/docs/errors/${file}`;
}

function createMarkdown(): Marked {
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

function errorPages(folder: string): (name: string, title: string) => string {
  const markdown = createMarkdown();
  const made = new Map<string, string>();
  return (name, title) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const body = markdown.parse(readFileSync(join(folder, `${name}.md`), "utf8"), { async: false });
    const page = htmlPage(title, `<nav><a href="/docs">Reference</a></nav>\n${body}`);
    made.set(name, page);
    return page;
  };
}

/** Serves the OpenAPI document, the reference made from it, and a page for each error code, to which `doc_url` leads. */
export function mountDocuments(app: Express, options: DocumentsOptions): void {
  const json = JSON.stringify(options.document);
  const reference = referencePage(options.document);
  const pageOf = errorPages(options.errorPagesFolder);
  app.get("/openapi.json", (_request, response) => {
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Cache-Control", "public, max-age=300");
    response.end(json);
  });
  app.get("/docs", (_request, response) => sendPage(response, reference));
  app.get("/docs/errors", (_request, response) =>
    sendPage(response, pageOf("README", "Error codes")),
  );
  app.get("/docs/errors/:code", (request, response) => {
    const { code } = request.params;
    // Only the table's own names reach the file system.
    if (!Object.hasOwn(errorCodes, code))
      throw new AppError("not_found", "There is no such error code.");
    sendPage(response, pageOf(code, code));
  });
}
