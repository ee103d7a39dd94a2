import { hash } from "@node-rs/argon2";
import type { OpenWrite, WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { FileStore } from "@edgeward/shared/files/file-store.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { createPatientBody } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { noteFirstConsent } from "@edgeward/shared/clinical/consents/first-consent.commands.ts";
import { createPatient } from "@edgeward/shared/clinical/patients/patients.commands.ts";
import { staffCredentialsTable, staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { branchesTable, tenantsTable } from "@edgeward/shared/clinical/tenants/tenants.table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { systemContext } from "#tenancy/system-context.ts";
import { writeClinic } from "./clinic.ts";
import { writeWards } from "./wards.ts";
import { writeCatalogue } from "./lab.ts";
import { seedDocuments } from "./seed-documents.ts";
import { seedGoods } from "./seed-goods.ts";
import { seedMoney } from "./seed-money.ts";
import { seedLab } from "./seed-lab.ts";
import { seedRadiology } from "./seed-radiology.ts";
import { seedCare } from "./seed-care.ts";
import { demoPatients, type PatientBody } from "./people.ts";
import {
  asha,
  branchIdOf,
  kaveri,
  peopleOf,
  staffIdOf,
  tenantIdOf,
  type BranchPlan,
  type TenantPlan,
} from "./plans.ts";
import { radiographerPlace, radiologistPlace, type DemoStaff } from "./staff.ts";

/** What the seed needs. */
export interface SeedDeps {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** All staff of the demo sign in with it. */
  readonly staffPassword: string;
  readonly staffPin: string;
  /** Where the bytes of its documents go. */
  readonly files: FileStore;
  /** Whether there are goods, bills and claims as well: they take some seconds more. */
  readonly isTrading: boolean;
}

/** A branch of the demo. */
export interface DemoBranch {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Whom and what the demo has, for those who are to try it. */
export interface DemoFacts {
  readonly tenantId: string;
  readonly branches: readonly DemoBranch[];
  readonly otherTenantId: string;
  readonly otherBranchId: string;
  /** Works at the front desk of the first branch. */
  readonly frontDeskUsername: string;
  /** A doctor of the first branch who works every day. */
  readonly providerId: string;
  /** The name by which that doctor signs in. */
  readonly doctorUsername: string;
  /** Somebody who looks after the first branch: its devices, too. */
  readonly managerUsername: string;
  readonly nurseUsername: string;
  readonly labUsername: string;
  readonly radiographerUsername: string;
  readonly radiologistUsername: string;
  readonly pharmacistUsername: string;
  readonly billingUsername: string;
  readonly storesUsername: string;
  /** Somebody who looks after all branches, also at the hub's console. */
  readonly adminUsername: string;
  /** The tenant's short name, by which it is named there. */
  readonly tenantName: string;
  /** The tenant's first patient. */
  readonly patientId: string;
}

const zone = { country: "IN", time_zone: "Asia/Kolkata" } as const;
const patientsPerTransaction = 240;

interface Verifiers {
  readonly password: string;
  readonly pin: string;
}

type VerifiersOf = (staffId: string) => Verifiers;

// Everybody in the demo has the same password, and a salt of their own: whoever sees the verifiers sees no more than that.
async function verifiersOf(deps: SeedDeps, plan: TenantPlan): Promise<VerifiersOf> {
  const made = peopleOf(plan).map(async (person) => {
    const [password, pin] = await Promise.all([hash(deps.staffPassword), hash(deps.staffPin)]);
    return [staffIdOf(plan, person), { password, pin }] as const;
  });
  const known = new Map(await Promise.all(made));
  return (staffId) => {
    const verifiers = known.get(staffId);
    if (verifiers === undefined) throw new Error("somebody of the demo has no verifiers");
    return verifiers;
  };
}

function writeTenant(write: OpenWrite, plan: TenantPlan): void {
  const tenantId = tenantIdOf(plan);
  write.insert(tenantsTable, tenantId, {
    ...zone,
    branch_id: null,
    metadata: {},
    name: plan.name,
    slug: plan.slug,
    locale: "en-IN",
    currency: "INR",
    plan_code: "enterprise",
    // Active only when everybody is in: a seed that was cut off goes on at the next start.
    status: "provisioning",
  });
  for (const { code, name, phone, town } of plan.branches) {
    const { city, state } = town;
    write.insert(branchesTable, branchIdOf(plan, code), {
      ...zone,
      branch_id: null,
      metadata: {},
      code,
      name,
      phone,
      address: { city, state, country: zone.country },
      status: "active",
      has_node: false,
    });
  }
}

function credentialIdOf(staffId: string): string {
  return deterministicId("stf", "demo-credential", staffId);
}

function writeStaff(write: OpenWrite, plan: TenantPlan, verifiersFor: VerifiersOf): void {
  for (const person of peopleOf(plan)) {
    const staffId = staffIdOf(plan, person);
    write.insert(staffTable, staffId, person.fields);
    write.insert(staffCredentialsTable, credentialIdOf(staffId), {
      // Verifiers go to the one branch at which their owner signs in.
      branch_id: person.fields.branches[0] ?? null,
      metadata: {},
      staff_id: staffId,
      username: person.username,
      password_verifier: verifiersFor(staffId).password,
      pin_verifier: verifiersFor(staffId).pin,
      valid_until: null,
      status: "active",
    });
  }
}

// Whoever starts again after a seed that was cut off has new passwords in hand.
async function renewVerifiers(
  write: OpenWrite,
  plan: TenantPlan,
  verifiersFor: VerifiersOf,
): Promise<void> {
  for (const person of peopleOf(plan)) {
    const staffId = staffIdOf(plan, person);
    const row = await write.load(staffCredentialsTable, credentialIdOf(staffId));
    if (row === null) continue;
    const { password: password_verifier, pin: pin_verifier } = verifiersFor(staffId);
    write.update(staffCredentialsTable, row, { password_verifier, pin_verifier });
  }
}

function settingsOf(plan: TenantPlan, { code, name }: BranchPlan): BranchSettings {
  const { country, time_zone: timeZone } = zone;
  // No node is enrolled yet; the one that comes goes on above the numbers given here.
  return { id: branchIdOf(plan, code), code, name, timeZone, country, hasNode: false };
}

async function registerAll(
  deps: SeedDeps,
  plan: TenantPlan,
  branch: BranchPlan,
  session: Session,
  bodies: readonly PatientBody[],
): Promise<void> {
  const settings = settingsOf(plan, branch);
  const origin = systemOrigin(tenantIdOf(plan), settings.id);
  for (const body of bodies) {
    // One operation for each patient, as if the desk had made it.
    const write = openWrite(session, deps.runtime, origin, "patient.create");
    const ctx = systemContext(write, settings);
    noteFirstConsent(ctx, await createPatient(ctx, createPatientBody.parse(body)));
    await write.flush([]);
  }
}

async function registeredSoFar(
  deps: SeedDeps,
  tenantId: string,
  branchId: string,
): Promise<number> {
  return deps.store.read({ tenantId }, async ({ kysely }) => {
    const row = await kysely
      .selectFrom("patients")
      .select((build) => build.fn.countAll().as("count"))
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  });
}

async function seedPatients(
  deps: SeedDeps,
  plan: TenantPlan,
  branch: BranchPlan,
  place: number,
): Promise<void> {
  const tenantId = tenantIdOf(plan);
  const people = demoPatients(branch.patients, plan.seed + place, branch.town);
  const done = await registeredSoFar(deps, tenantId, branchIdOf(plan, branch.code));
  for (let from = done; from < people.length; from += patientsPerTransaction) {
    const bodies = people.slice(from, from + patientsPerTransaction);
    await deps.store.write({ tenantId }, (session) =>
      registerAll(deps, plan, branch, session, bodies),
    );
  }
}

async function statusOf(deps: SeedDeps, tenantId: string): Promise<string | null> {
  return deps.store.read({ tenantId }, async ({ kysely }) => {
    const row = await kysely
      .selectFrom("tenants")
      .select("status")
      .where("tenant_id", "=", tenantId)
      .where("id", "=", tenantId)
      .executeTakeFirst();
    return row?.status ?? null;
  });
}

/** One write of the system itself, in a transaction of its own. */
async function asHouse(
  deps: SeedDeps,
  plan: TenantPlan,
  operation: string,
  work: (write: OpenWrite) => void | Promise<void>,
): Promise<void> {
  const tenantId = tenantIdOf(plan);
  await deps.store.write({ tenantId }, async (session) => {
    const write = openWrite(session, deps.runtime, systemOrigin(tenantId, null), operation);
    await work(write);
    await write.flush([]);
  });
}

async function activate(write: OpenWrite, tenantId: string): Promise<void> {
  const tenant = await write.load(tenantsTable, tenantId);
  if (tenant !== null) write.update(tenantsTable, tenant, { status: "active" });
}

async function seedTenant(deps: SeedDeps, plan: TenantPlan): Promise<void> {
  const tenantId = tenantIdOf(plan);
  const status = await statusOf(deps, tenantId);
  if (status !== null && status !== "provisioning") return;
  const made = await verifiersOf(deps, plan);
  if (status === null) {
    await asHouse(deps, plan, "tenant.create", (write) => {
      writeTenant(write, plan);
      writeStaff(write, plan, made);
      writeClinic(write, plan);
      writeCatalogue(write, plan);
      writeWards(write, plan);
    });
  } else await asHouse(deps, plan, "staff.update", (write) => renewVerifiers(write, plan, made));
  for (const [place, branch] of plan.branches.entries())
    await seedPatients(deps, plan, branch, place);
  for (const branch of plan.branches) {
    await seedLab(deps, plan, settingsOf(plan, branch));
    await seedCare(deps, plan, settingsOf(plan, branch));
    await seedRadiology(deps, plan, settingsOf(plan, branch));
    await seedDocuments(deps, plan, settingsOf(plan, branch));
  }
  const [first] = plan.branches;
  if (deps.isTrading && plan === asha && first !== undefined) {
    await seedGoods(deps, plan, settingsOf(plan, first));
    await seedMoney(deps, plan, settingsOf(plan, first));
  }
  await asHouse(deps, plan, "tenant.update", (write) => activate(write, tenantId));
}

async function firstPatient(deps: SeedDeps, tenantId: string): Promise<string> {
  const row = await deps.store.read({ tenantId }, ({ kysely }) =>
    kysely
      .selectFrom("patients")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .orderBy("created_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst(),
  );
  if (row === undefined) throw new Error("the demo has no patients");
  return row.id;
}

/** Somebody of the first branch. @param place which of several of one role */
function personWith(role: string, place = 0): DemoStaff {
  const ids = asha.branches.slice(0, 1).map(({ code }) => branchIdOf(asha, code));
  const person = peopleOf(asha).filter(
    ({ fields }) => fields.primary_role === role && ids.every((id) => fields.branches.includes(id)),
  )[place];
  if (person === undefined) throw new Error(`the demo has no ${role}`);
  return person;
}

/**
 * Fills an empty hub with two tenants, their branches, staff and patients; does nothing for a tenant that is there,
 * and goes on with one that an earlier start left half done. All of them are invented.
 */
export async function seedDemo(deps: SeedDeps): Promise<DemoFacts> {
  for (const plan of [asha, kaveri]) await seedTenant(deps, plan);
  const tenantId = tenantIdOf(asha);
  return {
    tenantId,
    branches: asha.branches.map(({ code, name }) => ({ id: branchIdOf(asha, code), code, name })),
    otherTenantId: tenantIdOf(kaveri),
    otherBranchId: branchIdOf(kaveri, "CHN1"),
    frontDeskUsername: personWith("front_desk").username,
    providerId: staffIdOf(asha, personWith("doctor")),
    doctorUsername: personWith("doctor").username,
    managerUsername: personWith("branch_admin").username,
    nurseUsername: personWith("nurse").username,
    labUsername: personWith("lab").username,
    radiographerUsername: personWith("lab", radiographerPlace).username,
    radiologistUsername: personWith("doctor", radiologistPlace).username,
    pharmacistUsername: personWith("pharmacist").username,
    billingUsername: personWith("billing").username,
    storesUsername: personWith("stores").username,
    adminUsername: personWith("tenant_admin").username,
    tenantName: asha.slug,
    patientId: await firstPatient(deps, tenantId),
  };
}
