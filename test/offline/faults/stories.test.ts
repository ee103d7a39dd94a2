import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import Sqlite from "better-sqlite3";
import { join } from "node:path";
import * as z from "zod";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import { openMessageLine, type LineMessage, type MessageLine } from "#support/message-line.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { newPatient, registerPatient, textOf } from "#offline/front-desk.ts";

// What has gone wrong in other engines of this kind, one test each; what stands elsewhere is not repeated here.

let product: Product;
let line: MessageLine;

beforeAll(async () => {
  product = await startProduct({
    openLine: async (port) => {
      line = await openMessageLine(port);
      return line;
    },
  });
});

afterEach(() => {
  line.fault = () => null;
});

afterAll(() => product?.stop());

const batchShape = z.object({
  ops: z.array(z.object({ op_id: z.string(), changes: z.array(z.unknown()) })),
});

function isBatch({ path }: LineMessage): boolean {
  return path.startsWith("/v1/sync/offline-batch");
}

function batchOf({ headers, body }: LineMessage): z.output<typeof batchShape> {
  const open = headers["content-encoding"] === "zstd" ? zstdDecompressSync : gunzipSync;
  return batchShape.parse(JSON.parse(open(body).toString("utf8")));
}

async function visit(patientId: string): Promise<string> {
  const { provider_id: providerId } = product.demo;
  const body = { patient_id: patientId, provider_id: providerId, source: "walk_in" };
  return textOf(await product.call("branch", "POST", "/v1/appointments", body), "id");
}

async function atHub(table: string, id: string): Promise<number> {
  return (await product.hubRows(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).length;
}

function atBranch(id: string): number {
  return product.branchRows("SELECT 1 FROM patients WHERE id = ?", [id]).length;
}

test("a batch that is cut in the middle of what belongs together leaves nothing of the rest behind", async () => {
  product.outage(true);
  const visits: string[] = [];
  for (let count = 0; count < 8; count += 1)
    visits.push(await visit(await registerPatient(product, "branch")));
  const changes = new Map<string, number>();
  let cuts = 0;
  line.fault = (message) => {
    if (!isBatch(message)) return null;
    const { ops } = batchOf(message);
    for (const op of ops) changes.set(op.op_id, op.changes.length);
    // Smaller each time, so that borders fall everywhere.
    if (ops.length > 5)
      return { kind: "answer", status: 413, type: "text/plain", body: "too large" };
    cuts += 1;
    if (cuts > 2) return null;
    return { kind: "cut_request", bytes: Math.floor((message.body.length * cuts) / 3) };
  };
  product.outage(false);
  await product.caughtUp(60_000);
  expect(cuts).toBeGreaterThan(2);
  for (const id of visits) expect(await atHub("appointments", id)).toBe(1);
  const journal = product.branchRows(
    "SELECT op_id, json_array_length(operation, '$.changes') AS changes FROM journal",
  );
  const whole = new Map(journal.map((row) => [row["op_id"], row["changes"]]));
  const split = [...changes].filter(([opId, count]) => whole.get(opId) !== count);
  expect(split).toEqual([]);
});

test("what the hub writes while a push is under way comes down all the same", async () => {
  const during: string[] = [];
  const pushes: number[] = [];
  line.fault = (message) => {
    if (!isBatch(message)) return null;
    pushes.push(performance.now());
    // The answer is lost behind writes at the hub that the branch has to hear of.
    return pushes.length === 1 ? { kind: "lose_answer" } : null;
  };
  line.delayMs = 300;
  const registering = registerPatient(product, "branch");
  // One more after it: so the push is under way with writes before, beside and behind it.
  while (pushes.length === 0) during.push(await registerPatient(product, "hub"));
  during.push(await registerPatient(product, "hub"));
  line.delayMs = 0;
  await registering;
  await product.caughtUp();
  await until("all of it is here", 15_000, () => during.every((id) => atBranch(id) === 1));
  expect(during.length).toBeGreaterThan(0);
});

test("a log that SQLite begins anew, and a branch that is killed then, keep nothing from being sent", async () => {
  product.outage(true);
  const ids: string[] = [];
  const folder = join(product.folder, "branch");
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 10; count += 1) ids.push(await registerPatient(product, "branch"));
    const { handle } = openSqliteStore({
      file: join(folder, "branch.db"),
      key: databaseKey(folder),
    });
    expect(handle).toBeInstanceOf(Sqlite);
    handle.pragma("wal_checkpoint(TRUNCATE)");
    handle.close();
    await product.killBranch("SIGKILL");
    await product.restartBranch();
  }
  expect((await product.syncStatus())["unsent"]).toBeGreaterThanOrEqual(ids.length);
  product.outage(false);
  await product.caughtUp();
  for (const id of ids) expect(await atHub("patients", id)).toBe(1);
});

