import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as z from "zod";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { provisionDatabase } from "@edgeward/hub/db/provision.ts";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { branchesTable } from "@edgeward/shared/clinical/tenants/tenants.table.ts";
import type {
  Endpoint,
  InputOf,
  ReadEndpoint,
  WriteEndpoint,
} from "@edgeward/shared/contract/endpoint.ts";
import { pendingEntitiesTable } from "@edgeward/shared/db/core.table.ts";
import type { DomainEvent, WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Write, WriteRuntime, NodeSink } from "@edgeward/shared/write/model.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import type { BranchSettings, Context, WriteContext } from "@edgeward/shared/resource/context.ts";
import { branchFileKey, newBranchFile } from "#support/branch-file.ts";
import { startTestPostgres } from "#support/postgres.ts";
import { testSeal } from "#support/value-seal.ts";

/** What a branch's journal leaves for those who ask whether a record waits to be sent. */
const waitingSink: NodeSink = {
  statements: ({ tenantId, operation }, { dialect }) =>
    Promise.resolve(
      operation.changes.map(({ id, kind }) =>
        insertStatement(dialect, pendingEntitiesTable, {
          tenant_id: tenantId,
          entity_id: id,
          op_id: operation.op_id,
          hlc: operation.hlc,
          is_maker: kind === "insert",
        }),
      ),
    ),
};

/** Monday, 2 March 2026, 08:30 in Bengaluru: half an hour before the doctors begin. */
export const mondayMorning = Date.parse("2026-03-02T03:00:00.000Z");

/** Who and where a command acts. */
export interface Acting {
  readonly roles: readonly string[];
  readonly branchIds: readonly string[] | "*";
  readonly branch: BranchSettings;
  readonly nodeKind: "hub" | "branch";
  readonly ifMatch: number | null;
}

/** What a caller sends, before the endpoint reads it. */
export interface Request {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

interface Ids {
  readonly tenant: string;
  readonly branch: string;
  readonly otherBranch: string;
  readonly doctor: string;
  readonly doctorOnLeave: string;
  readonly clerk: string;
  readonly patient: string;
  readonly otherPatient: string;
}

/** A branch's desk without its HTTP: handlers run on a real database, as their node would run them. */
export interface Desk {
  readonly ids: Ids;
  readonly events: DomainEvent[];
  now: number;
  ask<R extends z.ZodType>(
    endpoint: ReadEndpoint & { readonly response: R },
    request: Request,
    acting?: Partial<Acting>,
  ): Promise<z.output<R>>;
  notify<R extends z.ZodType>(
    endpoint: WriteEndpoint & { readonly response: R },
    request: Request,
    acting?: Partial<Acting>,
  ): Promise<z.output<R>>;
  /** What the audit has of a record, the earliest first: what was done, and to whose. */
  audited(
    entityId: string,
  ): Promise<readonly { readonly action: string; readonly patient_id: string | null }[]>;
  close(): Promise<void>;
}

const hours = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  from: "09:00",
  to: "11:00",
  slot_min: 30,
  location: "Room 4",
  online_quota: 1,
}));

function staffFields(name: string, ids: Ids, rest: object = {}) {
  return {
    branch_id: null,
    employee_no: name,
    name,
    name_key: name.toLowerCase(),
    gender: null,
    phone: null,
    email: null,
    roles: ["doctor"],
    primary_role: "doctor",
    department: "cardiology",
    designation: null,
    specialities: [],
    registration: null,
    branches: [ids.branch],
    schedule: hours,
    status: "active",
    metadata: {},
    ...rest,
  };
}

