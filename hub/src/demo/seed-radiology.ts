import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import { actingAt, patientsToSeed, staffAt, type SeededNode } from "./acting.ts";
import { tenantIdOf, type TenantPlan } from "./plans.ts";
import { seedStudies } from "./radiology.ts";
import { radiographerPlace, radiologistPlace } from "./staff.ts";

const mostPatients = 12;

/** Radiology studies of a branch; nothing where an earlier start has made some. */
export async function seedRadiology(
  deps: SeededNode,
  plan: TenantPlan,
  branch: BranchSettings,
): Promise<void> {
  const tenantId = tenantIdOf(plan);
  const patientIds = await patientsToSeed(deps, {
    tenantId,
    branchId: branch.id,
    made: "radiology_studies",
    most: mostPatients,
    // The first have orders of the laboratory, or lie in a bed.
    which: "last",
  });
  if (patientIds.length === 0) return;
  const ofRole = staffAt(plan, branch.id);
  const people = {
    doctor: ofRole("doctor"),
    radiographer: ofRole("lab", radiographerPlace),
    reporter: ofRole("doctor", radiologistPlace),
  };
  await seedStudies(actingAt(deps, tenantId, branch), people, patientIds);
}
