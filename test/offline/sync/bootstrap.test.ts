import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bootstrap, requireBootstrap } from "@edgeward/branch-node/sync/bootstrap.ts";
import { HubUnreachable } from "@edgeward/branch-node/sync/hub-client.ts";
import { bootstrapContract } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { startProduct, type Product } from "#support/product.ts";
import { enrolBareNode, withAllFields, type BareNode } from "./bare-node.ts";
import { enrolHandNode, replyOf, type BatchOperation, type HandNode } from "./hand-node.ts";

const readyShape = bootstrapContract.bootstrap.response;

let product: Product;
let sender: HandNode;
let branchId = "";
let sent = 0;
const nodes: BareNode[] = [];

/** Sends registrations with a visit to each, as another branch's desk makes them. */
async function send(count: number): Promise<readonly string[]> {
  const ops: BatchOperation[] = [];
  for (let index = 0; index < count; index += 1) {
    const patient = sender.register({ name: `Sunita Pawar ${sent + index}` });
    ops.push(patient, withAllFields(sender.openEncounter(patient.entity_id)));
  }
  for (let from = 0; from < ops.length; from += 400) {
    const part = ops.slice(from, from + 400);
    const reply = replyOf(await sender.send(sender.batch(sent + 1, part)));
    sent = reply.accepted_seq;
    expect(reply.results.find((result) => result.outcome !== "applied")).toBeUndefined();
  }
  return ops.map((op) => op.entity_id);
}

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  branchId = product.demo.branch_id;
  sender = await enrolHandNode(product, branchId);
  await send(3_000);
});

afterAll(async () => {
  for (const node of nodes) await node.stop();
  await sender.stop();
  await product.stop();
});

// The sender is the branch's node; each new one takes its place, as after the loss of a machine.
async function newNode(): Promise<BareNode> {
  const node = await enrolBareNode(product, branchId);
  nodes.push(node);
  return node;
}

function optionsOf(node: BareNode) {
  return { ...node, folder: join(node.folder, "bootstrap") };
}

test("a bootstrap file and the feed behind it come to the same as the whole feed, byte for byte", async () => {
  const quick = await newNode();
  await bootstrap(optionsOf(quick));
  const loaded = quick.contents()["patients"]?.length ?? 0;
  expect(loaded).toBeGreaterThan(3_000);
  expect(quick.contents()["encounters"]?.length).toBeGreaterThanOrEqual(3_000);
  expect(readdirSync(quick.folder)).not.toContain("bootstrap");
  // What comes after the file was made, and changes to what is in it.
  const created = await product.call("hub", "POST", "/v1/patients", {
    name: "Meera Kulkarni",
    gender: "female",
    age_years: 40,
    consent_status: "granted",
  });
  expect(created.status).toBe(201);
  const known = `/v1/patients/${product.demo.patient_id}`;
  const { headers } = await product.call("hub", "GET", known);
  const change = { phone: "+919820099887" };
  const match = { "if-match": String(headers.get("etag")) };
  expect((await product.call("hub", "PUT", known, change, match)).status).toBe(200);
  await quick.pullAll();

  const slow = await newNode();
  await slow.pullAll();
  const [one, other] = [quick.contents(), slow.contents()];
  for (const name of Object.keys(other)) expect(one[name], name).toEqual(other[name]);
  expect(one["patients"]?.length).toBe(loaded + 1);
});

test("a download that is cut goes on where it stopped, and each byte comes once", async () => {
  const node = await newNode();
  let taken = 0;
  let cuts = 0;
  const hub = {
    post: node.hub.post.bind(node.hub),
    get: (path: string) => node.hub.get(path),
    download: (path: string, from: number, onChunk: (chunk: Buffer) => Promise<void>) => {
      let budget = cuts < 3 ? 60_000 : Number.POSITIVE_INFINITY;
      return node.hub.download(path, from, async (chunk) => {
        budget -= chunk.length;
        if (budget < 0) {
          cuts += 1;
          throw new HubUnreachable(new Error("cut"));
        }
        taken += chunk.length;
        await onChunk(chunk);
      });
    },
  };
  const options = { ...optionsOf(node), hub };
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(bootstrap(options)).rejects.toThrow(HubUnreachable);
  const [part = ""] = readdirSync(options.folder);
  const soFar = readFileSync(join(options.folder, part));
  expect(soFar.length).toBe(taken);
  expect(soFar.includes("Sunita Pawar")).toBe(false);
  await bootstrap(options);
  expect(cuts).toBe(3);
  expect(node.contents()["encounters"]?.length).toBeGreaterThanOrEqual(3_000);
});

