import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { southernCity, westernCity, type Community } from "./names.ts";
import { demoTowns, type DemoTown } from "./places.ts";
import { demoStaff, type DemoStaff } from "./staff.ts";

/** A branch to be made. */
export interface BranchPlan {
  readonly code: string;
  readonly name: string;
  readonly phone: string;
  readonly town: DemoTown;
  readonly patients: number;
}

/** A tenant to be made. */
export interface TenantPlan {
  readonly name: string;
  readonly slug: string;
  readonly seed: number;
  readonly communities: readonly Community[];
  readonly branches: readonly BranchPlan[];
}

/** The clinics that the demo shows. */
export const asha: TenantPlan = {
  name: "Asha Clinics",
  slug: "asha-clinics",
  seed: 20_260,
  communities: westernCity,
  branches: [
    {
      code: "PUN1",
      name: "Asha Clinic Kothrud",
      phone: "+912025440100",
      town: demoTowns.pune,
      patients: 720,
    },
    {
      code: "NSK1",
      name: "Asha Clinic Nashik",
      phone: "+912532570100",
      town: demoTowns.nashik,
      patients: 480,
    },
  ],
};

/** Somebody else, whose records nobody at the first tenant may ever see. */
export const kaveri: TenantPlan = {
  name: "Kaveri Family Clinic",
  slug: "kaveri-family-clinic",
  seed: 60_004,
  communities: southernCity,
  branches: [
    {
      code: "CHN1",
      name: "Kaveri Mylapore",
      phone: "+914424640100",
      town: demoTowns.chennai,
      patients: 12,
    },
  ],
};

// The ids follow from the names, so that a second start finds what the first one made.
/** The tenant's id. */
export function tenantIdOf(plan: TenantPlan): string {
  return deterministicId("ten", "demo", plan.slug);
}

/** A branch's id, by its code. */
export function branchIdOf(plan: TenantPlan, code: string): string {
  return deterministicId("brn", "demo", plan.slug, code);
}

/** A person's id, by the number they work under. */
export function staffIdOf(plan: TenantPlan, person: DemoStaff): string {
  return deterministicId("stf", "demo", plan.slug, person.fields.employee_no);
}

/** Everybody who works there. */
export function peopleOf(plan: TenantPlan): readonly DemoStaff[] {
  const branchIds = plan.branches.map(({ code }) => branchIdOf(plan, code));
  return demoStaff(branchIds, plan.seed, plan.communities);
}
