import { sql, type SqlBool } from "kysely";
import type * as z from "zod";
import { enumValueOf } from "#contract/enum-value.ts";
import type { Viewer } from "#db/read.ts";
import { isoInstant } from "#kernel/clock.ts";
import type { Condition } from "#resource/word-search.ts";
import { prescriptionStatuses, type PrescriptionStatus } from "./prescription-parts.contract.ts";
import type { prescriptionsContract } from "./prescriptions.contract.ts";
import { dispensableStatuses } from "./prescriptions.states.ts";
import type { PrescriptionRow } from "./prescriptions.table.ts";

type Expiring = Pick<PrescriptionRow, "status" | "expires_at">;

/** The state that answers say: what nobody has come for in time has expired. @param now RFC 3339 */
export function answeredStatus(
  { status, expires_at: until }: Expiring,
  now: string,
): PrescriptionStatus {
  const isOpen = dispensableStatuses.some((one) => one === status);
  const isExpired = isOpen && until !== null && until <= now;
  return isExpired ? "expired" : enumValueOf(prescriptionStatuses, status);
}

/** The state that answers say of each of some prescriptions. */
export async function statusOfEach({ now }: Viewer) {
  const at = now === undefined ? "" : isoInstant(now());
  return (row: Expiring) => ({ status: answeredStatus(row, at) });
}

function withStatus(status: PrescriptionStatus | undefined, now: string): Condition {
  if (status === undefined) return sql<SqlBool>`status <> 'entered_in_error'`;
  const open = sql.join(dispensableStatuses.map((one) => sql.lit(one)));
  if (status === "expired") return sql<SqlBool>`status IN (${open}) AND expires_at <= ${now}`;
  const isOpen = dispensableStatuses.some((one) => one === status);
  return isOpen
    ? sql<SqlBool>`status = ${status} AND expires_at > ${now}`
    : sql<SqlBool>`status = ${status}`;
}

type Query = z.output<typeof prescriptionsContract.list.query>;

/** The conditions of a list of prescriptions; those entered in error only where they are asked for. */
export function listedPrescriptions(query: Query, now: string): readonly Condition[] {
  const { status, rx_no: number, issued_from: from, issued_to: to } = query;
  return [
    withStatus(status, now),
    ...(number === undefined ? [] : [sql<SqlBool>`rx_no = ${number}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`issued_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`issued_at < ${to}`]),
  ];
}
