import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { startProduct, type Product } from "#support/product.ts";
import { withAllFields } from "./bare-node.ts";
import { enrolHandNode, replyOf, type HandNode } from "./hand-node.ts";

const newId = createIdSource(Date.now);
const changesShape = z.array(
  z.object({ path: z.string(), old_hash: z.string().optional(), new_hash: z.string().optional() }),
);

let product: Product;
let branchId = "";
let node: HandNode;

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  const { tenant_id: tenant, branch_id: first } = product.demo;
  const [row] = await product.hubRows("SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2", [
    tenant,
    first,
  ]);
  branchId = String(row?.["id"]);
  node = await enrolHandNode(product, branchId);
});

afterAll(async () => {
  await node?.stop();
  await product?.stop();
});

// Signs that end a text, a list or an array in one language or another.
const awkward = [
  String.raw`O'Brien "Bob" \ {a,b} NULL`,
  "NULL",
  String.raw`\\" , "}`,
  "राधा 😀 — line",
  "{}",
];

test("every sign of a text comes up to the letter, in columns and within documents", async () => {
  const address = { line1: String.raw`"\{}`, city: "पुणे", country: "IN" };
  const metadataOf = (name: string) => ({
    note: `${name}\t\n`,
    nested: [null, 'a"b', { "k\\": "," }],
  });
  const ops = awkward.map((name) => node.register({ name, address, metadata: metadataOf(name) }));
  const reply = replyOf(await node.send(node.batch(1, ops)));
  expect(reply.results.map((result) => result.outcome)).toEqual(ops.map(() => "applied"));

  const rows = await product.hubRows(
    `SELECT p.name, p.address, p.metadata, p.phone, r.operation->'changes'->0->'fields'->>'name' AS kept
       FROM patients p JOIN received_operations r ON r.op_id = ANY($1) AND r.operation->>'entity_id' = p.id
      ORDER BY r.seq`,
    [ops.map((op) => op.op_id)],
  );
  expect(rows).toEqual(
    awkward.map((name) => ({
      name,
      address,
      metadata: metadataOf(name),
      phone: null,
      kept: name,
    })),
  );
});

test("a number that is taken within a batch costs nobody beside it anything, and is shown once", async () => {
  const ops = Array.from({ length: 12 }, () => node.register());
  const uhid = ops[3]?.changes[0]?.fields["uhid"];
  const twin = node.register({ uhid });
  const reply = replyOf(await node.send(node.batch(awkward.length + 1, [...ops, twin])));
  expect(reply.results.map((result) => result.outcome)).toEqual(
    [...ops, twin].map(() => "applied"),
  );

  const holders = await product.hubRows(
    "SELECT entity_id FROM claims WHERE claim_kind = 'uhid' AND claim_value = $1",
    [uhid],
  );
  expect(holders).toEqual([{ entity_id: ops[3]?.entity_id }]);
  const shown = await product.hubRows(
    "SELECT conflict_kind, field, kept_value FROM conflicts WHERE entity_id = $1",
    [twin.entity_id],
  );
  expect(shown).toEqual([{ conflict_kind: "duplicate", field: "uhid", kept_value: uhid }]);
  const found = await product.hubRows(
    "SELECT DISTINCT entity_id FROM search_keys WHERE entity_id = ANY($1)",
    [[...ops, twin].map((op) => op.entity_id)],
  );
  expect(found).toHaveLength(13);
});

test("a time that is given away twice stays with the first, and the second is shown to a person", async () => {
  const patient = node.register();
  const doctor = newId("stf");
  const slot = "2031-03-03T04:30:00.000Z";
  const overlapping = "2031-03-03T04:45:00.000Z";
  const first = node.book(patient.entity_id, doctor, slot);
  const second = node.book(patient.entity_id, doctor, overlapping);
  const [place] = await product.hubRows("SELECT accepted_seq FROM nodes WHERE id = $1", [
    node.identity.nodeId,
  ]);
  const seq = Number(place?.["accepted_seq"]) + 1;
  const reply = replyOf(await node.send(node.batch(seq, [patient, first, second])));
  expect(reply.results.map((result) => result.outcome)).toEqual(["applied", "applied", "applied"]);

  const holders = await product.hubRows(
    "SELECT ref_id, is_double FROM reservations WHERE resource_id = $1 ORDER BY is_double",
    [doctor],
  );
  expect(holders).toEqual([
    { ref_id: first.entity_id, is_double: false },
    { ref_id: second.entity_id, is_double: true },
  ]);
  const shown = await product.hubRows(
    `SELECT conflict_kind, field, kept_value, patient_id, op_id FROM conflicts
      WHERE entity_id = ANY($1)`,
    [[first.entity_id, second.entity_id]],
  );
  expect(shown).toEqual([
    {
      conflict_kind: "duplicate",
      field: "slot_time",
      kept_value: overlapping,
      patient_id: patient.entity_id,
      op_id: second.op_id,
    },
  ]);
  const fed = await product.hubRows("SELECT entity FROM feed WHERE op_id = $1 ORDER BY entity", [
    second.op_id,
  ]);
  expect(fed).toEqual([{ entity: "appointments" }, { entity: "conflicts" }]);
});

