import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bootstrap } from "@edgeward/branch-node/sync/bootstrap.ts";
import { startProduct, type Product } from "#support/product.ts";
import { pdfBytes } from "#support/document-files.ts";
import { hashOf, upload } from "#offline/files/file-desk.ts";
import { enrolBareNode, withAllFields, type BareNode } from "./bare-node.ts";
import { codeOf, textOf } from "#offline/front-desk.ts";
import { enrolHandNode, replyOf, type BatchOperation, type HandNode } from "./hand-node.ts";

let product: Product;
let home: HandNode;
let visited: BareNode;
let visitedId = "";
let patientId = "";
let ownVisit = "";
let sent = 0;
const nodes: BareNode[] = [];

async function send(node: HandNode, first: number, ...ops: readonly BatchOperation[]) {
  const reply = replyOf(await node.send(node.batch(first, ops.map(withAllFields))));
  expect(reply.results.map((result) => result.outcome)).toEqual(ops.map(() => "applied"));
}

async function visitAtHome(): Promise<string> {
  const visit = home.openEncounter(patientId);
  sent += 1;
  await send(home, sent, visit);
  return visit.entity_id;
}

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  const { tenant_id: tenant, branch_id: homeId } = product.demo;
  const [row] = await product.hubRows(
    "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 ORDER BY id LIMIT 1",
    [tenant, homeId],
  );
  visitedId = String(row?.["id"]);
  home = await enrolHandNode(product, homeId);
  const patient = home.register({ name: "Roaming Patient" });
  patientId = patient.entity_id;
  sent = 1;
  await send(home, 1, patient);
  const earlier = await enrolHandNode(product, visitedId);
  const visit = earlier.openEncounter(patientId);
  ownVisit = visit.entity_id;
  await send(earlier, 1, visit);
  await earlier.stop();
  visited = await enrolBareNode(product, visitedId);
  nodes.push(visited);
});

afterAll(async () => {
  for (const node of nodes) await node.stop();
  await home.stop();
  await product.stop();
});

function visitsAt(node: BareNode): readonly unknown[] {
  const sql = "SELECT id FROM encounters WHERE patient_id = ? ORDER BY id";
  return node.store.handle.prepare(sql).pluck().all(patientId);
}

function ask(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return product.call("hub", "POST", "/v1/sync/grants", body, {
    "x-branch-id": visitedId,
    ...headers,
  });
}

function revoke(id: string) {
  return product.call("hub", "DELETE", `/v1/sync/grants/${id}`, undefined, {
    "x-branch-id": visitedId,
  });
}

test("a branch gets a visiting patient's records of other branches with a grant, and loses them with its end", async () => {
  const before = await visitAtHome();
  await visited.pullAll();
  expect(visitsAt(visited)).toEqual([ownVisit]);

  const granted = await ask({ patient_id: patientId, reason: "came with chest pain" });
  expect(granted.status, JSON.stringify(granted.body)).toBe(201);
  await visited.pullAll();
  expect(visitsAt(visited)).toEqual([before, ownVisit].toSorted());

  // What happens at home while the grant holds comes as well, and into a file for a new machine.
  const during = await visitAtHome();
  await visited.pullAll();
  expect(visitsAt(visited)).toEqual([before, during, ownVisit].toSorted());
  const fresh = await enrolBareNode(product, visitedId);
  nodes.push(fresh);
  const forced = {
    post: fresh.hub.post.bind(fresh.hub),
    get: (path: string) =>
      fresh.hub.get(path.includes("/bootstrap?") ? `${path}&over_rows=0` : path),
    download: fresh.hub.download.bind(fresh.hub),
  };
  await bootstrap({ ...fresh, hub: forced, folder: join(fresh.folder, "bootstrap") });
  expect(visitsAt(fresh)).toEqual([before, during, ownVisit].toSorted());

  expect((await revoke(textOf(granted, "id"))).status).toBe(200);
  const after = await visitAtHome();
  await fresh.pullAll();
  expect(visitsAt(fresh)).toEqual([ownVisit]);
  expect(after).not.toBe(before);
  // The node knows that files may have gone with them, which it then erases.
  const noted = "SELECT count(*) FROM node_state WHERE state_name = 'copies_to_erase'";
  expect(fresh.store.handle.prepare(noted).pluck().get()).toBe(1);
  const keys = fresh.store.handle
    .prepare("SELECT count(*) FROM search_keys WHERE entity_id IN (?, ?)")
    .pluck()
    .get(before, during);
  expect(keys).toBe(0);
  const audited = await product.hubRows(
    "SELECT action FROM audit_events WHERE entity_id = $1 ORDER BY action",
    [textOf(granted, "id")],
  );
  expect(audited).toEqual([{ action: "create" }, { action: "revoke" }]);
});

test("a grant that ended while the branch was away lets nothing through that it had promised", async () => {
  const late = await enrolBareNode(product, visitedId);
  nodes.push(late);
  await late.pullAll();
  const granted = await ask({ patient_id: patientId, reason: "came again" });
  await visitAtHome();
  await revoke(textOf(granted, "id"));
  await late.pullAll();
  expect(visitsAt(late)).toEqual([ownVisit]);
  const again = await ask({ patient_id: patientId, reason: "and once more" });
  await late.pullAll();
  expect(visitsAt(late).length).toBeGreaterThan(1);
  await revoke(textOf(again, "id"));
});

async function documentAtHome(fields: Readonly<Record<string, string>>): Promise<string> {
  const bytes = Buffer.concat([pdfBytes, Buffer.from(`% ${randomUUID()}\n`)]);
  const form = { category: "patient", patient_id: patientId, ...fields };
  const headers = { "x-branch-id": product.demo.branch_id };
  const plan = { path: "/v1/documents/upload", filename: "earlier.pdf", headers, fields: form };
  const answer = await upload(product, "hub", bytes, plan);
  expect(answer.status, answer.bytes.toString()).toBe(201);
  return hashOf(bytes);
}

test("a node is given the files of what its branch is lent as long as it is, and of nothing that stays at home", async () => {
  // A machine that was enrolled later has taken the place of those before it.
  const node = await enrolBareNode(product, visitedId);
  nodes.push(node);
  const lent = await documentAtHome({});
  const athome = [
    await documentAtHome({ confidential: "true" }),
    await documentAtHome({ category: "identity" }),
  ];
  const stateOf = async (sha256: string) => {
    const path = `/v1/files/${sha256}/state`;
    const answer = node.hub.get(path).then(JSON.stringify, (error: unknown) => String(error));
    return /"state":"(\w+)"/u.exec(await answer)?.[1] ?? (await answer);
  };
  expect(await stateOf(lent)).toContain("no such record");
  const granted = await ask({ patient_id: patientId, reason: "came with the old papers" });
  expect(await stateOf(lent)).toBe("complete");
  for (const sha256 of athome) expect(await stateOf(sha256)).toContain("no such record");
  await revoke(textOf(granted, "id"));
  expect(await stateOf(lent)).toContain("no such record");
});

test("who may not see patients' visits gets no grant, nor anybody without a reason or a patient", async () => {
  const { status, body, headers } = await ask({ patient_id: patientId, reason: "  " });
  expect({ status, code: codeOf({ status, body, headers }) }).toMatchObject({ status: 422 });
  const unknown = { patient_id: "pat_00000000000000000000000000", reason: "no such" };
  expect(codeOf(await ask(unknown))).toBe("invalid_reference");
  const asLab = await ask({ patient_id: patientId, reason: "curious" }, { "x-actor-role": "lab" });
  expect(asLab.status).toBe(403);
});
