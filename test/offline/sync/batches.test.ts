import { FlattenedSign } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { sendBatch, signBatch, signedBatch } from "@edgeward/branch-node/sync/push.ts";
import { batchShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { startProduct, type Product } from "#support/product.ts";
import { codeOf } from "#offline/front-desk.ts";
import { enrolHandNode, replyOf, type BatchOperation, type HandNode } from "./hand-node.ts";

let product: Product;
let branchId = "";
let node: HandNode;
const enrolled: HandNode[] = [];
// No check foresees this one: the database itself refuses it.
const unforeseenName = "Nobody Foresees";

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  const { tenant_id: tenant, branch_id: first } = product.demo;
  const [row] = await product.hubRows("SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2", [
    tenant,
    first,
  ]);
  branchId = String(row?.["id"]);
  await product.hubRows(
    `ALTER TABLE patients ADD CONSTRAINT unforeseen CHECK (name <> '${unforeseenName}')`,
    [],
  );
  // Nobody listens there: what counts here is how many deliveries are put down.
  const endpoint = { tenant_id: tenant, url: "http://127.0.0.1:9/", events: ["*"] };
  await product.operator("POST", "/operator/webhook-endpoints", endpoint);
});

// A node of its own for every test, so that each begins its stream at 1.
beforeEach(async () => {
  node = await enrolHandNode(product, branchId);
  enrolled.push(node);
});

afterAll(async () => {
  for (const one of enrolled) await one.stop();
  await product?.stop();
});

/** How often the effects of operations stand at the hub; one each is right. */
async function effectsOf(ops: readonly BatchOperation[]) {
  const ids = ops.map((op) => op.entity_id);
  const events = ops.flatMap((op) => op.events.map((event) => event.id));
  const operations = ops.map((op) => op.op_id);
  const [row] = await product.hubRows(
    `SELECT (SELECT count(*)::int FROM patients WHERE id = ANY($1)) AS patients,
            (SELECT count(DISTINCT uhid)::int FROM patients WHERE id = ANY($1)) AS numbers,
            (SELECT count(*)::int FROM domain_events WHERE id = ANY($2)) AS events,
            (SELECT count(*)::int FROM webhook_deliveries WHERE event_id = ANY($2)) AS deliveries,
            (SELECT count(*)::int FROM audit_events WHERE entity_id = ANY($1) AND action = 'create') AS audited,
            (SELECT count(*)::int FROM received_operations WHERE op_id = ANY($3)) AS received`,
    [ids, events, operations],
  );
  return row;
}

function onceEach(count: number) {
  return {
    patients: count,
    numbers: count,
    events: count,
    deliveries: count,
    audited: count,
    received: count,
  };
}

function registrations(count: number): readonly BatchOperation[] {
  return Array.from({ length: count }, () => node.register());
}

test("a batch sent again, as it was or under another name, gets its answer and changes nothing", async () => {
  const ops = registrations(20);
  const batch = node.batch(1, ops);
  const first = await node.send(batch);
  expect(first.status).toBe(200);
  expect(replyOf(first).results.map((result) => result.outcome)).toEqual(ops.map(() => "applied"));

  expect((await node.send(batch)).body).toEqual(first.body);
  const renamed = replyOf(await node.send(node.batch(1, ops)));
  expect(renamed.accepted_seq).toBe(20);
  expect(renamed.results.map((result) => result.outcome)).toEqual(ops.map(() => "duplicate"));
  expect(await effectsOf(ops)).toEqual(onceEach(20));
});

test("a batch that the hub knows in part adds only what is new, and the same batch many times at once counts once", async () => {
  const ops = registrations(30);
  await node.send(node.batch(1, ops.slice(0, 20)));
  const overlapping = replyOf(await node.send(node.batch(11, ops.slice(10))));
  const outcomes = overlapping.results.map((result) => result.outcome);
  expect(outcomes).toEqual([
    ...ops.slice(0, 10).map(() => "duplicate"),
    ...ops.slice(0, 10).map(() => "applied"),
  ]);

  const more = registrations(10);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => node.send(node.batch(31, more))),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(answers.map((answer) => replyOf(answer).accepted_seq)).toEqual([40, 40, 40, 40]);
  expect(await effectsOf([...ops, ...more])).toEqual(onceEach(40));
});

