import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { branchesTable, tenantsTable } from "@edgeward/shared/clinical/tenants/tenants.table.ts";
import type { OpenWrite, WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";

/** A tenant as it stands before a test begins. */
export interface TestTenant {
  readonly id: string;
  /** Where the requests of a test act, and where the node at hand is the records' home. */
  readonly branchId: string;
  /** Another branch of the tenant. */
  readonly secondBranchId: string;
  /** A branch that has a node of its own, which is not the one at hand. */
  readonly remoteBranchId: string;
  readonly doctorId: string;
  readonly secondDoctorId: string;
  readonly nurseId: string;
  readonly clerkId: string;
  /** A doctor who works at the second branch only. */
  readonly elsewhereDoctorId: string;
}

/** What a tenant is to be like. */
export interface TenantPlan {
  /** Two to eight capitals: the beginning of its branches' codes. */
  readonly code: string;
  /** Whether the first branch has a node: it has one where the test runs on it. */
  readonly hasNode: boolean;
}

/** A write that no request has asked for. */
export function systemOrigin(tenantId: string): WriteOrigin {
  return {
    tenantId,
    branchId: null,
    actor: { id: "system", type: "system", role: null },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: null,
    ip: null,
    reason: null,
    trust: "online",
  };
}

/** Runs work as the house itself, through the one way in which rows change. */
export function writeAsSystem<T>(
  node: { readonly store: Store; readonly runtime: WriteRuntime },
  tenantId: string,
  work: (write: OpenWrite) => T | Promise<T>,
): Promise<T> {
  return node.store.write({ tenantId }, async (session) => {
    // What is seeded has come from the hub, so it is nothing to pass on.
    const runtime = { ...node.runtime, sink: { statements: async () => [] }, reactors: [] };
    const write = openWrite(session, runtime, systemOrigin(tenantId), "test.seed");
    const result = await work(write);
    await write.flush([]);
    return result;
  });
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Hours of 32 slots on every day of the week. */
function fullSchedule(room: string | null) {
  return everyDay.map((weekday) => ({
    weekday,
    from: "09:00",
    to: "17:00",
    slot_min: 15,
    location: room,
    online_quota: 0,
  }));
}

/** A person to be seeded. */
export interface StaffPlan {
  readonly name: string;
  readonly role: string;
  readonly branches: readonly string[];
  readonly department?: string;
  /** Where they see patients. */
  readonly room?: string;
  /** Whoever is booked with nobody, as a radiologist, has none. */
  readonly hasNoHours?: boolean;
}

const registration = { council: "State Medical Council", no: "12345", valid_until: "2040-12-31" };

/** Puts down a person, with full hours where not said otherwise; returns the id. */
export function seedStaff(write: OpenWrite, plan: StaffPlan): string {
  const id = write.runtime.newId("stf");
  write.insert(staffTable, id, {
    branch_id: plan.branches[0] ?? null,
    employee_no: `E-${id.slice(-6)}`,
    name: plan.name,
    name_key: normaliseName(plan.name),
    gender: null,
    phone: null,
    email: null,
    roles: [plan.role],
    primary_role: plan.role,
    department: plan.department ?? null,
    designation: null,
    specialities: [],
    registration: plan.role === "doctor" ? registration : null,
    branches: plan.branches,
    schedule: plan.hasNoHours === true ? [] : fullSchedule(plan.room ?? null),
    status: "active",
    metadata: {},
  });
  return id;
}

/** Puts down a branch. */
export function seedBranch(write: OpenWrite, code: string, hasNode: boolean): string {
  const id = write.runtime.newId("brn");
  write.insert(branchesTable, id, {
    branch_id: null,
    code,
    name: `Branch ${code}`,
    phone: null,
    address: null,
    country: "IN",
    time_zone: "Asia/Kolkata",
    status: "active",
    has_node: hasNode,
    metadata: {},
  });
  return id;
}

function seedTenantRow(write: OpenWrite, id: string, code: string): void {
  write.insert(tenantsTable, id, {
    branch_id: null,
    name: `Tenant ${code}`,
    slug: code.toLowerCase(),
    country: "IN",
    locale: "en-IN",
    time_zone: "Asia/Kolkata",
    currency: "INR",
    plan_code: "enterprise",
    status: "active",
    metadata: {},
  });
}

/** Puts down a tenant with three branches and five people. */
export function seedTenant(
  node: { readonly store: Store; readonly runtime: WriteRuntime },
  plan: TenantPlan,
): Promise<TestTenant> {
  const id = node.runtime.newId("ten");
  return writeAsSystem(node, id, (write) => {
    seedTenantRow(write, id, plan.code);
    const branchId = seedBranch(write, `${plan.code}1`, plan.hasNode);
    const secondBranchId = seedBranch(write, `${plan.code}2`, plan.hasNode);
    const remoteBranchId = seedBranch(write, `${plan.code}3`, true);
    const branches = [branchId, secondBranchId];
    const doctor = (name: string, at: readonly string[]) =>
      seedStaff(write, { name, role: "doctor", branches: at, department: "General Medicine" });
    return {
      id,
      branchId,
      secondBranchId,
      remoteBranchId,
      doctorId: doctor("Anita Rao", [...branches, remoteBranchId]),
      secondDoctorId: doctor("Vikram Shah", branches),
      elsewhereDoctorId: doctor("Meera Nair", [secondBranchId]),
      nurseId: seedStaff(write, { name: "Sunita Devi", role: "nurse", branches }),
      clerkId: seedStaff(write, { name: "Ravi Kumar", role: "front_desk", branches }),
    };
  });
}
