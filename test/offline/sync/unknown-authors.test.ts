import { afterAll, beforeAll, expect, test } from "vitest";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { enrolHandNode, replyOf, type BatchOperation, type HandNode } from "./hand-node.ts";

// A hub that was put back to a backup knows nobody who came after it; their branches go on sending what they do.
let product: Product;
let node: HandNode;
let seq = 1;
const newId = createIdSource(Date.now);

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  node = await enrolHandNode(product, product.demo.branch_id);
});

afterAll(async () => {
  await node?.stop();
  await product?.stop();
});

/** Somebody whom the hub has never had, or has no longer. */
function newcomer() {
  return { id: newId("stf"), type: "staff", role: "front_desk" } as const;
}

async function send(ops: readonly BatchOperation[]) {
  const reply = replyOf(await node.send(node.batch(seq, ops)));
  seq += ops.length;
  return reply.results;
}

/** Puts somebody into the hub's register, as whoever runs the hub does it. */
async function addStaff(id: string): Promise<void> {
  await product.hubRows(
    `INSERT INTO staff
       SELECT (jsonb_populate_record(s, jsonb_build_object('id', $2::text, 'branches', jsonb_build_array($3::text)))).*
       FROM staff AS s WHERE tenant_id = $1 AND roles ? 'front_desk' ORDER BY s.id LIMIT 1`,
    [product.demo.tenant_id, id, node.identity.branchId],
  );
}

async function outcomesOf(ops: readonly BatchOperation[]): Promise<readonly unknown[]> {
  const rows = await product.hubRows(
    "SELECT outcome FROM received_operations WHERE op_id = ANY($1) ORDER BY seq",
    [ops.map(({ op_id: opId }) => opId)],
  );
  return rows.map((row) => row["outcome"]);
}

function changeOf(made: BatchOperation): BatchOperation {
  const { entity: table, entity_id: id } = made;
  const base = { blood_group: made.hlc };
  return {
    ...node.register(),
    type: "patient.update",
    entity_id: id,
    changes: [{ table, id, kind: "update", fields: { blood_group: "AB+" }, base, version: 2 }],
    events: [],
  };
}

test("what somebody has done whom the hub does not know waits for that person, in sight, and is taken by itself when they come", async () => {
  const actor = newcomer();
  const made = { ...node.register(), actor };
  const change = changeOf(made);
  const more = { ...node.register(), actor };
  const honest = node.register();
  expect(await send([made, change, more, honest])).toMatchObject([
    { outcome: "held", code: "unknown_author", held_by: actor.id },
    { outcome: "held", code: "missing_record" },
    { outcome: "held", code: "unknown_author", held_by: actor.id },
    { outcome: "applied" },
  ]);

  // Whoever only tries again cannot make anybody a member of staff.
  const client = new HubClient({ identity: node.identity, now: Date.now });
  const decision = { action: "retry", note: "again" };
  const retried = await client.put(`/v1/sync/operations/${made.op_id}`, decision, newId("op"));
  await client.close();
  expect(retried).toMatchObject({
    operation: { outcome: "held", code: "unknown_author", held_by: actor.id },
  });

  await addStaff(actor.id);
  const next = { ...node.register(), actor };
  expect(await send([next])).toMatchObject([{ outcome: "applied" }]);
  await until("what waited is taken", 20_000, async () =>
    (await outcomesOf([made, change, more])).every((outcome) => outcome === "applied"),
  );
  const [row] = await product.hubRows(
    "SELECT created_by, blood_group FROM patients WHERE id = $1",
    [made.entity_id],
  );
  expect(row).toEqual({ created_by: actor.id, blood_group: "AB+" });
});

test("a hub that starts looks itself whether somebody has come for whom work waits", async () => {
  const actor = newcomer();
  const made = { ...node.register(), actor };
  expect(await send([made])).toMatchObject([{ outcome: "held", code: "unknown_author" }]);
  await product.killHub("SIGTERM");
  await addStaff(actor.id);
  await product.restartHub();
  await until("what waited is taken", 20_000, async () =>
    (await outcomesOf([made])).every((outcome) => outcome === "applied"),
  );
});

test("an author under a name that no record can have is nobody to wait for", async () => {
  const made = { ...node.register(), actor: { id: "a nurse", type: "staff", role: null } as const };
  expect(await send([made])).toMatchObject([{ outcome: "rejected", code: "unknown_author" }]);
});
