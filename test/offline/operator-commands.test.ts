import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "#support/product.ts";

const program = fileURLToPath(new URL("../../bin/edgeward.ts", import.meta.url));
let product: Product;
let folder = "";

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  folder = mkdtempSync(join(tmpdir(), "edgeward-operator-"));
});

afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function edgeward(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<Said>();
  const { EDGEWARD_OPERATOR_TOKEN: _token, EDGEWARD_HUB_URL: _url, ...rest } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...rest, NODE_NO_WARNINGS: "1", npm_lifecycle_event: "", ...env },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.on("close", (code) => resolve({ code, out, err }));
  return promise;
}

/** The machine of a hub that was started by itself. */
function onItsMachine() {
  return { EDGEWARD_DATA: product.folder, EDGEWARD_HUB_PORT: new URL(product.hubUrl).port };
}

test("a hub that was started by itself is found on its own machine", async () => {
  const compacted = await edgeward(onItsMachine(), "hub", "compact");
  expect(compacted).toMatchObject({ code: 0, err: "" });
  expect(compacted.out).toContain("entries taken out of the feed");
  const { tenant_id: tenant, branch_id: branch } = product.demo;
  const place = ["hub", "export-feed", "feed.jsonl", "--branch", branch];
  expect(await edgeward(onItsMachine(), ...place, "--tenant", tenant)).toMatchObject({
    code: 0,
    err: "",
  });
  expect(readFileSync(join(folder, "feed.jsonl"), "utf8")).toContain('{"jws":');
  expect(await edgeward(onItsMachine(), ...place)).toMatchObject({
    code: 2,
    err: "edgeward: name the tenant: --tenant ID, or EDGEWARD_TENANT\n",
  });
  const shown = await edgeward(onItsMachine(), "status");
  expect(shown.out).toMatch(/hub +ok/u);
});

test("a hub elsewhere is found by its address and its operator's token", async () => {
  writeFileSync(join(folder, "empty.jsonl"), "");
  const elsewhere = { EDGEWARD_DATA: folder, EDGEWARD_HUB_URL: product.hubUrl };
  const command = ["hub", "import-batch", "empty.jsonl", "--reply", "answers.jsonl"];
  const named = { ...elsewhere, EDGEWARD_OPERATOR_TOKEN: product.operatorToken };
  expect(await edgeward(named, "hub", "compact")).toMatchObject({ code: 0, err: "" });
  expect(await edgeward(named, ...command)).toMatchObject({ code: 0, err: "" });
  const unnamed = await edgeward(elsewhere, "hub", "compact");
  expect(unnamed.code).toBe(1);
  expect(unnamed.err).toMatch(
    /^edgeward: the operator's token is neither in EDGEWARD_OPERATOR_TOKEN/u,
  );
});

test("where there is none, it is said how one is named", async () => {
  const { code, err } = await edgeward({ EDGEWARD_DATA: folder }, "hub", "compact");
  expect(code).toBe(1);
  expect(err).toMatch(/no running product found in .*EDGEWARD_HUB_URL/u);
});
