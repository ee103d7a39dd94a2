import * as z from "zod";
import { date, enumOf, icd10, idOf, str, text, ts, writtenPhone } from "#contract/fields.ts";
import type { Role } from "#contract/access.ts";
import { actorIdForm } from "#contract/record.ts";

/** What somebody who stays with the patient is to them. */
export const attendantRelationships = [
  "spouse",
  "parent",
  "child",
  "sibling",
  "guardian",
  "friend",
  "other",
] as const;

/** Who stays with the patient. */
export const attendant = z.strictObject({
  name: str(1, 200),
  phone: writtenPhone.nullable().optional(),
  relationship: enumOf(attendantRelationships).nullable().optional(),
});
const optionalText = z.string().nullable().optional();
/** The same as the wire writes it. */
export const attendantShape = z.strictObject({
  name: z.string(),
  phone: optionalText,
  relationship: optionalText,
});

/** A move from one bed to another. */
export const transfer = z.strictObject({
  from_bed: idOf("bed").nullable(),
  to_bed: idOf("bed"),
  at: ts,
  by: actorIdForm,
  reason: str(0, 500).nullable(),
});
/** The same as the wire writes it. */
export const transferShape = z.strictObject({
  from_bed: z.string().nullable(),
  to_bed: z.string(),
  at: z.string(),
  by: z.string(),
  reason: z.string().nullable(),
});

/** How a stay ended. `lama` is: left against medical advice. */
export const dischargeTypes = [
  "routine",
  "lama",
  "transfer",
  "absconded",
  "expired",
  "discharge_on_request",
] as const;

/** How the patient left. */
export const dischargeConditions = ["cured", "improved", "unchanged", "worse", "expired"] as const;

/** How a stay ended, as a body says it. */
export const discharge = z.strictObject({
  type: enumOf(dischargeTypes),
  at: ts.optional(),
  summary: text(20_000).nullable().optional(),
  condition: enumOf(dischargeConditions),
  follow_up_date: date.nullable().optional(),
  cause_of_death_code: icd10.nullable().optional(),
});
/** The same as the wire writes it. */
export const dischargeShape = z.strictObject({
  type: z.string(),
  at: z.string().optional(),
  summary: optionalText,
  condition: z.string(),
  follow_up_date: optionalText,
  cause_of_death_code: optionalText,
});

/** Who has to say that a patient may go. */
export const clearanceKinds = ["nursing", "pharmacy", "lab", "billing", "doctor"] as const;

/** One of those. */
export type ClearanceKind = (typeof clearanceKinds)[number];

/** What has been cleared. */
export type Clearances = Readonly<Record<ClearanceKind, boolean>>;

const clearingRoles: Readonly<Record<ClearanceKind, Role>> = {
  nursing: "nurse",
  pharmacy: "pharmacist",
  lab: "lab",
  billing: "billing",
  doctor: "doctor",
};

// That a patient is fit to go is no administrator's to say.
const waivedBy: Role = "branch_admin";

/** Whose a clearance is. */
export function clearingRole(kind: ClearanceKind): Role {
  return clearingRoles[kind];
}

/** How somebody of these roles may give a clearance: as their own, by waiving it with a reason, or not at all. */
export function clearedBy(kind: ClearanceKind, roles: readonly string[]): "own" | "waiver" | null {
  if (roles.includes(clearingRoles[kind])) return "own";
  return roles.includes(waivedBy) && kind !== "doctor" ? "waiver" : null;
}

const cleared = z.boolean().optional();
/** What a body says of clearances: one or more of them. */
export const givenClearances = z.strictObject({
  nursing: cleared,
  pharmacy: cleared,
  lab: cleared,
  billing: cleared,
  doctor: cleared,
});
/** All of them. */
export const clearancesShape = z.strictObject({
  nursing: z.boolean(),
  pharmacy: z.boolean(),
  lab: z.boolean(),
  billing: z.boolean(),
  doctor: z.boolean(),
});

/** A clearance that was given, waived or taken back. */
export const clearanceStep = z.strictObject({
  kind: enumOf(clearanceKinds),
  is_cleared: z.boolean(),
  is_waived: z.boolean(),
  at: ts,
  by: actorIdForm,
  reason: str(0, 500).nullable(),
});
/** The same as the wire writes it. */
export const clearanceStepShape = z.strictObject({
  kind: z.string(),
  is_cleared: z.boolean(),
  is_waived: z.boolean(),
  at: z.string(),
  by: z.string(),
  reason: z.string().nullable(),
});