function patientFields(name: string, ids: Ids) {
  return {
    branch_id: ids.branch,
    uhid: name.toUpperCase(),
    name,
    name_key: name.toLowerCase(),
    gender: "female",
    dob: "1980-01-01",
    dob_estimated: false,
    phone: null,
    alternate_phone: null,
    email: null,
    abha_id: null,
    abha_address: null,
    consent_status: "granted",
    address: null,
    blood_group: null,
    marital_status: null,
    relative: null,
    preferred_language: null,
    emergency_contact: null,
    allergies: [],
    no_known_allergies: null,
    conditions: null,
    identifiers: [],
    is_unidentified: false,
    is_vip: false,
    is_deceased: false,
    deceased_at: null,
    photo_document_id: null,
    status: "active",
    merged_into_id: null,
    merge_reason: null,
    merge_details: null,
    identity_unverified: null,
    merged_ids: null,
    metadata: {},
  };
}

function branchFields(code: string) {
  return {
    branch_id: null,
    code,
    name: code,
    phone: null,
    address: null,
    country: "IN",
    time_zone: "Asia/Kolkata",
    status: "active",
    has_node: true,
    metadata: {},
  };
}

async function furnish(write: Write, ids: Ids): Promise<void> {
  write.insert(branchesTable, ids.branch, branchFields("BLR"));
  write.insert(branchesTable, ids.otherBranch, branchFields("MYS"));
  write.insert(staffTable, ids.doctor, staffFields("Asha Rao", ids));
  write.insert(staffTable, ids.doctorOnLeave, staffFields("Bela Sen", ids, { status: "on_leave" }));
  const clerk = {
    roles: ["front_desk"],
    primary_role: "front_desk",
    department: null,
    schedule: [],
  };
  write.insert(staffTable, ids.clerk, staffFields("Chitra Das", ids, clerk));
  write.insert(patientsTable, ids.patient, patientFields("Lakshmi", ids));
  write.insert(patientsTable, ids.otherPatient, patientFields("Meena", ids));
}

function routeOf(endpoint: Endpoint) {
  const routes = clinicalModules.flatMap((module) => module.routes);
  const route = routes.find((candidate) => candidate.endpoint === endpoint);
  if (route === undefined) throw new Error(`nobody serves ${endpoint.path}`);
  return route;
}

function inputOf(endpoint: Endpoint, request: Request): InputOf<Endpoint> {
  const params = endpoint.params.parse(request.params ?? {});
  const query = endpoint.query.parse(request.query ?? {});
  const schema = "body" in endpoint ? endpoint.body : null;
  const body = schema === null ? undefined : schema.parse(request.body);
  // The type of all endpoints together knows of no body; the endpoint at hand has just read its own.
  return Object.assign({ params, query, body: undefined }, { body });
}

interface OpenStore {
  readonly store: Store;
  close(): Promise<void>;
}

async function openSqlite(folder: string): Promise<OpenStore> {
  const store = openSqliteStore({ file: await newBranchFile(folder), key: branchFileKey });
  return { store, close: () => store.close() };
}

async function openPostgres(folder: string): Promise<OpenStore> {
  const postgres = await startTestPostgres();
  const { urls } = await provisionDatabase(postgres.url, join(folder, "passwords.json"));
  const store = openPostgresStore({ url: urls.app, size: 8, instance: "desk" });
  const close = async () => {
    await store.close();
    await postgres.stop();
  };
  return { store, close };
}

const openers = { sqlite: openSqlite, postgres: openPostgres } as const;

/** The databases on which a desk must run alike. */
export const engines = ["sqlite", "postgres"] as const;

