import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sirv from "sirv";
import type { Express, RequestHandler } from "@edgeward/shared/http/express.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";

const contentPolicy = [
  "default-src 'self'",
  // The reader of pictures is a WebAssembly module of our own; this allows no code made from text.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Its own live connection as well, by CSP 3.
  "connect-src 'self'",
  "img-src 'self' data:",
  // React Aria makes two style sheets of its own, which it marks with the nonce that the page names.
  "style-src 'self' 'nonce-{nonce}'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

async function contentOf(file: string, missing: AppError): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw missing;
  }
}

// It asks the branch over HTTPS from a page that came over HTTP: another origin, and the only one of its kind.
const trustPolicy = contentPolicy.replace(
  // Its own live connection as well, by CSP 3.
  "connect-src 'self'",
  "connect-src 'self' https:",
);

function withNonce(content: Buffer, nonce: string): string {
  return content.toString().replace("<head>", `<head><meta property="csp-nonce" nonce="${nonce}">`);
}

function page(folder: string, file: string, policy = contentPolicy): RequestHandler {
  return async (_request, response) => {
    const missing = new AppError("unavailable", "The pages have not been built yet.");
    const content = await contentOf(join(folder, file), missing);
    const nonce = randomBytes(16).toString("base64");
    response.setHeader("Content-Security-Policy", policy.replace("{nonce}", nonce));
    response.setHeader("Cache-Control", "no-cache");
    response.type("html").send(withNonce(content, nonce));
  };
}

/** Files of the build, as they were compressed there. */
function assets(folder: string): RequestHandler {
  const missing = new AppError("not_found", "There is no such address.");
  // A node whose pages have not been built serves everything else.
  if (!existsSync(folder)) return (_request, _response, next) => next(missing);
  // The names carry the content's hash, so a file never changes under its name.
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    maxAge: 31_536_000,
    immutable: true,
  });
  return (request, response, next) => serve(request, response, () => next(missing));
}

/** The addresses of the desk's pages: each of them is its one document, which then draws the page that is asked for. */
const deskAddresses = [
  "/desk",
  "/today",
  "/my-patients",
  "/vitals",
  "/appointments{/*rest}",
  "/patients{/*rest}",
  "/visits/:visit",
  "/attention",
  "/settings/:area",
];

/** Serves the branch's pages from the folder into which they were built. */
export function mountPages(app: Express, folder: string): void {
  const desk = page(folder, "desk.html");
  // Whose day begins where is known when somebody has signed in.
  app.get("/", (_request, response) => response.redirect("/desk"));
  for (const address of deskAddresses) app.get(address, desk);
  app.get("/kiosk", page(folder, "kiosk.html"));
  app.get("/bedside", page(folder, "bedside.html"));
  app.get("/kit", page(folder, "kit.html"));
  app.get("/trust", page(folder, "trust.html", trustPolicy));
  app.get("/display/:code", page(folder, "display.html"));
  app.use("/ui", assets(folder));
}
