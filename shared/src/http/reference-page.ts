import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Express, RequestHandler } from "express";
import { escapeHtml } from "./html-page.ts";
import { referenceScript } from "./reference-script.ts";

const pack = promisify(gzip);
const require = createRequire(import.meta.url);

/** What the reference may load: its own scripts, styles and document from this very server, and nothing made from text. */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
header { margin: 0 auto; max-width: 1460px; padding: 1rem 20px 0; }
header a { color: inherit; }
`;

interface Part {
  readonly type: string;
  readonly content: () => Promise<Buffer>;
}

function ofPackage(file: string): () => Promise<Buffer> {
  const folder = join(require.resolve("swagger-ui-dist/package.json"), "..");
  return () => readFile(join(folder, file));
}

const script = "text/javascript; charset=utf-8";
const sheet = "text/css; charset=utf-8";
const parts: Readonly<Record<string, Part>> = {
  "swagger-ui-bundle.js": { type: script, content: ofPackage("swagger-ui-bundle.js") },
  "swagger-ui.css": { type: sheet, content: ofPackage("swagger-ui.css") },
  "reference.js": { type: script, content: () => Promise.resolve(Buffer.from(referenceScript)) },
  "reference.css": { type: sheet, content: () => Promise.resolve(Buffer.from(style)) },
};

// Packed once and kept: 1.9 MB of the viewer are 0.5 MB on the line.
function servePart({ type, content }: Part): RequestHandler {
  let made: Promise<Buffer> | null = null;
  return async (request, response) => {
    const plain = !/\bgzip\b/u.test(request.headers["accept-encoding"] ?? "");
    made ??= plain ? null : content().then((bytes) => pack(bytes));
    response.setHeader("Content-Type", type);
    response.setHeader("Cache-Control", "public, max-age=3600");
    response.vary("Accept-Encoding");
    if (!plain) response.setHeader("Content-Encoding", "gzip");
    response.end(plain || made === null ? await content() : await made);
  };
}

function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/viewer/swagger-ui.css">
<link rel="stylesheet" href="/docs/viewer/reference.css">
</head>
<body>
<header><a href="/openapi.json">OpenAPI 3.1, for programs</a> · <a href="/docs/errors">Error codes</a></header>
<main id="reference"><noscript>The reference needs JavaScript; the same stands in <a href="/openapi.json">the OpenAPI document</a>.</noscript></main>
<script src="/docs/viewer/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/viewer/reference.js"></script>
</body>
</html>
`;
}

/** Serves the reference at `/docs`: Swagger UI out of its package, drawn from `/openapi.json` in the reader's browser. */
export function mountReference(app: Express, title: () => string): void {
  app.get("/docs", (_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Content-Security-Policy", referencePolicy);
    response.setHeader("Cache-Control", "public, max-age=300");
    response.end(page(title()));
  });
  for (const [name, part] of Object.entries(parts))
    app.get(`/docs/viewer/${name}`, servePart(part));
}
