import { clientsTable } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import { grantRequestsTable } from "@edgeward/shared/clinical/grant-requests/grant-requests.table.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Operation, SqlRow } from "@edgeward/shared/db/model.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { mayGrant, mostAskedInAnHour } from "@edgeward/shared/sync/wire/grant-rights.ts";
import type { Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import { authorName } from "./author-rights.ts";
import type { IngestContext } from "./ingest-context.ts";

const hourMs = 3_600_000;
// A branch holds itself to its own limit; what it asked for in an outage comes all at once.
const mostLentInAnHour = 2 * mostAskedInAnHour;

/** The code of a wish for other branches' records that waits for the next hours. */
export const lendingLimitCode = "too_many_grants";

/** What a branch may be lent now, whoever holds its node's key. */
export interface Lending {
  /** Who may ask there, by the names of their records. */
  readonly mayAsk: ReadonlySet<string>;
  /** For how many patients more within this hour. */
  readonly left: number;
}

/** Whether an operation asks for other branches' records of a patient. */
function isWish({ changes }: Operation): boolean {
  return changes.some(({ table, kind }) => table === grantRequestsTable.name && kind === "insert");
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Of some authors those who work at the branch now, with a role that may: by the names of their records. */
export async function workingHere(
  { session, tenantId, branchId }: IngestContext,
  authors: readonly string[],
  mayDo: (roles: readonly string[]) => boolean,
): Promise<ReadonlySet<string>> {
  const selects = [staffTable.name, clientsTable.name].map(
    (table) =>
      `SELECT '${table}/' || id AS name, roles, branches, status FROM ${table} WHERE tenant_id = $1 AND id = ANY($2::text[])`,
  );
  const people = await session.query(selects.join(" UNION ALL "), [tenantId, authors]);
  // Lending is done now, so it is asked who somebody is now, whatever they were when they asked.
  const mayNow = ({ roles, branches, status }: SqlRow) => {
    // A program of all branches names none.
    const isThere = branches === null || texts(branches).includes(branchId);
    return status === "active" && isThere && mayDo(texts(roles));
  };
  return new Set(people.filter(mayNow).map((row) => String(row["name"])));
}

/** For how many patients more the branch may be lent records within this hour. */
export async function leftToLend({
  session,
  tenantId,
  branchId,
  receivedAt,
}: IngestContext): Promise<number> {
  const [lent] = await session.query(
    `SELECT count(*)::int AS count FROM feed_grants
      WHERE tenant_id = $1 AND branch_id = $2 AND granted_at > $3`,
    [tenantId, branchId, isoInstant(Date.parse(receivedAt) - hourMs)],
  );
  return Math.max(0, mostLentInAnHour - Number(lent?.["count"] ?? 0));
}

/** What a branch may be lent by some operations; null where none of them asks. */
export async function lendingFor(
  context: IngestContext,
  items: readonly Sequenced[],
): Promise<Lending | null> {
  const authors = items.flatMap(({ operation }) => (isWish(operation) ? [operation.actor.id] : []));
  if (authors.length === 0) return null;
  const [mayAsk, left] = await Promise.all([
    workingHere(context, authors, mayGrant),
    leftToLend(context),
  ]);
  return { mayAsk, left };
}

/** Holds the wishes of a set to what the branch may be lent, one after another. */
export class LendingDesk {
  readonly #lending: Lending | null;
  #left: number;

  constructor(lending: Lending | null) {
    this.#lending = lending;
    this.#left = lending?.left ?? 0;
  }

  /** Whether an operation asks for what its author may not have lent. */
  isForbidden(operation: Operation): boolean {
    if (this.#lending === null || !isWish(operation)) return false;
    const name = authorName(operation.actor);
    const { role } = operation.actor;
    const isAble = name !== null && this.#lending.mayAsk.has(name);
    return !isAble || role === null || !mayGrant([role]);
  }

  /** Takes one of what is left for an operation that asks; false where none is. */
  take(operation: Operation): boolean {
    if (this.#lending === null || !isWish(operation)) return true;
    this.#left -= 1;
    return this.#left >= 0;
  }
}
