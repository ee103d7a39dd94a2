import { isoInstant } from "#kernel/clock.ts";
import type { Session } from "#db/session.ts";

const hourMs = 60 * 60_000;
const programsKeepMs = 72 * hourMs;
// A form that is not finished holds its key for a month, and a node may be away for as long.
const othersKeepMs = 31 * 24 * hourMs;

/** So many answers go at once at the most: a delete of a few ms, behind which people's writes wait. */
export const mostAnswersAtOnce = 500;

/**
 * Forgets the answers to writes that nobody will repeat any more: those of programs after 72 hours, those of people,
 * nodes and machines after 31 days. @param now milliseconds since 1970
 * @returns how many went, at most 500; as many say that there may be more
 */
export async function forgetOldAnswers(
  session: Session,
  tenantId: string,
  now: number,
): Promise<number> {
  const place = (number: number) => session.dialect.placeholder(number);
  const rows = await session.query(
    `DELETE FROM idempotency_keys WHERE (tenant_id, principal, idempotency_key) IN
      (SELECT tenant_id, principal, idempotency_key FROM idempotency_keys
        WHERE tenant_id = ${place(1)}
          AND (created_at < ${place(2)} OR (principal LIKE 'cli\\_%' ESCAPE '\\' AND created_at < ${place(3)}))
        LIMIT ${mostAnswersAtOnce})
      RETURNING idempotency_key`,
    [tenantId, isoInstant(now - othersKeepMs), isoInstant(now - programsKeepMs)],
  );
  return rows.length;
}
