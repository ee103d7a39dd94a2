import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express, { type ErrorRequestHandler } from "express";
import { expect, test } from "vitest";
import { builtAssets, builtPage } from "./built-pages.ts";
import { closeServer, listen } from "./listen.ts";

const refuse: ErrorRequestHandler = (_error, _request, response, _next) => {
  response.status(404).end();
};

test("serves pages that are built after the node has started, and those that are built anew", async () => {
  const place = mkdtempSync(join(tmpdir(), "edgeward-built-pages-"));
  const folder = join(place, "ui");
  const build = (file: string) => {
    const made = join(place, `made-${file}`);
    mkdirSync(made);
    writeFileSync(join(made, file), file);
    if (file !== "first.js") renameSync(folder, join(place, "before"));
    renameSync(made, folder);
  };
  const server = createServer(express().use("/ui", builtAssets(folder)).use(refuse));
  const port = await listen(server, 0, "127.0.0.1");
  const statusOf = async (file: string) =>
    (await fetch(`http://127.0.0.1:${port}/ui/${file}`)).status;
  expect(await statusOf("first.js")).toBe(404);
  build("first.js");
  expect(await statusOf("first.js")).toBe(200);
  build("second.js");
  expect([await statusOf("first.js"), await statusOf("second.js")]).toEqual([404, 200]);
  await closeServer(server);
  rmSync(place, { recursive: true });
});

test("a page runs and applies what comes from its own node alone, and no style that was put into it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-built-page-"));
  writeFileSync(join(folder, "desk.html"), "<html><head></head><body></body></html>");
  const server = createServer(express().get("/desk", builtPage(folder, "desk.html")).use(refuse));
  const port = await listen(server, 0, "127.0.0.1");
  const asked = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/desk`);
    const policy = response.headers.get("content-security-policy") ?? "";
    const [, nonce] = / nonce="([^"]+)"/u.exec(await response.text()) ?? [];
    return { nonce, directives: policy.split("; ").map((one) => one.split(" ")) };
  };
  const [first, second] = [await asked(), await asked()];
  expect(first.nonce?.length).toBeGreaterThan(20);
  expect(second.nonce).not.toBe(first.nonce);
  for (const { nonce, directives } of [first, second])
    expect(Object.fromEntries(directives.map(([name, ...values]) => [name, values]))).toEqual({
      "default-src": ["'self'"],
      "script-src": ["'self'", "'wasm-unsafe-eval'", `'nonce-${nonce}'`],
      "connect-src": ["'self'"],
      "img-src": ["'self'", "data:"],
      "style-src": ["'self'", `'nonce-${nonce}'`],
      "frame-ancestors": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
    });
  await closeServer(server);
  rmSync(folder, { recursive: true });
});
