import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "#support/product.ts";
import { enrolHandNode, replyOf, type HandNode } from "./hand-node.ts";

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
  "राधा\t😀\nline",
  "{}",
];

test("every sign of a text comes up to the letter, in columns and within documents", async () => {
  const address = { line1: String.raw`"\{}`, city: "पुणे", nested: [null, 'a"b', { "k\\": "," }] };
  const ops = awkward.map((name) => node.register({ name, address, metadata: { note: name } }));
  const reply = replyOf(await node.send(node.batch(1, ops)));
  expect(reply.results.map((result) => result.outcome)).toEqual(ops.map(() => "applied"));

  const rows = await product.hubRows(
    `SELECT p.name, p.address, p.metadata, p.phone, r.operation->'changes'->0->'fields'->>'name' AS kept
       FROM patients p JOIN received_operations r ON r.op_id = ANY($1) AND r.operation->>'entity_id' = p.id
      ORDER BY r.seq`,
    [ops.map((op) => op.op_id)],
  );
  expect(rows).toEqual(
    awkward.map((name) => ({ name, address, metadata: { note: name }, phone: null, kept: name })),
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
