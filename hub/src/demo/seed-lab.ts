import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { systemContext } from "#tenancy/system-context.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { seedOrders, seedPrescriptions, type Acting, type LabPeople } from "./lab.ts";
import { peopleOf, staffIdOf, tenantIdOf, type TenantPlan } from "./plans.ts";

const mostPatients = 24;

/** A node, as the seed writes at it. */
interface SeededNode {
  readonly store: Store;
  readonly runtime: WriteRuntime;
}

/** Runs commands of people of a branch, each an operation of its own. */
function actingAt(deps: SeededNode, tenantId: string, branch: BranchSettings): Acting {
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

function peopleAt(plan: TenantPlan, branchId: string): LabPeople {
  const ofRole = (role: string, place = 0): string => {
    const found = peopleOf(plan).filter(
      ({ fields }) => fields.primary_role === role && fields.branches.includes(branchId),
    )[place];
    if (found === undefined) throw new Error(`the demo has no ${role} at ${branchId}`);
    return staffIdOf(plan, found);
  };
  return {
    doctor: ofRole("doctor"),
    nurse: ofRole("nurse"),
    technician: ofRole("lab"),
    verifier: ofRole("lab", 1),
  };
}

/** Orders, results and prescriptions of a branch; nothing where an earlier start has made some. */
export async function seedLab(
  deps: SeededNode,
  plan: TenantPlan,
  branch: BranchSettings,
): Promise<void> {
  const tenantId = tenantIdOf(plan);
  const { patientIds, isBegun } = await deps.store.read({ tenantId }, async ({ kysely }) => {
    const patients = await kysely
      .selectFrom("patients")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branch.id)
      .where("status", "=", "active")
      .orderBy("id")
      .limit(mostPatients)
      .execute();
    const order = await kysely
      .selectFrom("lab_orders")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branch.id)
      .limit(1)
      .executeTakeFirst();
    return { patientIds: patients.map(({ id }) => id), isBegun: order !== undefined };
  });
  if (isBegun || patientIds.length === 0) return;
  const acting = actingAt(deps, tenantId, branch);
  const people = peopleAt(plan, branch.id);
  await seedOrders(acting, people, patientIds);
  await seedPrescriptions(acting, people, patientIds.toReversed());
}