/** Sets up a desk with two doctors, a clerk and two patients. */
export async function openDesk(engine: keyof typeof openers): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-desk-"));
  const opened = await openers[engine](folder);
  const { store } = opened;
  const clock = { now: mondayMorning };
  const now = () => clock.now;
  const newId = createIdSource(now);
  const ids: Ids = {
    tenant: newId("ten"),
    branch: newId("brn"),
    otherBranch: newId("brn"),
    doctor: newId("stf"),
    doctorOnLeave: newId("stf"),
    clerk: newId("stf"),
    patient: newId("pat"),
    otherPatient: newId("pat"),
  };
  const events: DomainEvent[] = [];
  const cursors = createCursorCodec(randomBytes(32), now);
  const hlc = createHlc({ now, nodeTag: "desk" });

  function runtimeOf(kind: Acting["nodeKind"]): WriteRuntime {
    return {
      nodeId: "nod_desk",
      kind,
      now,
      newId,
      tick: () => hlc.tick(),
      hashValue: (_tenantId, text) => String(text.length),
      valueSeal: testSeal,
      sink: kind === "branch" ? waitingSink : { statements: () => Promise.resolve([]) },
      reactors: [],
    };
  }

  const origin: WriteOrigin = {
    tenantId: ids.tenant,
    branchId: ids.branch,
    actor: { id: ids.clerk, type: "staff", role: "front_desk" },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: null,
    ip: null,
    reason: null,
    trust: "offline",
  };

  function actingOf(acting: Partial<Acting>): Acting {
    const branch = {
      id: ids.branch,
      code: "BLR",
      name: "BLR",
      timeZone: "Asia/Kolkata",
      country: "IN",
      hasNode: true,
    };
    const usual = { roles: ["front_desk"], branchIds: [ids.branch], branch, ifMatch: null };
    return { ...usual, nodeKind: "branch", ...acting };
  }

  function contextOf({ roles, branchIds, branch, nodeKind }: Acting): Context {
    return {
      tenantId: ids.tenant,
      branch,
      caller: {
        id: ids.clerk,
        type: "staff",
        tenantId: ids.tenant,
        branchIds,
        roles,
        scopes: null,
        clientId: null,
        sessionId: null,
        deviceId: null,
        expiresAt: 0,
      },
      role: null,
      requestId: "req_desk",
      node: { id: "nod_desk", kind: nodeKind },
      now,
      cursors,
      valueSeal: testSeal(ids.tenant),
      reason: null,
    };
  }

  async function writeIn<T>(
    session: Session,
    acting: Acting,
    handle: (ctx: WriteContext) => Promise<T>,
  ): Promise<T> {
    const write = openWrite(session, runtimeOf(acting.nodeKind), origin, "test");
    const context = contextOf(acting);
    const rest = { db: session.kysely, session, write, newId, ifMatch: acting.ifMatch };
    const output = await handle({ ...context, ...rest });
    const unit = await write.flush([]);
    events.push(...(unit?.operation.events ?? []));
    return output;
  }

  const scope = { tenantId: ids.tenant };
  await store.write(scope, (session) =>
    writeIn(session, actingOf({}), (ctx) => furnish(ctx.write, ids)),
  );

  return {
    ids,
    events,
    get now() {
      return clock.now;
    },
    set now(value) {
      clock.now = value;
    },
    ask: async (endpoint, request, acting = {}) => {
      const route = routeOf(endpoint);
      if (route.kind !== "read") throw new Error("not a read");
      const output = await store.read(scope, (session) => {
        const more = { db: session.kysely, session, auditRead: () => undefined };
        return route.handle(inputOf(endpoint, request), {
          ...contextOf(actingOf(acting)),
          ...more,
        });
      });
      return endpoint.response.parse(output);
    },
    notify: async (endpoint, request, acting = {}) => {
      const route = routeOf(endpoint);
      if (route.kind !== "write") throw new Error("not a write");
      const output = await store.write(scope, (session) =>
        writeIn(session, actingOf(acting), (ctx) => route.handle(inputOf(endpoint, request), ctx)),
      );
      return endpoint.response.parse(output);
    },
    audited: (entityId) =>
      store.read(scope, ({ kysely }) =>
        kysely
          .selectFrom("audit_events")
          .select(["action", "patient_id"])
          .where("tenant_id", "=", ids.tenant)
          .where("entity_id", "=", entityId)
          .orderBy("seq")
          .execute(),
      ),
    close: async () => {
      await opened.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** An instant on the desk's clock on that Monday: `at("09:30")`. */
export function at(time: string, days = 0): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const midnight = Date.parse("2026-03-01T18:30:00.000Z");
  return isoInstant(midnight + ((days * 24 + hour) * 60 + minute) * 60_000);
}

/** The refusal that a request must meet; anything else fails the test. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("was not refused");
}