test("a token that was given out twice is kept twice, and shown to a person", async () => {
  const patient = node.register();
  const doctor = newId("stf");
  const token = { queue_no: 1, queue_code: "general", token_code: "GEN-001" };
  const visits = ["2031-04-03T04:30:00.000Z", "2031-04-03T06:30:00.000Z"].map((slot) => {
    const booked = node.book(patient.entity_id, doctor, slot);
    const [made] = booked.changes;
    if (made === undefined) throw new Error("it made nothing");
    const fields = { ...made.fields, ...token, business_date: "2031-04-03" };
    return { ...booked, changes: [{ ...made, fields }] };
  });
  const [place] = await product.hubRows("SELECT accepted_seq FROM nodes WHERE id = $1", [
    node.identity.nodeId,
  ]);
  const seq = Number(place?.["accepted_seq"]) + 1;
  const reply = replyOf(await node.send(node.batch(seq, [patient, ...visits])));
  expect(reply.results.map((result) => result.outcome)).toEqual(["applied", "applied", "applied"]);
  const shown = await product.hubRows(
    "SELECT entity_id, conflict_kind, field FROM conflicts WHERE entity_id = ANY($1)",
    [visits.map(({ entity_id: id }) => id)],
  );
  expect(shown).toEqual([
    { entity_id: visits[1]?.entity_id, conflict_kind: "duplicate", field: "queue_no" },
  ]);
});

test("the audit of what came up says which fields it changed by hashes of their values, whose record it is, and which node sent it", async () => {
  const patient = node.register({ blood_group: "O+" });
  const visit = withAllFields(node.openEncounter(patient.entity_id));
  const [place] = await product.hubRows("SELECT accepted_seq FROM nodes WHERE id = $1", [
    node.identity.nodeId,
  ]);
  const seq = Number(place?.["accepted_seq"]) + 1;
  const [made] = patient.changes;
  const change = {
    ...patient,
    op_id: newId("op"),
    type: "patient.update",
    events: [],
    changes: [
      {
        ...made,
        table: "patients",
        id: patient.entity_id,
        kind: "update" as const,
        fields: { blood_group: "B+" },
        base: { blood_group: patient.hlc },
        version: 2,
      },
    ],
  };
  replyOf(await node.send(node.batch(seq, [patient, visit, change])));
  const audited = await product.hubRows(
    "SELECT action, changes, trust, client_id FROM audit_events WHERE entity_id = $1 ORDER BY seq",
    [patient.entity_id],
  );
  const { nodeId } = node.identity;
  expect(audited.map((row) => row["client_id"])).toEqual([nodeId, nodeId]);
  const [create, update] = audited.map((row) => ({
    action: row["action"],
    trust: row["trust"],
    changes: changesShape.parse(row["changes"]),
  }));
  const hash = expect.stringMatching(/^[0-9a-f]{32}$/u);
  const whole = [{ path: "*", new_hash: hash }];
  expect(create).toEqual({ action: "create", trust: "replayed", changes: whole });
  const changed = [{ path: "blood_group", old_hash: hash, new_hash: hash }];
  expect(update).toEqual({ action: "update", trust: "replayed", changes: changed });
  expect(update?.changes[0]?.new_hash).not.toBe(update?.changes[0]?.old_hash);
  const opened = await product.hubRows("SELECT patient_id FROM audit_events WHERE entity_id = $1", [
    visit.entity_id,
  ]);
  expect(opened).toEqual([{ patient_id: patient.entity_id }]);
});