test("a batch that comes before its turn is refused with the place expected, and nothing of it is taken", async () => {
  const ops = registrations(10);
  await node.send(node.batch(1, ops.slice(0, 4)));
  const early = await node.send(node.batch(8, ops.slice(7)));
  expect([early.status, codeOf(early)]).toEqual([409, "sequence_gap"]);
  expect(early.body["error"]).toMatchObject({ details: { expected_seq: 5, epoch: 1 } });
  expect(await effectsOf(ops)).toEqual(onceEach(4));
  const joined = await node.send(node.batch(5, ops.slice(4)));
  expect(replyOf(joined).accepted_seq).toBe(10);
  expect(await effectsOf(ops)).toEqual(onceEach(10));
});

test("a node that comes back with other operations at places that are taken is notified, and none of them is called known", async () => {
  await node.send(node.batch(1, registrations(5)));
  const rewritten = registrations(5);
  const answer = await node.send(node.batch(4, rewritten));
  expect([answer.status, codeOf(answer)]).toEqual([409, "sequence_gap"]);
  expect(answer.body["error"]).toMatchObject({ details: { is_forked: true } });
  expect(await effectsOf(rewritten)).toEqual(onceEach(0));
});

test("a batch with a forged signature is refused, whoever forged it, and so is one changed on the way", async () => {
  const ops = registrations(3);
  const batch = node.batch(1, ops);
  const stranger = await enrolHandNode(product, product.demo.branch_id);
  enrolled.push(stranger);
  const signature = await node.sign(batch);
  const forgeries = [
    await signBatch(batch, { ...node.identity, privateKey: stranger.identity.privateKey }),
    `${signature.slice(0, -4)}AAAA`,
    "not a signature",
    `${Buffer.from('{"alg":"none"}').toString("base64url")}..`,
  ];
  for (const forged of forgeries) {
    const answer = await node.send(node.batch(1, ops), forged);
    expect([answer.status, codeOf(answer)]).toEqual([403, "forbidden"]);
  }
  const changed = await node.send({ ...batch, sent_at: new Date(0).toISOString() }, signature);
  expect([changed.status, codeOf(changed)]).toEqual([403, "forbidden"]);
  expect(await effectsOf(ops)).toEqual(onceEach(0));
});

test("a batch is taken as the very text that was signed, and as another text of the same JSON", async () => {
  const ops = registrations(4);
  const client = new HubClient({ identity: node.identity, now: Date.now });
  try {
    const first = await signedBatch(
      batchShape.parse(node.batch(1, ops.slice(0, 2))),
      node.identity,
    );
    await sendBatch(client, first);
    const second = await signedBatch(batchShape.parse(node.batch(3, ops.slice(2))), node.identity);
    const { batch, signature } = second;
    const { ops: last, ...others } = batch;
    const body = { signature, ops: last, ...others };
    const text = JSON.stringify(body, null, 1);
    await client.post("/v1/sync/offline-batch", body, batch.batch_id, text);
  } finally {
    await client.close();
  }
  expect(await effectsOf(ops)).toEqual(onceEach(4));
});

test("a batch is taken whose signature is over its bytes in base64, as detached ones are by themselves", async () => {
  const ops = registrations(2);
  const batch = node.batch(1, ops);
  const { nodeId, privateKey } = node.identity;
  const signed = await new FlattenedSign(Buffer.from(canonicalJson(batch)))
    .setProtectedHeader({ alg: "EdDSA", kid: nodeId })
    .sign(privateKey);
  const answer = await node.send(batch, `${signed.protected ?? ""}..${signed.signature}`);
  expect([answer.status, await effectsOf(ops)]).toEqual([200, onceEach(2)]);
});

test("a batch that was changed within the text that its node signed is refused", async () => {
  const ops = registrations(2);
  const client = new HubClient({ identity: node.identity, now: Date.now });
  const signed = await signedBatch(batchShape.parse(node.batch(1, ops)), node.identity);
  const changes = [
    signed.text.replace('"patient.created"', '"patient.credited"'),
    signed.text.replace('"epoch":1', '"epoch":2'),
    `${signed.text.slice(0, -1)},"ops":${JSON.stringify(ops.slice(0, 1))}}`,
  ];
  try {
    for (const [place, text] of changes.entries()) {
      expect(text).not.toBe(signed.text);
      const sent = client.post("/v1/sync/offline-batch", {}, `changed-${place}`, text);
      await expect(sent).rejects.toMatchObject({ code: "forbidden" });
    }
  } finally {
    await client.close();
  }
  expect(await effectsOf(ops)).toEqual(onceEach(0));
});

test("a node pushes for its own branch and tenant only", async () => {
  const ops = registrations(2);
  const own = node.batch(1, ops);
  for (const branch of [product.demo.branch_id, product.demo.other_branch_id]) {
    const answer = await node.send({ ...own, branch });
    expect(answer.status).toBe(403);
  }
  const token = await strangersToken();
  const elsewhere = await product.call(
    "hub",
    "POST",
    "/v1/sync/offline-batch",
    { ...own, signature: await node.sign(own) },
    {
      authorization: `Bearer ${token}`,
      "x-tenant-id": product.demo.other_tenant_id,
      "x-branch-id": product.demo.other_branch_id,
    },
  );
  expect(elsewhere.status).toBe(403);
  expect(await effectsOf(ops)).toEqual(onceEach(0));
});

