import type { Reader } from "#db/session.ts";
import { fieldError } from "#kernel/errors.ts";
import { localDate } from "#kernel/zones.ts";
import type { Context } from "#resource/context.ts";
import { findStaff } from "./staff.queries.ts";
import type { StaffRow } from "./staff.table.ts";

/** Who may be named: somebody with one of these roles, in one of these states. */
interface StaffRequirement {
  readonly roles: readonly string[];
  readonly statuses: readonly string[];
}

/**
 * A person whom another record may name: of this tenant, working at the acting branch, with such a role.
 * @throws AppError invalid_reference, the same for nobody and for somebody who does not fit
 */
export async function referencedStaff(
  ctx: Pick<Context, "tenantId" | "branch"> & { readonly db: Reader },
  path: string,
  id: string,
  wanted: StaffRequirement,
): Promise<StaffRow> {
  // Not loaded for change: everybody who books with a doctor would wait for everybody else.
  const person = await findStaff(ctx.db, ctx.tenantId, id);
  const fits =
    person !== undefined &&
    wanted.statuses.includes(person.status) &&
    person.roles.some((role) => wanted.roles.includes(role)) &&
    person.branches.includes(ctx.branch.id);
  if (fits) return person;
  throw fieldError({
    path,
    code: "invalid_reference",
    message: `names no active ${wanted.roles.join(" or ")} of this branch`,
  });
}

/**
 * A doctor who signs now: at work at the acting branch, and in the register of a medical council today.
 * @throws AppError invalid_reference, prescriber_unregistered
 */
export async function registeredDoctor(
  ctx: Pick<Context, "tenantId" | "branch" | "now"> & { readonly db: Reader },
  path: string,
  id: string,
): Promise<StaffRow> {
  const doctor = await referencedStaff(ctx, path, id, { roles: ["doctor"], statuses: ["active"] });
  const { registration } = doctor;
  const day = localDate(ctx.now(), ctx.branch.timeZone);
  if (registration !== null && registration.valid_until >= day) return doctor;
  const message =
    registration === null
      ? "names a doctor without a registration"
      : "names a doctor whose registration has expired";
  throw fieldError({ path, code: "prescriber_unregistered", message });
}

/** The department of a person, whatever has become of the person since; null for none. */
export async function departmentOf(
  ctx: Pick<Context, "tenantId"> & { readonly db: Reader },
  id: string,
): Promise<string | null> {
  return (await findStaff(ctx.db, ctx.tenantId, id))?.department ?? null;
}
