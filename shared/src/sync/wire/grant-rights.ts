import { AppError } from "#kernel/errors.ts";

const granting: ReadonlySet<string> = new Set([
  "doctor",
  "front_desk",
  "branch_admin",
  "tenant_admin",
]);

/** A front desk sees some dozens of strangers in an hour; more is somebody who reads other branches' records. */
export const mostAskedInAnHour = 30;

/** Whether one of the roles may have other branches' records of a patient lent. */
export function mayGrant(held: readonly string[]): boolean {
  return held.some((role) => granting.has(role));
}

/** @throws AppError forbidden for those who may not have other branches' records of a patient lent */
export function refuseGranting(held: readonly string[]): void {
  if (mayGrant(held)) return;
  throw new AppError("forbidden", "Doctors, the front desk and administrators ask for records.");
}
