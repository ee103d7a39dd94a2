import { mkdtempSync, rmSync, cpSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DurablePostgres } from "#support/durable-postgres.ts";
import { startDurableProduct } from "#support/durable-product.ts";
import type { Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient, textOf } from "#offline/front-desk.ts";
import { patientsAtBranch, patientsAtHub, registerPatients } from "#offline/patients-at.ts";

// The hub's database is lost, and a copy of its files from some time ago is put back.

let postgres: DurablePostgres;
let product: Product;
let backups = "";
let receiver: Server;
/** What the receiver was sent: the name of each event, with the ids under which it came. */
const reported = new Map<string, Set<string>>();

beforeAll(async () => {
  backups = mkdtempSync(join(tmpdir(), "edgeward-hub-backups-"));
  ({ product, postgres } = await startDurableProduct());
  receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const [, entity = ""] = /"id":"(pat_[^"]+)"/u.exec(text) ?? [];
      const ids = reported.get(entity) ?? new Set();
      reported.set(entity, ids.add(String(request.headers["x-service-id"])));
      response.end();
    });
  });
  const port = await new Promise<number>((resolve) => {
    receiver.listen(0, "127.0.0.1", () => {
      const address = receiver.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  await product.operator("POST", "/operator/webhook-endpoints", {
    tenant_id: product.demo.tenant_id,
    url: `http://127.0.0.1:${port}/`,
    events: ["patient.created"],
  });
}, 120_000);

afterAll(async () => {
  await product.stop();
  receiver.close();
  rmSync(backups, { recursive: true, force: true });
});

async function backUpHub(name: string): Promise<void> {
  await product.caughtUp();
  await product.killHub("SIGTERM");
  await postgres.backUp(join(backups, name));
  await product.restartHub();
  await product.caughtUp();
}

async function putBackHub(name: string): Promise<void> {
  await product.killHub("SIGKILL");
  await postgres.putBack(join(backups, name));
  await product.restartHub();
}

async function hubHasAll(ids: readonly string[]): Promise<void> {
  await until("the hub has again what it lost", 60_000, async () => {
    const rows = await patientsAtHub(product, ids);
    return rows.length === ids.length;
  });
  await product.caughtUp();
}

function incarnationAtBranch(): unknown {
  const sql = "SELECT state_value FROM node_state WHERE state_name = 'hub_incarnation'";
  return product.branchRows(sql)[0]?.["state_value"];
}

async function numberAtHub(id: string): Promise<string> {
  return textOf(await product.call("hub", "GET", `/v1/patients/${id}`), "uhid");
}

test("a hub put back to a backup gets again all that branches had sent since, from a branch that makes nothing new", async () => {
  const kept = await registerPatients(product, 3);
  await backUpHub("first");
  const lost = await registerPatients(product, 5);
  const [changed = ""] = kept;
  const change = { phone: "+919820012345" };
  expect((await product.call("branch", "PUT", `/v1/patients/${changed}`, change)).status).toBe(200);
  const madeAtHub = await registerPatient(product, "hub");
  const givenNumber = await numberAtHub(madeAtHub);
  const editedAtHub = kept[1] ?? "";
  const edit = { preferred_language: "ta" };
  expect((await product.call("hub", "PUT", `/v1/patients/${editedAtHub}`, edit)).status).toBe(200);
  await until("the branch has what the hub made", 20_000, async () => {
    const [row] = patientsAtBranch(product, [madeAtHub]);
    const rows = product.branchRows("SELECT preferred_language FROM patients WHERE id = ?", [
      editedAtHub,
    ]);
    return row !== undefined && rows[0]?.["preferred_language"] === "ta";
  });
  await product.caughtUp();
  await until("the receiver has heard of all", 20_000, async () =>
    lost.every((id) => reported.has(id)),
  );
  const before = patientsAtBranch(product, [...kept, ...lost]);
  const incarnation = incarnationAtBranch();

  await putBackHub("first");
  await hubHasAll([...kept, ...lost]);
  await until("the change of phone is back", 20_000, async () => {
    const [row] = await product.hubRows("SELECT phone FROM patients WHERE id = $1", [changed]);
    return row?.["phone"] === "+919820012345";
  });
  expect(await patientsAtHub(product, [...kept, ...lost])).toEqual(before);
  expect(patientsAtBranch(product, [...kept, ...lost])).toEqual(before);
  expect(incarnationAtBranch()).not.toBe(incarnation);
  const twice = await product.hubRows(
    "SELECT op_id FROM received_operations GROUP BY op_id HAVING count(*) > 1",
  );
  expect(twice).toEqual([]);
  expect(await product.syncStatus()).toMatchObject({ unsent: 0, held: 0, rejected: 0 });

  // What only the hub had made came back from the branch, to the letter, and a visit of that patient is taken.
  expect(await patientsAtHub(product, [madeAtHub])).toEqual(patientsAtBranch(product, [madeAtHub]));
  expect(await numberAtHub(madeAtHub)).toBe(givenNumber);
  const [edited] = await product.hubRows("SELECT preferred_language FROM patients WHERE id = $1", [
    editedAtHub,
  ]);
  expect(edited).toEqual({ preferred_language: "ta" });
  const visit = await product.call("branch", "POST", "/v1/encounters", {
    patient_id: madeAtHub,
    encounter_type: "OPD",
    doctor_id: product.demo.provider_id,
  });
  expect(visit.status, JSON.stringify(visit.body)).toBe(201);
  await product.caughtUp();
  expect(await product.syncStatus()).toMatchObject({ unsent: 0, held: 0, rejected: 0 });

  // No number of the hub's stands on two wristbands, and what it makes from now on comes down.
  const next = await registerPatient(product, "hub");
  expect(await numberAtHub(next)).not.toBe(givenNumber);
  await until("the branch has the hub's next patient", 20_000, async () => {
    return patientsAtBranch(product, [next]).length === 1;
  });
  // A receiver may hear of one event again, always under the same name.
  await until("deliveries have gone out", 20_000, async () => {
    const [row] = await product.hubRows(
      "SELECT count(*)::int AS open FROM webhook_deliveries WHERE delivery_status NOT IN ('delivered', 'failed')",
    );
    return row?.["open"] === 0;
  });
  for (const id of [...kept, ...lost]) expect(reported.get(id)?.size, id).toBe(1);
}, 180_000);

test("a hub that has forgotten a node's newest epoch gets everything of that epoch again", async () => {
  const folder = join(product.folder, "branch");
  await product.killBranch("SIGTERM");
  cpSync(folder, join(backups, "node"), { recursive: true });
  await product.restartBranch();
  await backUpHub("second");
  const earlier = await registerPatients(product, 2);
  await product.caughtUp();
  await product.killBranch("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(backups, "node"), folder, { recursive: true });
  await product.restartBranch();
  const later = await registerPatients(product, 3);
  await product.caughtUp();
  await until("the node's own operations are back", 20_000, async () => {
    return patientsAtBranch(product, [...earlier, ...later]).length === 5;
  });
  const before = patientsAtBranch(product, [...earlier, ...later]);

  await putBackHub("second");
  await hubHasAll([...earlier, ...later]);
  expect(await patientsAtHub(product, [...earlier, ...later])).toEqual(before);
  const more = await registerPatients(product, 1);
  await product.caughtUp();
  expect(await patientsAtHub(product, more)).toHaveLength(1);
  expect(await product.syncStatus()).toMatchObject({ unsent: 0, held: 0, rejected: 0 });
}, 180_000);
