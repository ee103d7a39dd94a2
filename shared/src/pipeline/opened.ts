import type { Endpoint, InputOf } from "#contract/endpoint.ts";
import type { SeenRecord } from "#audit/reads.ts";
import type { Session } from "#db/session.ts";
import { isId } from "#kernel/ids.ts";
import {
  closedPatients,
  isOfChart,
  refuseClosed,
  withheldOf,
  withoutClosed,
  type Looking,
} from "#resource/closed-patients.ts";
import type { BranchSettings, Caller } from "#resource/context.ts";

/** What of a request says who looks, where and why. */
interface Request {
  readonly tenantId: string;
  readonly caller: Caller;
  readonly reason: string | null;
  readonly now: () => number;
}

/** Who looks with a request; the session is added by whoever opens it. */
export function lookingOf(
  { tenantId, caller, reason, now }: Request,
  branch: BranchSettings | null,
): Omit<Looking, "session"> {
  return { tenantId, caller, branch, reason, nowMs: now() };
}

/** What a read has come to. */
interface Read<T> {
  readonly input: InputOf<Endpoint>;
  readonly seen: readonly SeenRecord[];
  readonly shown: T;
}

function valuesOf(part: unknown): readonly unknown[] {
  return typeof part === "object" && part !== null ? Object.values(part) : [];
}

/** The patients whom a request names, where it asks about one record or one patient; null for a list of whomever. */
function namedIn({ params, query }: InputOf<Endpoint>): readonly string[] | null {
  const named = valuesOf(query).filter((value) => typeof value === "string" && isId("pat", value));
  return valuesOf(params).length > 0 || named.length > 0 ? named.map(String) : null;
}

function isPage(shown: unknown): boolean {
  return (
    typeof shown === "object" && shown !== null && "data" in shown && Array.isArray(shown.data)
  );
}

/**
 * What was read, as far as who reads may open it: what is asked about one closed patient is refused, and lists show no more
 * of one than that they are there. @throws AppError access_reason_required
 */
export async function asOpened<T>(
  looking: Looking & { readonly session: Session },
  { input, seen, shown }: Read<T>,
): Promise<T> {
  const named = namedIn(input);
  const ids = new Set([...seen.flatMap(({ patientId }) => patientId ?? []), ...(named ?? [])]);
  const closed = await closedPatients(looking, ids);
  if (closed.size === 0) return shown;
  if (named !== null || !isPage(shown)) refuseClosed(closed);
  const shut = seen.filter(({ patientId }) => patientId !== null && closed.has(patientId));
  const left = shut.filter(({ entityType }) => isOfChart(looking.session, entityType));
  const records = new Set(left.flatMap(({ entityId }) => entityId ?? []));
  const about = new Set(
    left.flatMap(({ entityId, patientId }) => (entityId === null ? (patientId ?? []) : [])),
  );
  const withheld = new Map(
    shut.flatMap(({ entityType, entityId }) => {
      const paths = withheldOf(looking.session, entityType);
      return entityId === null || paths.length === 0 ? [] : [[entityId, paths] as const];
    }),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the same page, with fewer rows or members without their values
  return withoutClosed(looking.session, shown, { closed, records, about, withheld }) as T;
}
