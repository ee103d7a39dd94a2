import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { ClaimedDelivery } from "./claim.ts";
import type { Outcome } from "./post.ts";
import { nextDelayMs } from "./schedule.ts";

const gone = 410;
const disableAfterMs = 5 * 24 * 60 * 60 * 1_000;
const disableAfterFailures = 20;

/** One attempt and what it comes to, as both tables keep it. */
export interface AttemptResult {
  readonly id: string;
  readonly tenant_id: string;
  readonly delivery_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly attempt_number: number;
  readonly http_status: number | null;
  readonly error_class: string | null;
  readonly duration_ms: number;
  readonly response_excerpt: string | null;
  readonly attempted_at: string;
  readonly lease_until: string;
  readonly delivery_status: "delivered" | "pending" | "exhausted" | "cancelled";
  readonly next_attempt_at: string | null;
  readonly delivered_at: string | null;
}

/** What the end of an attempt hangs on. */
export interface Ending {
  readonly newId: IdSource;
  /** When the attempt began and ended, milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 up to 1. */
  readonly chance: number;
}

function statusAfter(outcome: Outcome, delayMs: number | null): AttemptResult["delivery_status"] {
  if (outcome.errorClass === null) return "delivered";
  if (outcome.httpStatus === gone) return "cancelled";
  return delayMs === null ? "exhausted" : "pending";
}

/** What an attempt comes to: arrived, to be tried again later, or given up. */
export function resultOf(
  claimed: ClaimedDelivery,
  outcome: Outcome,
  ending: Ending,
): AttemptResult {
  const attemptCount = claimed.attempt_count + 1;
  const { retryAfterMs } = outcome;
  const delayMs = nextDelayMs({ attemptCount, retryAfterMs, chance: ending.chance });
  const status = statusAfter(outcome, delayMs);
  return {
    id: ending.newId("att"),
    tenant_id: claimed.tenant_id,
    delivery_id: claimed.id,
    endpoint_id: claimed.endpoint_id,
    event_id: claimed.event.id,
    attempt_number: attemptCount,
    http_status: outcome.httpStatus,
    error_class: outcome.errorClass,
    duration_ms: outcome.durationMs,
    response_excerpt: outcome.excerpt,
    attempted_at: isoInstant(ending.startedAt),
    lease_until: claimed.lease_until,
    delivery_status: status,
    next_attempt_at: status === "pending" ? isoInstant(ending.endedAt + (delayMs ?? 0)) : null,
    delivered_at: status === "delivered" ? isoInstant(ending.endedAt) : null,
  };
}

// A lease that has passed to another dispatcher is that one's to resolve; a delivery that was cancelled
// while its attempt was under way can still have arrived.
const resolveText = (ofTenant: string) => `
  WITH result AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(
      id text, tenant_id text, delivery_id text, endpoint_id text, attempt_number int,
      http_status int, error_class text, duration_ms int, response_excerpt text, attempted_at text,
      lease_until text, delivery_status text, next_attempt_at text, delivered_at text)
  ), resolved AS (
    UPDATE webhook_deliveries AS d
       SET delivery_status = CASE WHEN d.delivery_status = 'cancelled' AND r.delivery_status <> 'delivered'
             THEN 'cancelled' ELSE r.delivery_status END,
           next_attempt_at = CASE WHEN d.delivery_status = 'cancelled' THEN NULL ELSE r.next_attempt_at END,
           attempt_count = r.attempt_number, delivered_at = r.delivered_at, lease_until = NULL
      FROM result AS r
     WHERE d.tenant_id = r.tenant_id AND d.id = r.delivery_id AND d.lease_until = r.lease_until
       AND d.delivery_status IN ('pending', 'cancelled') ${ofTenant}
    RETURNING d.tenant_id, d.id
  )
  INSERT INTO webhook_attempts (id, tenant_id, delivery_id, endpoint_id, attempt_number, http_status,
    error_class, duration_ms, response_excerpt, attempted_at)
  SELECT r.id, r.tenant_id, r.delivery_id, r.endpoint_id, r.attempt_number, r.http_status,
    r.error_class, r.duration_ms, r.response_excerpt, r.attempted_at
    FROM result AS r JOIN resolved AS s ON s.tenant_id = r.tenant_id AND s.id = r.delivery_id
  RETURNING id`;

