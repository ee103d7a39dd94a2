import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHubApp, type HubApp } from "@edgeward/hub/app.ts";
import { openPostgresStore, type PostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { provisionDatabase } from "@edgeward/hub/db/provision.ts";
import { FileStore } from "@edgeward/shared/files/file-store.ts";
import { claimStatuses } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { addDays, localDate } from "@edgeward/shared/kernel/zones.ts";
import { seedDemo, type DemoFacts } from "@edgeward/hub/demo/seed.ts";
import { createSecrets } from "@edgeward/hub/tenancy/secrets.ts";
import { ensureSigningKey, loadSigningKeys } from "@edgeward/hub/tenancy/signing-keys.ts";
import { radiologyStatuses } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { labOrderStatuses } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { verifyAudit } from "@edgeward/shared/audit/verify.ts";
import { isValidUhid } from "@edgeward/shared/kernel/uhid.ts";
import { createTestClock } from "#support/clock.ts";
import { errorLog } from "#support/error-log.ts";
import { startTestPostgres, type TestPostgres } from "#support/postgres.ts";

const clock = createTestClock("2026-11-23T03:00:00.000Z");
let postgres: TestPostgres;
let store: PostgresStore;
let hub: HubApp;
let folder = "";
let facts: DemoFacts;

beforeAll(async () => {
  postgres = await startTestPostgres();
  folder = mkdtempSync(join(tmpdir(), "edgeward-demo-"));
  const { urls } = await provisionDatabase(postgres.url, join(folder, "passwords.json"));
  store = openPostgresStore({ url: urls.app, size: 4, instance: "hub" });
  const secrets = createSecrets(randomBytes(32));
  await ensureSigningKey(postgres.url, secrets, clock.now());
  hub = createHubApp({
    store,
    secrets,
    keys: await loadSigningKeys(store, secrets),
    log: errorLog(clock.now),
    instance: "hub",
    publicUrl: "http://127.0.0.1",
    now: clock.now,
  });
  facts = await seed();
});

afterAll(async () => {
  await store.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function seed(): Promise<DemoFacts> {
  const files = new FileStore({
    folder: join(folder, "files"),
    key: randomBytes(32),
    instance: "demo",
  });
  const deps = { store, runtime: hub.runtime, now: clock.now, isTrading: true };
  return seedDemo({ ...deps, staffPassword: "correct horse battery", staffPin: "481516", files });
}

async function counted(
  tenantId: string,
  table: "patients" | "staff" | "branches" | "audit_events" | "documents" | "payer_claims",
): Promise<number> {
  return store.read({ tenantId }, async ({ kysely }) => {
    const row = await kysely
      .selectFrom(table)
      .select((build) => build.fn.countAll().as("count"))
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    return Number(row?.count);
  });
}

test("gives patients documents that nobody ever wrote, whose bytes are kept", async () => {
  const rows = await store.read({ tenantId: facts.tenantId }, ({ kysely }) =>
    kysely
      .selectFrom("documents")
      .innerJoin("blobs", (both) =>
        both
          .onRef("blobs.id", "=", "documents.file_id")
          .onRef("blobs.tenant_id", "=", "documents.tenant_id"),
      )
      .select(["documents.category", "documents.confidential", "blobs.sha256"])
      .where("documents.tenant_id", "=", facts.tenantId)
      .execute(),
  );
  expect(new Set(rows.map(({ category }) => category))).toEqual(
    new Set(["patient", "identity", "mrd", "consent"]),
  );
  expect(rows.some(({ confidential }) => confidential)).toBe(true);
  for (const { sha256 } of rows) {
    const place = join(folder, "files", "kept", facts.tenantId, sha256.slice(0, 2), sha256);
    expect(existsSync(place)).toBe(true);
  }
});

test("fills an empty hub with two tenants", async () => {
  expect(await counted(facts.tenantId, "branches")).toBe(2);
  // Sixteen at each branch, and the administrator of both.
  expect(await counted(facts.tenantId, "staff")).toBe(33);
  expect(await counted(facts.tenantId, "patients")).toBe(1_200);
  expect(await counted(facts.otherTenantId, "branches")).toBe(1);
  expect(await counted(facts.otherTenantId, "patients")).toBe(12);
});

test("gives a branch goods of four suppliers: some have expired or soon will, and some are recalled", async () => {
  const today = localDate(clock.now(), "Asia/Kolkata");
  await store.read({ tenantId: facts.tenantId }, async ({ kysely }) => {
    const items = await kysely.selectFrom("items").select("code").execute();
    expect(new Set(items.map(({ code }) => code)).size).toBe(200);
    expect(await kysely.selectFrom("suppliers").select("id").execute()).toHaveLength(4);
    const batches = await kysely.selectFrom("stock").select(["expiry_date", "status"]).execute();
    const days = batches.flatMap(({ expiry_date: day }) => (day === null ? [] : [day]));
    expect(batches.length).toBeGreaterThan(200);
    expect(days.some((day) => day < today)).toBe(true);
    expect(days.some((day) => day > today && day < addDays(today, 90))).toBe(true);
    expect(batches.some(({ status }) => status === "recalled")).toBe(true);
  });
});

test("gives it thirty days of bills and payments, with shifts that are credited as they were counted, and a claim in each state", async () => {
  await store.read({ tenantId: facts.tenantId }, async ({ kysely }) => {
    const bills = await kysely.selectFrom("invoices").selectAll().execute();
    expect(new Set(bills.map(({ issue_date: day }) => day)).size).toBe(30);
    for (const bill of bills)
      expect(bill.paid_minor - bill.refunded_minor + bill.due_minor + bill.written_off_minor).toBe(
        bill.status === "void" ? 0 : bill.total_minor - bill.credited_minor,
      );
    const shifts = await kysely.selectFrom("cashier_shifts").selectAll().execute();
    expect(shifts).toHaveLength(30);
    for (const shift of shifts)
      expect(shift).toMatchObject({ status: "closed", credited_minor: shift.counted_minor });
    expect(shifts.filter(({ variance_minor: differs }) => differs !== 0)).toHaveLength(2);
    const states = await kysely.selectFrom("payer_claims").select("status").execute();
    expect(states.map(({ status }) => status).toSorted()).toEqual(claimStatuses.toSorted());
    expect(await kysely.selectFrom("price_lists").select("id").execute()).toHaveLength(2);
  });
});

test("names who and what can be tried at once", async () => {
  await store.read({ tenantId: facts.tenantId }, async ({ kysely }) => {
    const doctor = await kysely
      .selectFrom("staff")
      .selectAll()
      .where("id", "=", facts.providerId)
      .executeTakeFirstOrThrow();
    expect(doctor).toMatchObject({
      primary_role: "doctor",
      status: "active",
      branches: [facts.branches[0]?.id],
    });
    const credential = await kysely
      .selectFrom("staff_credentials")
      .selectAll()
      .where("username", "=", facts.frontDeskUsername)
      .executeTakeFirstOrThrow();
    expect(credential).toMatchObject({ branch_id: facts.branches[0]?.id, status: "active" });
    expect(credential.password_verifier).toMatch(/^\$argon2id\$/);
    expect(credential.pin_verifier).toMatch(/^\$argon2id\$/);
    const patient = await kysely
      .selectFrom("patients")
      .selectAll()
      .where("id", "=", facts.patientId)
      .executeTakeFirstOrThrow();
    expect(patient.branch_id).toBe(facts.branches[0]?.id);
    const tenant = await kysely.selectFrom("tenants").selectAll().executeTakeFirstOrThrow();
    expect(tenant).toMatchObject({ id: facts.tenantId, name: "Asha Clinics", status: "active" });
  });
});

test("has a laboratory with tests, orders in every state, results and prescriptions", async () => {
  const { tenantId } = facts;
  await store.read({ tenantId }, async ({ kysely }) => {
    const tests = await kysely
      .selectFrom("lab_tests")
      .select(["kind", "ranges", "value_type"])
      .where("tenant_id", "=", tenantId)
      .execute();
    const single = tests.filter(({ kind }) => kind === "test");
    expect(single.length).toBeGreaterThanOrEqual(60);
    expect(single.filter((one) => one.value_type === "numeric" && one.ranges.length === 0)).toEqual(
      [],
    );
    const orders = await kysely
      .selectFrom("lab_orders")
      .select("status")
      .distinct()
      .where("tenant_id", "=", tenantId)
      .execute();
    expect(orders.map(({ status }) => status).toSorted()).toEqual([...labOrderStatuses].toSorted());
    const results = await kysely
      .selectFrom("lab_results")
      .select(["status", "performed_by", "verified_by"])
      .where("tenant_id", "=", tenantId)
      .execute();
    const verified = results.filter(({ status }) => status === "final");
    expect(verified.length).toBeGreaterThan(4);
    expect(verified.filter((one) => one.verified_by === one.performed_by)).toEqual([]);
    const prescriptions = await kysely
      .selectFrom("prescriptions")
      .select("status")
      .distinct()
      .where("tenant_id", "=", tenantId)
      .execute();
    expect(prescriptions.map(({ status }) => status).toSorted()).toEqual([
      "cancelled",
      "draft",
      "issued",
      "stopped",
    ]);
  });
});

test("has two wards of 24 beds at a branch, six in-patients in beds of theirs, and emergencies that wait", async () => {
  const { tenantId } = facts;
  const branchId = facts.branches[0]?.id ?? "";
  await store.read({ tenantId }, async ({ kysely }) => {
    const wards = await kysely
      .selectFrom("wards")
      .select("id")
      .where("branch_id", "=", branchId)
      .execute();
    expect(wards).toHaveLength(2);
    const beds = await kysely
      .selectFrom("beds")
      .select(["id", "status"])
      .where("branch_id", "=", branchId)
      .execute();
    expect(beds).toHaveLength(24);
    const stays = await kysely
      .selectFrom("admissions")
      .select(["bed_id", "status"])
      .where("branch_id", "=", branchId)
      .execute();
    expect(stays.map(({ status }) => status)).toEqual(Array(6).fill("admitted"));
    const ids = new Set(beds.map(({ id }) => id));
    expect(new Set(stays.map(({ bed_id: bed }) => bed ?? "")).difference(ids).size).toBe(0);
    const emergencies = await kysely
      .selectFrom("encounters")
      .select(["visit_status", "triage_id"])
      .where("branch_id", "=", branchId)
      .where("encounter_type", "=", "emergency")
      .execute();
    expect(emergencies.some(({ triage_id: triage }) => triage !== null)).toBe(true);
    expect(emergencies.some(({ triage_id: triage }) => triage === null)).toBe(true);
    const staff = await kysely
      .selectFrom("staff")
      .select(["primary_role", "designation"])
      .where("primary_role", "=", "lab")
      .execute();
    expect(new Set(staff.map(({ designation }) => designation))).toEqual(
      new Set(["Laboratory Technician", "Pathologist", "Radiographer"]),
    );
  });
});

test("has radiology studies in every state, each verified by another doctor than who reported", async () => {
  const { tenantId } = facts;
  await store.read({ tenantId }, async ({ kysely }) => {
    const studies = await kysely
      .selectFrom("radiology_studies")
      .select(["status", "report", "past_reports"])
      .where("tenant_id", "=", tenantId)
      .execute();
    const states = new Set(studies.map(({ status }) => status));
    expect([...states].toSorted()).toEqual([...radiologyStatuses].toSorted());
    const verified = studies.flatMap(({ report }) => (report?.verified_by ? [report] : []));
    expect(verified.length).toBeGreaterThan(1);
    expect(verified.filter((one) => one.verified_by === one.reported_by)).toEqual([]);
    const amended = studies.filter(({ status }) => status === "amended");
    expect(amended.every((one) => one.past_reports.length === 1)).toBe(true);
  });
});

test("shows by no verifier that two people have the same password or PIN", async () => {
  const rows = await store.read({ tenantId: facts.tenantId }, ({ kysely }) =>
    kysely.selectFrom("staff_credentials").select(["password_verifier", "pin_verifier"]).execute(),
  );
  expect(rows.length).toBeGreaterThan(5);
  const kept = rows.flatMap(({ password_verifier, pin_verifier }) => [
    password_verifier,
    pin_verifier,
  ]);
  expect(new Set(kept).size).toBe(kept.length);
});

test("numbers the patients of each branch in its own series", async () => {
  const uhids = await store.read({ tenantId: facts.tenantId }, ({ kysely }) =>
    kysely.selectFrom("patients").select("uhid").execute(),
  );
  expect(uhids.every(({ uhid }) => isValidUhid(uhid) && /^(PUN1|NSK1)-\d{6}-/.test(uhid))).toBe(
    true,
  );
});

test("writes as every command writes: an operation, an event and an audit entry for each patient", async () => {
  const { tenantId } = facts;
  await store.read({ tenantId }, async (session) => {
    const verdicts = await verifyAudit(session, tenantId);
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.filter(({ ok }) => !ok)).toEqual([]);
    const events = await session.kysely
      .selectFrom("domain_events")
      .select((build) => build.fn.countAll().as("count"))
      .where("tenant_id", "=", tenantId)
      .where("event_type", "=", "patient.created")
      .executeTakeFirst();
    expect(Number(events?.count)).toBe(1_200);
    const feed = await session.query(
      "SELECT count(*) AS n FROM feed WHERE entity = 'patients'",
      [],
    );
    expect(feed[0]?.["n"]).toBe(1_200);
  });
});

test("makes patients whom search finds by their telephone", async () => {
  const { tenantId, patientId } = facts;
  await store.read({ tenantId }, async ({ kysely }) => {
    const patient = await kysely
      .selectFrom("patients")
      .selectAll()
      .where("id", "=", patientId)
      .executeTakeFirstOrThrow();
    const keys = await kysely
      .selectFrom("search_keys")
      .select("entity_id")
      .where("tenant_id", "=", tenantId)
      .where("search_key", "=", `p:${(patient.phone ?? "").slice(-10)}`)
      .execute();
    expect(keys.map((key) => key.entity_id)).toContain(patientId);
  });
});

describe("a second start", () => {
  test("finds the same facts and changes nothing", async () => {
    const before = await counted(facts.tenantId, "audit_events");
    expect(await seed()).toEqual(facts);
    expect(await counted(facts.tenantId, "audit_events")).toBe(before);
  });

  test("goes on where a start that was cut off had come to", async () => {
    // What a power cut after the first patients of the small tenant would leave behind.
    const { otherTenantId: tenantId } = facts;
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query("UPDATE tenants SET status = 'provisioning' WHERE tenant_id = $1", [
      tenantId,
    ]);
    const { rows } = await admin.query<{ id: string }>(
      "SELECT id FROM patients WHERE tenant_id = $1 ORDER BY uhid DESC LIMIT 5",
      [tenantId],
    );
    const lost = rows.map(({ id }) => id);
    for (const [table, column] of [
      ["patients", "id"],
      ["claims", "entity_id"],
      ["search_keys", "entity_id"],
    ] as const) {
      await admin.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND ${column} = ANY($2)`, [
        tenantId,
        lost,
      ]);
    }
    await admin.end();
    expect(await seed()).toEqual(facts);
    expect(await counted(tenantId, "patients")).toBe(12);
    const names = await store.read({ tenantId }, ({ kysely }) =>
      kysely.selectFrom("patients").select("name").execute(),
    );
    expect(new Set(names.map(({ name }) => name)).size).toBeGreaterThan(9);
    const [tenant] = await store.read({ tenantId }, ({ kysely }) =>
      kysely.selectFrom("tenants").select("status").execute(),
    );
    expect(tenant?.status).toBe("active");
  });

  test("keeps no paper of a claim twice where a start was cut off before its bills", async () => {
    const { tenantId } = facts;
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query("UPDATE tenants SET status = 'provisioning' WHERE tenant_id = $1", [
      tenantId,
    ]);
    // The bills come with what hangs on them, or not at all; the papers are kept before.
    for (const [table, prefix] of [
      ["invoices", "inv"],
      ["payments", "pay"],
      ["cashier_shifts", "csh"],
      ["payer_claims", "clm"],
      ["payers", "pyr"],
      ["price_lists", "prl"],
    ] as const) {
      await admin.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
      await admin.query("DELETE FROM claims WHERE tenant_id = $1 AND entity_id LIKE $2", [
        tenantId,
        `${prefix}\\_%`,
      ]);
    }
    await admin.end();
    const before = await counted(tenantId, "documents");
    expect(await seed()).toEqual(facts);
    expect(await counted(tenantId, "documents")).toBe(before);
    expect(await counted(tenantId, "payer_claims")).toBe(claimStatuses.length);
  });
});