test("a file that was damaged on the way is thrown away and fetched anew", async () => {
  const node = await newNode();
  let isFirst = true;
  const hub = {
    post: node.hub.post.bind(node.hub),
    get: (path: string) => node.hub.get(path),
    download: (path: string, from: number, onChunk: (chunk: Buffer) => Promise<void>) =>
      node.hub.download(path, from, (chunk) => {
        if (isFirst) chunk.writeUInt8(chunk.readUInt8(100) ^ 1, 100);
        isFirst = false;
        return onChunk(chunk);
      }),
  };
  await bootstrap({ ...optionsOf(node), hub });
  expect(isFirst).toBe(false);
  expect(node.contents()["encounters"]?.length).toBeGreaterThanOrEqual(3_000);
});

test("a short feed needs no file, and a file is served to the node alone that it was made for", async () => {
  const node = await newNode();
  const none = { state: "none", file: null };
  expect(await node.hub.get("/v1/sync/bootstrap?over_rows=1000000")).toEqual(none);
  let reply = readyShape.parse(await node.hub.get("/v1/sync/bootstrap"));
  while (reply.file === null) reply = readyShape.parse(await node.hub.get("/v1/sync/bootstrap"));
  const { url, size } = reply.file;
  let bytes = 0;
  const count = async (chunk: Buffer) => {
    bytes += chunk.length;
  };
  expect(await node.hub.download(url, size - 1_000, count)).toBe(true);
  expect(bytes).toBe(1_000);
  const other = await newNode();
  expect(await other.hub.download(url, 0, count)).toBe(false);
  expect(bytes).toBe(1_000);
});

test("a node that reads no form of file that is made is answered that there is none", async () => {
  const node = await newNode();
  const reply = await node.hub.get("/v1/sync/bootstrap?over_rows=0&form=1");
  expect(reply).toEqual({ state: "none", file: null });
});

test("a node for which there is no file takes the feed from its beginning", async () => {
  const node = await newNode();
  const hub = {
    post: node.hub.post.bind(node.hub),
    get: () => Promise.resolve({ state: "none", file: null }),
    download: () => Promise.reject(new Error("there is no file")),
  };
  await bootstrap({ ...optionsOf(node), hub });
  await node.pullAll();
  expect(node.contents()["encounters"]?.length).toBeGreaterThanOrEqual(3_000);
});

test("a file that was made before what the feed still holds is given out no more", async () => {
  const node = await newNode();
  await bootstrap(optionsOf(node));
  const known = `/v1/patients/${product.demo.patient_id}`;
  for (const phone of ["+919820099001", "+919820099002"]) {
    const { headers } = await product.call("hub", "GET", known);
    const match = { "if-match": String(headers.get("etag")) };
    expect((await product.call("hub", "PUT", known, { phone }, match)).status).toBe(200);
  }
  const compacted = await product.operator("POST", "/operator/compact", { keep_days: 0 });
  expect(compacted.body["removed"]).toBeGreaterThan(0);
  await expect(node.pullAll()).rejects.toMatchObject({ code: "cursor_expired" });
  await requireBootstrap(node.store, node.identity.tenantId);
  await bootstrap(optionsOf(node));
  await node.pullAll();
  const phones = "SELECT phone FROM patients WHERE id = ?";
  expect(node.store.handle.prepare(phones).get(product.demo.patient_id)).toEqual({
    phone: "+919820099002",
  });
});
