import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { builtProgram } from "#support/built-program.ts";
import { startProduct, type Product } from "#support/product.ts";
import { enrolHandNode, replyOf } from "#offline/sync/hand-node.ts";

const program = await builtProgram("edgeward");
let product: Product;
let folder = "";
const newId = createIdSource(Date.now);

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

test("a node is turned off at a hub that was started by itself, and one that is unknown is said to be", async () => {
  const node = await enrolHandNode(product, product.demo.branch_id);
  expect(replyOf(await node.send(node.batch(1, [node.register()]))).results).toMatchObject([
    { outcome: "applied" },
  ]);
  const { nodeId } = node.identity;
  const off = await edgeward(onItsMachine(), "hub", "revoke-node", nodeId);
  expect(off).toMatchObject({ code: 0, err: "" });
  expect(off.out).toContain(`${nodeId} of branch ${product.demo.branch_id} is off`);
  // Neither the token that it holds nor its key opens anything.
  expect(await node.send(node.batch(2, [node.register()]))).toMatchObject({
    status: 401,
    body: { error: { code: "token_revoked" } },
  });
  const fresh = new HubClient({ identity: node.identity, now: Date.now });
  await expect(fresh.token()).rejects.toThrowError(/turned off at the hub/u);
  await fresh.close();
  const again = await edgeward(onItsMachine(), "hub", "revoke-node", nodeId, "--json");
  expect(JSON.parse(again.out)).toMatchObject({ node_id: nodeId, was: "revoked" });
  await node.stop();
  const unknown = await edgeward(onItsMachine(), "hub", "revoke-node", newId("nod"));
  expect(unknown.code).toBe(1);
  expect(unknown.err).toMatch(/^edgeward: .*There is no such node/u);
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
