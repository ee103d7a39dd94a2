import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { revenueGroups } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import * as z from "zod";
import { startProduct, type NodeName, type Product } from "#support/product.ts";
import type { Row } from "#support/product-rows.ts";
import { until } from "#support/until.ts";
import { codeOf } from "#offline/front-desk.ts";
import { cutTheLine } from "#offline/files/file-desk.ts";
import {
  admitted,
  emergency,
  idOf,
  inpatient,
  listOf,
  outpatient,
  registered,
  type GivenAndWithdrawn,
  type Visited,
} from "./clinic-day.ts";
import { signInStaff, type ClinicStaff } from "./clinic-staff.ts";
import { tradingDay, type Traded } from "./trading-day.ts";

let product: Product;
let staff: ClinicStaff;
let out: Visited & GivenAndWithdrawn;
let visits: readonly Visited[];
let bed: string;
let traded: Traded;
let cutAt: string;

/** A payer that was set up at the hub, and that the branch knows of. */
async function knownPayer(): Promise<string> {
  const insurer = { code: "suraksha-day", name: "Suraksha Health", type: "insurer", tds_bp: 1_000 };
  const path = "/v1/payers";
  const made = await product.call("hub", "POST", path, { ...insurer, payment_terms_days: 45 });
  const id = idOf(made.body);
  await until("the branch knows the payer", 30_000, async () => {
    return (await product.call("branch", "GET", `${path}/${id}`)).status === 200;
  });
  return id;
}

beforeAll(async () => {
  product = await startProduct();
  const payer = await knownPayer();
  await cutTheLine(product);
  cutAt = new Date().toISOString();
  staff = await signInStaff(product);
  out = await outpatient(product, staff);
  const unknown = await emergency(staff);
  const stay = await inpatient(staff);
  visits = [out, unknown, stay];
  bed = stay.bed;
  const papers = listOf(await staff.clerk.ask("GET", `/v1/documents?patient_id=${out.patientId}`));
  traded = await tradingDay(staff, { ...out, payer, paper: idOf(papers[0] ?? {}) });
});
afterAll(() => product?.stop());

const operationShape = z.custom<Operation>((value) => typeof value === "object" && value !== null);

/** Everything that the branch has done since the line was cut, in the order in which it was done. */
function operations(): readonly Operation[] {
  const sql = "SELECT operation FROM journal WHERE created_at >= ? ORDER BY epoch, seq";
  return product
    .branchRows(sql, [cutAt])
    .map((row) => operationShape.parse(JSON.parse(String(row["operation"]))));
}