// An endpoint in good health stays untouched, so that deliveries to it do not queue up behind one row.
const healthText = (ofTenant: string) => `
  UPDATE webhook_endpoints AS e
     SET failure_count = CASE WHEN h.has_success THEN 0 ELSE e.failure_count END + h.failures,
         failing_since = CASE WHEN h.has_success THEN h.first_failure_at
           ELSE coalesce(e.failing_since, h.first_failure_at) END
    FROM jsonb_to_recordset($1::jsonb) AS h(
      tenant_id text, endpoint_id text, has_success boolean, failures int, first_failure_at text)
   WHERE e.tenant_id = h.tenant_id AND e.id = h.endpoint_id
     AND (h.failures > 0 OR e.failing_since IS NOT NULL) ${ofTenant}`;

const disableText = (ofTenant: string) => `
  UPDATE webhook_endpoints AS e
     SET status = 'disabled', disabled_reason = CASE WHEN h.is_gone THEN 'gone' ELSE 'failing' END
    FROM jsonb_to_recordset($1::jsonb) AS h(tenant_id text, endpoint_id text, is_gone boolean)
   WHERE e.tenant_id = h.tenant_id AND e.id = h.endpoint_id AND e.status = 'enabled'
     AND (h.is_gone OR (e.failing_since <= $2 AND e.failure_count >= $3)) ${ofTenant}
  RETURNING e.tenant_id, e.id, e.disabled_reason`;

/** What a batch of attempts says of one endpoint: since its last success in the batch, if it has one. */
function healthOf(results: readonly AttemptResult[]): readonly SqlRow[] {
  const byEndpoint = Map.groupBy(results, (result) => result.endpoint_id);
  return [...byEndpoint.values()].map((group) => {
    const inOrder = group.toSorted((one, other) =>
      one.attempted_at < other.attempted_at ? -1 : 1,
    );
    const lastSuccess = inOrder.findLastIndex((result) => result.error_class === null);
    const failures = inOrder.slice(lastSuccess + 1);
    return {
      tenant_id: group[0]?.tenant_id,
      endpoint_id: group[0]?.endpoint_id,
      has_success: lastSuccess >= 0,
      failures: failures.length,
      first_failure_at: failures[0]?.attempted_at ?? null,
      is_gone: group.some((result) => result.http_status === gone),
    };
  });
}

/** An endpoint that was disabled because of its answers. */
export interface DisabledEndpoint {
  readonly tenantId: string;
  readonly reason: string;
}

/** What recording a batch came to. */
export interface Recorded {
  /** Attempts that were written; the others' leases had passed to another dispatcher. */
  readonly count: number;
  readonly disabled: readonly DisabledEndpoint[];
}

// By tenant where each has to be sent to the machine of its own: a condition that says the tenant once more.
const ofAll = { resolve: resolveText(""), health: healthText(""), disable: disableText("") };
const ofOne = {
  resolve: resolveText("AND d.tenant_id = $2"),
  health: healthText("AND e.tenant_id = $2"),
  disable: disableText("AND e.tenant_id = $4"),
};

async function record(
  session: Session,
  results: readonly AttemptResult[],
  now: number,
  tenantId: string | null,
): Promise<Recorded> {
  const texts = tenantId === null ? ofAll : ofOne;
  const tenant = tenantId === null ? [] : [tenantId];
  const written = await session.query(texts.resolve, [JSON.stringify(results), ...tenant]);
  const ids = new Set(written.map((row) => row["id"]));
  const health = JSON.stringify(healthOf(results.filter((result) => ids.has(result.id))));
  await session.query(texts.health, [health, ...tenant]);
  const since = isoInstant(now - disableAfterMs);
  const disabled = results.every((result) => result.error_class === null)
    ? []
    : await session.query(texts.disable, [health, since, disableAfterFailures, ...tenant]);
  return {
    count: ids.size,
    disabled: disabled.map((row) => ({
      tenantId: String(row["tenant_id"]),
      reason: String(row["disabled_reason"]),
    })),
  };
}

/** Records attempts and what they come to, in the transaction at hand. @param now milliseconds since the epoch */
export async function recordAttempts(
  session: Session,
  results: readonly AttemptResult[],
  now: number,
): Promise<Recorded> {
  if (!session.dialect.isSpread) return record(session, results, now, null);
  const parts: Recorded[] = [];
  for (const [tenantId, own] of Map.groupBy(results, (result) => result.tenant_id))
    parts.push(await record(session, own, now, tenantId));
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    disabled: parts.flatMap(({ disabled }) => disabled),
  };
}