async function strangersToken(): Promise<string> {
  const response = await fetch(`${product.hubUrl}/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "client_credentials",
      ...product.demo.clinical_other_tenant,
    }),
  });
  const body: unknown = await response.json();
  if (typeof body === "object" && body !== null && "access_token" in body)
    return String(body.access_token);
  throw new Error("the other tenant's client got no token");
}

function visitBehind(registration: BatchOperation): BatchOperation {
  return { ...node.openEncounter(registration.entity_id), deps: [registration.op_id] };
}

test("bad operations among good ones are quarantined with a reason, what builds on them waits, the rest is taken", async () => {
  const good = registrations(40);
  const malformed = node.register({ gender: 7 });
  const stolen = inTable("branches", node.register());
  const unforeseen = node.register({ name: unforeseenName });
  const dependant = visitBehind(malformed);
  const misplaced = node.register({ branch_id: product.demo.branch_id });
  const bad = [malformed, stolen, unforeseen, dependant, misplaced];
  const ops = [...good.slice(0, 20), ...bad, ...good.slice(20)];

  const reply = replyOf(await node.send(node.batch(1, ops)));
  const [first, second, third, fourth, fifth] = reply.results.slice(20, 25);
  expect(first).toMatchObject({
    outcome: "rejected",
    code: "invalid_field",
    message: "changes.0.fields.gender: must be one of male, female, other, unknown",
  });
  expect(second).toMatchObject({ outcome: "rejected", code: "not_of_command" });
  expect(third).toMatchObject({ outcome: "rejected", code: "database_refused" });
  expect(fourth).toMatchObject({ outcome: "held", held_by: malformed.op_id });
  expect(fifth).toMatchObject({ outcome: "rejected", code: "branch_forbidden" });
  expect(reply.accepted_seq).toBe(45);
  expect(await effectsOf(good)).toEqual(onceEach(40));
  expect(await effectsOf(bad)).toMatchObject({
    patients: 0,
    events: 0,
    deliveries: 0,
    audited: 0,
    received: 5,
  });
});

test("one bad operation at the head of a full batch costs itself and nothing else", async () => {
  const poison = node.register({ name: unforeseenName });
  const good = registrations(999);
  const reply = replyOf(await node.send(node.batch(1, [poison, ...good])));
  expect(reply.accepted_seq).toBe(1_000);
  expect(reply.results.filter(({ outcome }) => outcome === "applied")).toHaveLength(999);
  expect(reply.results[0]).toMatchObject({ outcome: "rejected", code: "database_refused" });
  expect(await effectsOf(good)).toEqual(onceEach(999));
});

function inTable(table: string, op: BatchOperation): BatchOperation {
  return { ...op, changes: op.changes.map((change) => ({ ...change, table })) };
}

test("what is no operation at all is quarantined alone, kept as it came, and the batch goes on", async () => {
  const good = registrations(4);
  const badStamp = { ...node.register(), hlc: "yesterday" };
  const noChanges: Readonly<Record<string, unknown>> = { ...node.register(), changes: "none" };
  const dependant = visitBehind(badStamp);
  const ops: unknown[] = [good[0], badStamp, noChanges, 7, null, dependant, ...good.slice(1)];
  const batch = { ...node.batch(1, []), ops };
  const reply = replyOf(await node.sendRaw(batch));
  expect(reply.accepted_seq).toBe(ops.length);
  expect(reply.results.map(({ outcome, code }) => code ?? outcome)).toEqual([
    "applied",
    ...Array.from({ length: 4 }, () => "malformed_operation"),
    "held",
    "applied",
    "applied",
    "applied",
  ]);
  expect(reply.results[1]).toMatchObject({
    op_id: badStamp.op_id,
    message: "hlc: is no hybrid clock stamp",
  });
  expect(await effectsOf(good)).toEqual(onceEach(4));
  const kept = await product.hubRows(
    "SELECT seq::int AS seq, operation FROM received_operations WHERE node_id = $1 AND outcome = 'rejected' ORDER BY seq",
    [node.identity.nodeId],
  );
  expect(kept).toEqual([
    { seq: 2, operation: badStamp },
    { seq: 3, operation: noChanges },
    { seq: 4, operation: 7 },
    { seq: 5, operation: expect.objectContaining({ type: "" }) },
  ]);
  // Sent again, the same is said of each; and a person sees them.
  expect(replyOf(await node.sendRaw(batch)).results.slice(1, 6)).toEqual(reply.results.slice(1, 6));
  const listed = await product.call("hub", "GET", "/v1/sync/operations?limit=100", undefined, {
    "x-branch-id": branchId,
  });
  expect(listed.status, JSON.stringify(listed.body)).toBe(200);
  expect(JSON.stringify(listed.body)).toContain(badStamp.op_id);
});

test("a stamp from far ahead moves the hub's clock by minutes at the most, and wins nothing by itself", async () => {
  const registration = { ...node.register(), hlc: "9999999999999-0000-fast" };
  const [made] = registration.changes;
  await node.send(node.batch(1, [registration]));
  const path = `/v1/patients/${registration.entity_id}`;
  const at = { "x-branch-id": branchId };
  expect((await product.call("hub", "PUT", path, { blood_group: "A+" }, at)).status).toBe(200);
  const sql = "SELECT hlc, blood_group, preferred_language FROM patients WHERE id = $1";
  const [row] = await product.hubRows(sql, [registration.entity_id]);
  expect(Number(String(row?.["hlc"]).slice(0, 13))).toBeLessThan(Date.now() + 6 * 60_000);

  if (made === undefined) throw new Error("it made nothing");
  const honest = node.register();
  const fields = { preferred_language: "mr" };
  const changes = [{ ...made, kind: "update" as const, fields, base: {}, version: 2 }];
  const entity_id = registration.entity_id;
  const edit = { ...honest, type: "patient.update", entity_id, changes, events: [] };
  const [result] = replyOf(await node.send(node.batch(2, [edit]))).results;
  expect(result?.outcome).toBe("conflict");
  const [after] = await product.hubRows(sql, [registration.entity_id]);
  expect(after).toMatchObject({ preferred_language: "mr" });
  const listed = await product.call("hub", "GET", "/v1/sync/conflicts?limit=100", undefined, at);
  const found = JSON.stringify(listed.body);
  expect(found).toContain(String(result?.conflict_ids?.[0]));
  expect(found).not.toContain("2286-");
});

test("the hub's own stamps come after what a branch with a fast clock has made", async () => {
  const ahead = 2 * 60_000;
  const stamp = `${Date.now() + ahead}-0001-fast`;
  const registration = { ...node.register(), hlc: stamp };
  await node.send(node.batch(1, [registration]));
  const change = { blood_group: "A+" };
  const path = `/v1/patients/${registration.entity_id}`;
  const at = { "x-branch-id": branchId };
  expect((await product.call("hub", "PUT", path, change, at)).status).toBe(200);
  const [row] = await product.hubRows("SELECT hlc FROM patients WHERE id = $1", [
    registration.entity_id,
  ]);
  expect(String(row?.["hlc"]) > stamp).toBe(true);
});

test("a node whose answer was lost still learns what was quarantined when it sends the batch again", async () => {
  const malformed = node.register({ gender: 7 });
  const dependant = visitBehind(malformed);
  const ops = [node.register(), malformed, dependant];
  const reported = replyOf(await node.send(node.batch(1, ops)));
  const reportedAgain = replyOf(await node.send(node.batch(1, ops)));
  expect(reportedAgain.results.map((result) => result.outcome)).toEqual([
    "duplicate",
    "rejected",
    "held",
  ]);
  expect(reportedAgain.results.slice(1)).toEqual(reported.results.slice(1));
});

test("a fault of the database that passes puts no operation aside: the batch is refused whole and taken later", async () => {
  await product.hubRows("CREATE TABLE full_disk AS SELECT true AS is_full");
  await product.hubRows("GRANT SELECT ON full_disk TO PUBLIC");
  await product.hubRows(`CREATE FUNCTION refuse_when_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT 1 FROM full_disk) THEN RAISE EXCEPTION USING ERRCODE = '53100'; END IF;
      RETURN NEW; END $$`);
  await product.hubRows(
    "CREATE TRIGGER full_disk BEFORE INSERT ON patients FOR EACH ROW EXECUTE FUNCTION refuse_when_full()",
  );
  const ops = registrations(5);
  const batch = node.batch(1, ops);
  expect((await node.send(batch)).status).toBe(500);
  expect(await effectsOf(ops)).toEqual(onceEach(0));
  await product.hubRows("DELETE FROM full_disk");
  const later = replyOf(await node.send(batch));
  expect(later.results.map((result) => result.outcome)).toEqual(ops.map(() => "applied"));
  expect(await effectsOf(ops)).toEqual(onceEach(5));
});