/** A value as either database gives it, in one form. */
function plain(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string") return value;
  if (/^-?\d{1,15}$/u.test(value)) return Number(value);
  return /^[[{]/u.test(value) ? JSON.parse(value) : value;
}

const plainRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

const changedShape = z.array(z.object({ path: z.string() }));

/** An event of an audit with the fields that were changed; their values are hashed by each node's own key. */
function audited(row: Row): Row {
  const plainly = plainRow(row);
  const changes = changedShape.parse(plainly["changes"]).map(({ path }) => path);
  return { ...plainly, changes: changes.toSorted(byText) };
}

/** Everything that an encounter's timeline says at a node. */
async function timelineAt(node: NodeName, { encounterId }: Visited) {
  const entries: Row[] = [];
  let cursor: unknown = null;
  do {
    const page = typeof cursor === "string" ? `&cursor=${encodeURIComponent(cursor)}` : "";
    const path = `/v1/encounters/${encounterId}/timeline?limit=100${page}`;
    const { body } = await product.call(node, "GET", path);
    entries.push(...listOf(body));
    cursor = body["next_cursor"];
  } while (typeof cursor === "string");
  // Each node audits with events of its own; who did what and when is the same.
  return entries.map((entry) => (entry["kind"] === "audit" ? { ...entry, ref_id: null } : entry));
}

/** What a node says of its branch. */
async function answerAt(node: NodeName, path: string) {
  const headers = { "x-branch-id": product.demo.branch_id };
  const answer = await product.call(node, "GET", path, undefined, headers);
  expect(answer.status, `${node} ${path}`).toBe(200);
  return answer.body;
}

/** All of a list that a node says of its branch since the line was cut. */
async function rowsAt(node: NodeName, path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let page: unknown = "";
  while (typeof page === "string") {
    const cursor = page === "" ? "" : `&cursor=${encodeURIComponent(page)}`;
    const body = await answerAt(node, `${path}?limit=100&created_from=${cutAt}${cursor}`);
    rows.push(...listOf(body));
    page = body["next_cursor"];
  }
  return rows;
}

/** Where something is of the batch that was bought, and how much. */
async function stockAt(node: NodeName) {
  const path = `/v1/pharmacy/stock?batch_no=${traded.batchNo}`;
  const places = new Map(
    listOf(await answerAt(node, "/v1/stock-locations")).map((one) => [one["id"], one["name"]]),
  );
  return listOf(await answerAt(node, path))
    .map((one) => [places.get(one["location_id"]), one["status"], one["on_hand"]])
    .toSorted(byText);
}

const registers = [
  "/v1/encounters",
  "/v1/lab/orders",
  "/v1/radiology/studies",
  "/v1/pharmacy/dispense",
  "/v1/invoices",
  "/v1/payments",
  "/v1/cashier-shifts",
];

const byText = (one: unknown, next: unknown) =>
  JSON.stringify(one) < JSON.stringify(next) ? -1 : 1;

describe("at the branch that is cut off", () => {
  test("a specimen's label leads back to its patient", async () => {
    expect(out.labels).toHaveLength(2);
    for (const label of out.labels) {
      const found = await staff.technician.ask("POST", "/v1/scans", { text: label });
      expect(found).toMatchObject({ kind: "specimen", patient_ids: [out.patientId] });
    }
  });

  test("a result that was corrected stands, and the one before it can still be read", async () => {
    const path = "/v1/lab/results";
    const stands = await staff.doctor.ask("GET", `${path}/${out.corrected}`);
    const before = await staff.doctor.ask("GET", `${path}/${out.result}`);
    expect([stands, before].map((one) => [one["status"], listOf(one, "observations")])).toEqual([
      ["corrected", [expect.objectContaining({ value_num: 10.9, flag: "L" })]],
      ["final", [expect.objectContaining({ value_num: 13.1, flag: "N" })]],
    ]);
    expect(before["superseded_by_id"]).toBe(out.corrected);
  });

  test("a consent that was withdrawn holds no more", async () => {
    const consent = await staff.nurse.ask("GET", `/v1/consents/${out.consentId}`);
    expect([consent["status"], consent["active"]]).toEqual(["revoked", false]);
  });

  test("the drawer is credited with what was counted, and says why it is not what should be there", () => {
    const { status, counted_minor: counted, credited_minor: credited } = traded.shift;
    expect([status, counted, credited]).toEqual(["closed", 150_700, 150_700]);
    expect(traded.shift["accepted_by"]).toBe(staff.manager.id);
    expect(traded.shift["variance_reason"]).not.toBeNull();
  });

  test("what was bought, brought to the shelf, given out and brought back is what is there", async () => {
    expect(await stockAt("branch")).toEqual([
      ["Main store", "available", 85],
      ["Pharmacy shelf", "available", 105],
      ["Quarantine", "quarantined", 2],
    ]);
    const order = await staff.storekeeper.ask("GET", `/v1/purchase-orders/${traded.orderId}`);
    expect(order["status"]).toBe("partially_received");
  });

  test("a bed that somebody has left is cleaned before the next one is put into it", async () => {
    const other = await registered(staff, "Pandurang Salve", { gender: "male" });
    const refused = await admitted(staff, other, bed);
    expect([refused.status, codeOf(refused)]).toEqual([422, "bed_unavailable"]);
    const visited = await staff.doctor.ask("GET", `/v1/encounters?patient_id=${other}`);
    expect(listOf(visited)).toEqual([]);
  });
});

describe("once the line is back", () => {
  beforeAll(async () => {
    product.outage(false);
    await product.caughtUp();
  });

  test("each visit's timeline says at the hub what it says at the branch", async () => {
    for (const visit of visits) {
      const [atBranch, atHub] = [await timelineAt("branch", visit), await timelineAt("hub", visit)];
      expect(atHub.toSorted(byText)).toEqual(atBranch.toSorted(byText));
    }
  });

  test("the timelines show triage, orders, results, studies, prescriptions, documents, consents and what was given", async () => {
    const kinds = [];
    for (const visit of visits) {
      const entries = await timelineAt("hub", visit);
      kinds.push(new Set(entries.map(({ kind }) => kind)));
    }
    expect(kinds.map((each) => [...each].toSorted(byText))).toEqual([
      [
        "audit",
        "consent",
        "document",
        "lab_order",
        "lab_result",
        "note",
        "prescription",
        "status",
        "vital",
      ],
      ["audit", "lab_order", "lab_result", "radiology", "status", "triage", "vital"],
      ["audit", "medication", "prescription", "status"],
    ]);
  });

  test("the hub adds up the same stock, of what came and went of each batch", async () => {
    expect(await stockAt("hub")).toEqual(await stockAt("branch"));
    expect(await rowsAt("hub", "/v1/pharmacy/stock-moves")).toEqual(
      await rowsAt("branch", "/v1/pharmacy/stock-moves"),
    );
  });

  test("the hub has the same revenue, however it is told apart, and says that nothing is missing", async () => {
    const day = String(traded.shift["business_date"]);
    const query = `date_from=${day}&date_to=${day}&branch_id=${product.demo.branch_id}`;
    for (const by of revenueGroups) {
      const path = `/v1/revenue/summary?${query}&group_by=${by}`;
      const [atBranch, atHub] = [await answerAt("branch", path), await answerAt("hub", path)];
      expect(atHub).toEqual({ ...atBranch, data_as_of: atHub["data_as_of"], complete: true });
    }
    const { totals } = await answerAt("hub", `/v1/revenue/summary?${query}`);
    expect(totals).toMatchObject({ collected_minor: expect.any(Number) });
  });

  test("the registers of the day are the same at the hub: who was seen, what was tested and what was sold", async () => {
    for (const path of registers) {
      const [atBranch, atHub] = [await rowsAt("branch", path), await rowsAt("hub", path)];
      expect(atBranch.length, path).toBeGreaterThan(0);
      expect(atHub, path).toEqual(atBranch);
    }
  });

  test("receivers are told of everything that happened there, once and with the same words", async () => {
    const done = operations();
    const told = done.flatMap(({ op_id, events }) =>
      events.map(({ id, type, entity, entity_id, entity_version, branch_id, payload }) => {
        const event = { id, event_type: type, entity, entity_id, entity_version };
        return { ...event, branch_id, payload, op_id };
      }),
    );
    const atHub = await product.hubRows(
      `SELECT id, event_type, entity, entity_id, entity_version::int AS entity_version, branch_id, payload, op_id
       FROM domain_events WHERE op_id = ANY($1)`,
      [done.map(({ op_id: id }) => id)],
    );
    expect(told.length).toBeGreaterThan(60);
    expect(atHub.toSorted(byText)).toEqual(told.toSorted(byText));
  });

  test("the hub's audit says who did what and when, as the branch's does", async () => {
    // What was looked at is audited where somebody looked at it.
    const columns = `created_at, actor_id, actor_type, actor_role, branch_id, device_id, module, action, outcome,
      entity_type, entity_id, patient_id, reason, changes`;
    const ids = [...new Set(operations().flatMap(({ changes }) => changes.map(({ id }) => id)))];
    const atBranch = product.branchRows(
      `SELECT ${columns} FROM audit_events WHERE created_at >= ? AND changes <> '[]'
       AND entity_id IN (SELECT value FROM json_each(?))`,
      [cutAt, JSON.stringify(ids)],
    );
    const atHub = await product.hubRows(
      `SELECT ${columns} FROM audit_events WHERE client_id = $1 AND created_at >= $2 AND entity_id = ANY($3)`,
      [product.nodeId, cutAt, ids],
    );
    expect(atBranch.length).toBeGreaterThan(60);
    expect(atHub.map(audited).toSorted(byText)).toEqual(atBranch.map(audited).toSorted(byText));
  });

  test("every record of the day is at the hub as it is at the branch", async () => {
    const changes = operations().flatMap((operation) => operation.changes);
    const tables = new Set(changes.map(({ table }) => table));
    for (const table of tables) {
      const ids = changes.flatMap((change) => (change.table === table ? [change.id] : []));
      const atBranch = product.branchRows(
        `SELECT * FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
        [JSON.stringify(ids)],
      );
      const atHub = await product.hubRows(
        `SELECT * FROM ${table} WHERE id = ANY($1) ORDER BY id COLLATE "C"`,
        [ids],
      );
      expect([table, atHub.map(plainRow)]).toEqual([table, atBranch.map(plainRow)]);
    }
    expect(tables.size).toBeGreaterThan(24);
  });

  test("the paper that was filed is at the hub with its file, and nothing of the day needs anybody", async () => {
    const { body } = await product.call("hub", "GET", `/v1/documents?patient_id=${out.patientId}`);
    const [paper = {}] = listOf(body);
    await until("the hub has the paper's file", 30_000, async () => {
      const path = `/v1/documents/${idOf(paper)}`;
      return (await product.call("hub", "GET", path)).body["file_state"] === "here";
    });
    const sql = "SELECT entity, field FROM conflicts WHERE created_at >= $1";
    expect(await product.hubRows(sql, [cutAt])).toEqual([]);
    expect(await product.syncStatus()).toMatchObject({ unsent: 0, held: 0, rejected: 0 });
  });
});
