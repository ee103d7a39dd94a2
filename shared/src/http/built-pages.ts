import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RequestHandler } from "express";
import sirv from "sirv";
import { AppError } from "#kernel/errors.ts";

/** What a page of the build may load and do; `{nonce}` stands where each answer has one of its own. */
export const builtPagePolicy = [
  "default-src 'self'",
  // The reader of pictures is a WebAssembly module of our own; this allows no code made from text.
  "script-src 'self' 'wasm-unsafe-eval' 'nonce-{nonce}'",
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

// A browser gives up what is under way when its machine's network changes. Where that was what draws the page, it would
// stay white: it is opened anew as soon as the node answers. Later the page sees to what it fetches itself.
const openAnew = `addEventListener("error",({target})=>{
if(target.tagName!=="SCRIPT"&&target.rel!=="stylesheet"||document.getElementById("root").childElementCount>0)return;
const again=()=>fetch(location.href,{method:"HEAD",cache:"no-store"}).then(()=>location.reload(),()=>setTimeout(again,2000));
setTimeout(again,1000)},true)`.replaceAll("\n", "");

function withNonce(content: Buffer, nonce: string): string {
  const own = `<meta property="csp-nonce" nonce="${nonce}"><script nonce="${nonce}">${openAnew}</script>`;
  return content.toString().replace("<head>", () => `<head>${own}`);
}

/** Answers with a page of the build. */
export function builtPage(folder: string, file: string, policy = builtPagePolicy): RequestHandler {
  return async (_request, response) => {
    const missing = new AppError("unavailable", "The pages have not been built yet.");
    const content = await contentOf(join(folder, file), missing);
    const nonce = randomBytes(16).toString("base64");
    response.setHeader("Content-Security-Policy", policy.replaceAll("{nonce}", nonce));
    response.setHeader("Cache-Control", "no-cache");
    response.type("html").send(withNonce(content, nonce));
  };
}

// The names carry the content's hash, so a file never changes under its name.
const forEver = { brotli: true, gzip: true, maxAge: 31_536_000, immutable: true } as const;

/**
 * Answers with the files that the pages load, as the build has compressed them. Pages may be built after the node has
 * started, or anew, which puts another folder in the place of theirs: it is read when it is first asked for.
 */
export function builtAssets(folder: string): RequestHandler {
  const missing = new AppError("not_found", "There is no such address.");
  let known: { readonly inode: number; readonly serve: ReturnType<typeof sirv> } | null = null;
  return (request, response, next) => {
    const inode = statSync(folder, { throwIfNoEntry: false })?.ino;
    // A node whose pages have not been built serves everything else.
    if (inode === undefined) return next(missing);
    if (known?.inode !== inode) known = { inode, serve: sirv(folder, forEver) };
    return known.serve(request, response, () => next(missing));
  };
}
