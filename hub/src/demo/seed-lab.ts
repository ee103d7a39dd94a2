import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import { actingAt, patientsToSeed, staffAt, type SeededNode } from "./acting.ts";
import { seedOrders, seedPrescriptions, type LabPeople } from "./lab.ts";
import { tenantIdOf, type TenantPlan } from "./plans.ts";

const mostPatients = 24;

function peopleAt(plan: TenantPlan, branchId: string): LabPeople {
  const ofRole = staffAt(plan, branchId);
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
  const patientIds = await patientsToSeed(deps, {
    tenantId,
    branchId: branch.id,
    made: "lab_orders",
    most: mostPatients,
  });
  if (patientIds.length === 0) return;
  const acting = actingAt(deps, tenantId, branch);
  const people = peopleAt(plan, branch.id);
  await seedOrders(acting, people, patientIds);
  await seedPrescriptions(acting, people, patientIds.toReversed());
}
