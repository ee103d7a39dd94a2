import type { BranchSettings, WriteContext } from "@edgeward/shared/resource/context.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { systemContext } from "#tenancy/system-context.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { peopleOf, staffIdOf, type TenantPlan } from "./plans.ts";

/** A node, as the seed writes at it. */
export interface SeededNode {
  readonly store: Store;
  readonly runtime: WriteRuntime;
}

/** Runs a command of somebody of a branch, as an operation of its own. */
export type Acting = <T>(
  operation: string,
  staffId: string,
  role: "front_desk" | "doctor" | "nurse" | "lab",
  work: (ctx: WriteContext) => Promise<T>,
) => Promise<T>;

/** Runs commands of people of a branch. */
export function actingAt(deps: SeededNode, tenantId: string, branch: BranchSettings): Acting {
  return (operation, staffId, role, work) =>
    deps.store.write({ tenantId }, async (session) => {
      const actor = { id: staffId, type: "staff", role } as const;
      const origin = { ...systemOrigin(tenantId, branch.id), actor };
      const write = openWrite(session, deps.runtime, origin, operation);
      const ctx = systemContext(write, branch);
      const caller = { ...ctx.caller, type: "staff", roles: [role] } as const;
      const result = await work({ ...ctx, caller, role });
      await write.flush([]);
      return result;
    });
}

/** Finds by role who works at a branch; `place` says which of several. */
export function staffAt(
  plan: TenantPlan,
  branchId: string,
): (role: string, place?: number) => string {
  return (role, place = 0) => {
    const found = peopleOf(plan).filter(
      ({ fields }) => fields.primary_role === role && fields.branches.includes(branchId),
    )[place];
    if (found === undefined) throw new Error(`the demo has no ${role} at ${branchId}`);
    return staffIdOf(plan, found);
  };
}

/** What of a branch's patients something is seeded for. */
interface Seeded {
  readonly tenantId: string;
  readonly branchId: string;
  /** Where the seed's first records stand: where some do, an earlier start has made them. */
  readonly made: "lab_orders" | "admissions" | "radiology_studies" | "documents" | "invoices";
  readonly most: number;
  /** The first ones by their ids, the last ones, or those who were registered first. */
  readonly which?: "first" | "last" | "earliest";
}

/** The active patients of a branch that something is seeded for; none where an earlier start has done it. */
export async function patientsToSeed(
  { store }: SeededNode,
  { tenantId, branchId, made, most, which = "first" }: Seeded,
): Promise<readonly string[]> {
  return store.read({ tenantId }, async ({ kysely }) => {
    const begun = await kysely
      .selectFrom(made)
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .limit(1)
      .executeTakeFirst();
    if (begun !== undefined) return [];
    const patients = kysely
      .selectFrom("patients")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("status", "=", "active")
      .limit(most);
    const ordered = which === "earliest" ? patients.orderBy("created_at") : patients;
    const rows = await ordered.orderBy("id", which === "last" ? "desc" : "asc").execute();
    return rows.map(({ id }) => id);
  });
}
