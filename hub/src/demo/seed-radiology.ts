import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import { actingAt, staffAt, type SeededNode } from "./acting.ts";
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
  const { patientIds, isBegun } = await deps.store.read({ tenantId }, async ({ kysely }) => {
    // The last ones by their ids: the first have orders of the laboratory, or lie in a bed.
    const patients = await kysely
      .selectFrom("patients")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branch.id)
      .where("status", "=", "active")
      .orderBy("id", "desc")
      .limit(mostPatients)
      .execute();
    const study = await kysely
      .selectFrom("radiology_studies")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branch.id)
      .limit(1)
      .executeTakeFirst();
    return { patientIds: patients.map(({ id }) => id), isBegun: study !== undefined };
  });
  if (isBegun || patientIds.length === 0) return;
  const ofRole = staffAt(plan, branch.id);
  const people = {
    doctor: ofRole("doctor"),
    radiographer: ofRole("lab", radiographerPlace),
    reporter: ofRole("doctor", radiologistPlace),
  };
  await seedStudies(actingAt(deps, tenantId, branch), people, patientIds);
}