test("a record that was made and taken back in an outage does not come back, at the branch or at the hub", async () => {
  product.outage(true);
  const made = await product.call("branch", "POST", "/v1/drafts", {
    kind: "patient_registration",
    form_state: { name: "Half a form" },
  });
  expect(made.status).toBe(201);
  const id = textOf(made, "id");
  const discarded = await product.call("branch", "DELETE", `/v1/drafts/${id}`);
  expect(discarded.status).toBeLessThan(300);
  product.outage(false);
  await product.caughtUp();
  const [hub] = await product.hubRows("SELECT draft_status AS status FROM drafts WHERE id = $1", [
    id,
  ]);
  expect(hub).toEqual({ status: "discarded" });
  // The feed's echo must not put the older state back.
  await registerPatient(product, "hub");
  await product.caughtUp();
  expect(
    product.branchRows("SELECT draft_status AS status FROM drafts WHERE id = ?", [id]),
  ).toEqual([{ status: "discarded" }]);
  const open = await product.call("branch", "GET", "/v1/drafts?status=open");
  expect(JSON.stringify(open.body)).not.toContain(id);
});

test("a change that changes nothing leaves both sides with the same version", async () => {
  const patient = newPatient({ email: "same@example.org" });
  const id = textOf(await product.call("branch", "POST", "/v1/patients", patient), "id");
  await product.caughtUp();
  for (const node of ["branch", "hub"] as const) {
    const { headers } = await product.call(node, "GET", `/v1/patients/${id}`);
    const given = { "if-match": String(headers.get("etag")) };
    const body = { email: "same@example.org" };
    const answer = await product.call(node, "PUT", `/v1/patients/${id}`, body, given);
    expect(answer.status).toBe(200);
    await product.caughtUp();
    const versionAt = async (side: "branch" | "hub") =>
      (await product.call(side, "GET", `/v1/patients/${id}`)).headers.get("etag");
    await until("both say the same", 10_000, async () => {
      return (await versionAt("branch")) === (await versionAt("hub"));
    });
  }
  expect(await product.hubRows("SELECT 1 FROM conflicts WHERE entity_id = $1", [id])).toEqual([]);
});

test("one record in conflict holds up nothing of the push that it came with", async () => {
  const shared = await registerPatient(product, "branch", { blood_group: "A+" });
  await product.caughtUp();
  product.outage(true);
  await product.call("hub", "PUT", `/v1/patients/${shared}`, { blood_group: "B+" });
  await product.call("branch", "PUT", `/v1/patients/${shared}`, { blood_group: "O+" });
  const others: string[] = [];
  for (let count = 0; count < 10; count += 1) others.push(await registerPatient(product, "branch"));
  product.outage(false);
  await product.caughtUp();
  for (const id of others) expect(await atHub("patients", id)).toBe(1);
  const conflicts = await product.hubRows("SELECT field FROM conflicts WHERE entity_id = $1", [
    shared,
  ]);
  expect(conflicts).toEqual([{ field: "blood_group" }]);
});
