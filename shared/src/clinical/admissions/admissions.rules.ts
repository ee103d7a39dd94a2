import { fieldError, type AppError } from "#kernel/errors.ts";
import {
  clearanceKinds,
  clearedBy,
  clearingRole,
  type ClearanceKind,
  type Clearances,
} from "./admission-parts.contract.ts";
import type { AdmissionRow } from "./admissions.table.ts";

/** Nothing is cleared when a discharge begins. */
export const uncleared: Clearances = {
  nursing: false,
  pharmacy: false,
  lab: false,
  billing: false,
  doctor: false,
};

function wrong(path: string, message: string): AppError {
  return fieldError({ path, code: "validation_error", message });
}

/** Who clears, and why where it is not theirs. */
export interface Clearing {
  readonly roles: readonly string[];
  readonly reason: string | undefined;
}

/** Whether a clearance is waived: given by an administrator in place of those whose it is. @throws AppError forbidden, validation_error */
export function isWaived(kind: ClearanceKind, { roles, reason }: Clearing): boolean {
  const path = `discharge_clearances.${kind}`;
  const way = clearedBy(kind, roles);
  if (way === "own") return false;
  if (way === null) {
    const message = `is given by the role ${clearingRole(kind)}`;
    throw fieldError({ path, code: "forbidden", message });
  }
  if ((reason ?? "") === "") throw wrong("status_reason", "is required to waive a clearance");
  return true;
}

/** The clearances that a body changes. */
export function changedClearances(
  current: Clearances,
  given: Readonly<Partial<Record<ClearanceKind, boolean | undefined>>> | undefined,
): readonly ClearanceKind[] {
  return clearanceKinds.filter(
    (kind) => given?.[kind] !== undefined && given[kind] !== current[kind],
  );
}

/** What an admission holds in the rules. */
export type Stay = Pick<
  AdmissionRow,
  | "status"
  | "bed_id"
  | "mlc"
  | "mlc_no"
  | "discharge"
  | "discharge_clearances"
  | "admitted_at"
  | "discharged_at"
>;

const withBed: readonly string[] = ["bed_assigned", "admitted", "transferred_out"];

function requireDischarge({ discharge, admitted_at: since, discharged_at: until }: Stay): void {
  if (discharge === null) throw wrong("discharge", "is required to discharge the patient");
  const isDead = discharge.type === "expired";
  if (isDead !== (discharge.condition === "expired"))
    throw wrong("discharge.condition", "does not go with the kind of discharge");
  if (isDead && (discharge.cause_of_death_code ?? null) === null)
    throw wrong("discharge.cause_of_death_code", "is required for a patient who died");
  if (since !== null && until !== null && until < since)
    throw wrong("discharge.at", "is before the patient was admitted");
}

/** What an admission must hold in its state; checked after every change. @throws AppError validation_error */
export function requireForStay(stay: Stay, path = (name: string) => name): void {
  const { status, mlc, mlc_no: number } = stay;
  if (mlc && (number ?? "") === "")
    throw wrong(path("mlc_no"), "is required for a medico-legal case");
  if (withBed.includes(status) && stay.bed_id === null)
    throw wrong(path("bed_id"), "is required to keep a bed or admit the patient");
  if (status === "discharge_ready" || status === "discharged") {
    const missing = clearanceKinds.filter((kind) => !stay.discharge_clearances[kind]);
    if (missing.length > 0) throw wrong("discharge_clearances", `lacks ${missing.join(", ")}`);
  }
  if (status === "discharged") requireDischarge(stay);
}
