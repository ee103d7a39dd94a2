import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { startProduct, type Product } from "#support/product.ts";
import { addStaff } from "./added-staff.ts";
import { enrolHandNode, replyOf, type BatchOperation, type HandNode } from "./hand-node.ts";

// A node's key signs for anybody of the tenant; the hub asks whether they could do it at that time.
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

async function send(ops: readonly BatchOperation[]) {
  const reply = replyOf(await node.send(node.batch(seq, ops)));
  seq += ops.length;
  return reply.results.map(({ code, outcome, message }) => [code ?? outcome, message ?? null]);
}

/** Somebody who works only at the node's branch, or at another one. */
function staffOf(role: string, isHere = true): Promise<BatchOperation["actor"]> {
  return addStaff(product, role, isHere ? product.demo.branch_id : newId("brn"));
}

function by(actor: BatchOperation["actor"]): BatchOperation {
  return { ...node.register(), actor, at: new Date().toISOString() };
}

async function change(actor: BatchOperation["actor"], set: string): Promise<void> {
  await product.hubRows(`UPDATE staff SET ${set} WHERE tenant_id = $1 AND id = $2`, [
    product.demo.tenant_id,
    actor.id,
  ]);
  // The database tells the time of the change by its own clock, in milliseconds.
  await delay(5);
}

const asideFor = (message: string) => ["no_right_then", message];

test("what nobody's roles, branches or kind allowed at that time is set aside by name, and the rest is taken", async () => {
  const clerk = await staffOf("front_desk");
  const doctor = await staffOf("doctor");
  const elsewhere = await staffOf("front_desk", false);
  const taken = ["applied", null];
  expect(
    await send([
      by(clerk),
      by(doctor),
      by({ ...clerk, role: "tenant_admin" }),
      by(elsewhere),
      by({ id: newId("stf"), type: "user", role: null }),
      by({ ...clerk, role: null }),
    ]),
  ).toEqual([
    taken,
    asideFor("actor.id: none of their roles allowed patient.create then"),
    asideFor("actor.role: tenant_admin was not their role then"),
    asideFor("actor.id: did not work at that branch then"),
    asideFor("actor.type: no account works at a branch"),
    taken,
  ]);
});

test("who could do it then could do it, whatever became of them since; who could not yet, or no longer, could not", async () => {
  const clerk = await staffOf("front_desk");
  const before = by(clerk);
  await change(clerk, `roles = '["doctor"]'`);
  const between = by(clerk);
  await change(clerk, `roles = '["front_desk"]'`);
  const again = by(clerk);
  await change(clerk, "status = 'inactive'");
  const after = by(clerk);
  expect(await send([before, between, again, after])).toEqual([
    ["applied", null],
    asideFor("actor.role: front_desk was not their role then"),
    ["applied", null],
    asideFor("actor.id: was not active then"),
  ]);
});

const deviceRow = {
  name: "",
  driver_profile: "virtual",
  capabilities: [],
  roles: [],
  health_status: "online",
  status: "active",
  status_history: [],
  metadata: {},
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  created_by: "system",
  updated_by: "system",
  version: 1,
  origin: "branch",
  origin_node_id: "nod_1",
  hlc: "0",
  stamps: { "*": "0" },
  unknown_fields: {},
};

test("a device works where it is registered, and one that nobody has registered, or that is a printer, waits", async () => {
  const deviceAt = async (kind: string, branchId: string) => {
    const id = newId("dev");
    const row = { ...deviceRow, id, serial_no: id, device_type: kind, branch_id: branchId };
    const whole = JSON.stringify({ ...row, tenant_id: product.demo.tenant_id });
    await product.hubRows(
      "INSERT INTO devices SELECT (jsonb_populate_record(NULL::devices, $1::jsonb)).*",
      [whole],
    );
    return { id, type: "device", role: null } as const;
  };
  const { branch_id: branch } = product.demo;
  const unknown = { id: newId("dev"), type: "device", role: null } as const;
  const waits = ["unknown_author", "actor.id: is nobody of this tenant"];
  expect(
    await send([
      by(await deviceAt("kiosk", branch)),
      by(unknown),
      by(await deviceAt("printer", branch)),
      by(await deviceAt("bedside_tablet", newId("brn"))),
      { ...by(await deviceAt("kiosk", branch)), type: "patient.update" },
    ]),
  ).toEqual([
    ["applied", null],
    waits,
    waits,
    asideFor("actor.id: did not work at that branch then"),
    ["not_of_command", "changes.0.kind: patient.update does not make patients"],
  ]);
});

test("a program is held to its scopes as well", async () => {
  const [client] = await product.hubRows(
    "SELECT id FROM clients WHERE tenant_id = $1 AND id = $2",
    [product.demo.tenant_id, product.demo.clinical.client_id],
  );
  const actor = { id: String(client?.["id"]), type: "client", role: null } as const;
  await product.hubRows(
    `UPDATE clients SET scopes = '["patients:read"]' WHERE tenant_id = $1 AND id = $2`,
    [product.demo.tenant_id, actor.id],
  );
  await delay(5);
  const limited = by(actor);
  await product.hubRows("UPDATE clients SET scopes = NULL WHERE tenant_id = $1 AND id = $2", [
    product.demo.tenant_id,
    actor.id,
  ]);
  await delay(5);
  expect(await send([limited, by(actor)])).toEqual([
    asideFor("actor.id: its scopes did not cover patient.create then"),
    ["applied", null],
  ]);
});

test("somebody at the hub answers for it; the word of the branch's node does not", async () => {
  const doctor = await staffOf("doctor");
  const made = by(doctor);
  expect(await send([made])).toMatchObject([["no_right_then", expect.any(String)]]);
  const path = `/v1/sync/operations/${made.op_id}`;
  const decision = { action: "retry", note: "She stood in for the desk" };

  const client = new HubClient({ identity: node.identity, now: Date.now });
  const relayed = await client.put(path, decision, newId("op"));
  await client.close();
  expect(relayed).toMatchObject({ operation: { outcome: "rejected", code: "no_right_then" } });

  const key = { "idempotency-key": newId("op") };
  const answered = await product.call("hub", "PUT", path, decision, key);
  expect([answered.status, answered.body]).toMatchObject([
    200,
    { operation: { outcome: "applied" } },
  ]);
  const [row] = await product.hubRows("SELECT created_by FROM patients WHERE id = $1", [
    made.entity_id,
  ]);
  expect(row).toEqual({ created_by: doctor.id });
});

test("nobody who serves requests can rewrite what somebody could do", async () => {
  const rights = await product.hubRows(
    `SELECT has_table_privilege('edgeward_app', 'former_rights', 'UPDATE') AS changes,
            has_table_privilege('edgeward_app', 'former_rights', 'DELETE') AS removes`,
    [],
  );
  expect(rights).toEqual([{ changes: false, removes: false }]);
});
