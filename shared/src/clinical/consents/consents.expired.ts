import type { WriteOrigin } from "#db/model.ts";
import type { Store } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import { deterministicId } from "#kernel/deterministic-id.ts";
import { nodeCommand } from "#resource/commands.ts";
import { writesOf, type Arrival } from "#resource/command-writes.ts";
import type { WriteRuntime, WrittenUnit } from "#write/model.ts";
import { sumOfEach } from "#resource/sum-of-each.ts";
import { openWrite } from "#write/write.ts";
import { consentEvents, emitConsent } from "./consents.events.ts";
import { followedFault, followedPatient, followStanding } from "./consents.standing.ts";
import { consentsTable, endingStates, type ConsentRow } from "./consents.table.ts";

const mostAtOnce = 200;

/** What is wrong with a consent that is said to be over where that arrives: its time has gone by, and nothing else is said. */
function expiryFault(arrival: Arrival): string | null {
  const { operation, before } = arrival;
  for (const [nth, change] of operation.changes.entries()) {
    if (change.table !== consentsTable.name) {
      const fault = followedFault(change, arrival);
      if (fault !== null) return `changes.${nth}.${fault}`;
      continue;
    }
    const path = `changes.${nth}.fields.status`;
    if (change.fields["status"] !== "expired") return `${path}: is another one`;
    const until = before(change)?.["valid_until"];
    if (until === undefined) continue;
    if (typeof until !== "string" || until > operation.at) return `${path}: its time is not over`;
  }
  return null;
}

/** What a consent whose time is over writes: no person gives it. */
export const expireCommand = nodeCommand(
  "consent.expire",
  [
    writesOf(consentsTable, {
      changes: ["status", "status_history"],
      events: [consentEvents.expired],
    }),
    followedPatient,
  ],
  expiryFault,
);

/** Whose consents are looked at: those noted at one branch, by the node that is its home. */
export interface ExpiryOptions {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly tenantId: string;
  readonly branchId: string;
  /** As a write that no request has asked for, and whose author is the same on every node. */
  readonly origin: WriteOrigin;
  readonly onWritten?: (unit: WrittenUnit) => void;
}

async function overdue({ store, runtime, tenantId, branchId }: ExpiryOptions) {
  return store.read({ tenantId }, (session) =>
    session.kysely
      .selectFrom("consents")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("status", "in", endingStates)
      .where("valid_until", "<=", isoInstant(runtime.now()))
      .orderBy("valid_until")
      .limit(mostAtOnce)
      .execute(),
  );
}

/** The ids of the events follow from the consent: a node that tells it once more, after a loss, publishes the same. */
function repeatable(runtime: WriteRuntime, id: string): WriteRuntime {
  let count = 0;
  const event = () => {
    count += 1;
    return deterministicId("evt", expireCommand.name, id, String(count));
  };
  return { ...runtime, newId: (prefix) => (prefix === "evt" ? event() : runtime.newId(prefix)) };
}

function isOver({ status, valid_until: until }: ConsentRow, now: string): boolean {
  return endingStates.some((one) => one === status) && until !== null && until <= now;
}

function expireOne(options: ExpiryOptions, id: string): Promise<WrittenUnit | null> {
  const { store, runtime, tenantId, origin } = options;
  return store.write({ tenantId }, async (session) => {
    const write = openWrite(session, repeatable(runtime, id), origin, expireCommand.name);
    const row = await write.load(consentsTable, id);
    // Somebody may have withdrawn it, or another process have seen it, since it was looked for.
    if (row === null || !isOver(row, write.at)) return null;
    const step = { status: "expired", at: write.at, by: origin.actor.id, reason: null } as const;
    const changed = write.update(consentsTable, row, {
      status: "expired",
      status_history: [...row.status_history, step],
    });
    emitConsent({ write }, "expired", changed);
    await followStanding({ db: session.kysely, tenantId, write }, changed);
    return write.flush([]);
  });
}

/** Where patients' records follow consents that were ended elsewhere. */
export type FollowingOptions = Pick<ExpiryOptions, "store" | "runtime" | "tenantId"> & {
  /** As a write of a branch that no request has asked for. */
  readonly originOf: (branchId: string | null) => WriteOrigin;
};

/** Consents of patients whose record still says granted, though all are over. */
function unfollowed({ store, runtime, tenantId }: FollowingOptions) {
  return store.read({ tenantId }, ({ kysely }) =>
    kysely
      .selectFrom("consents")
      .innerJoin("patients", (join) =>
        join
          .onRef("patients.tenant_id", "=", "consents.tenant_id")
          .onRef("patients.id", "=", "consents.patient_id"),
      )
      .select(["consents.id", "consents.branch_id", "consents.patient_id"])
      .where("consents.tenant_id", "=", tenantId)
      .where("consents.status", "=", "expired")
      .where("consents.consent_type", "=", "data_processing")
      .where("patients.consent_status", "=", "granted")
      .where("patients.status", "<>", "merged")
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom("consents as standing")
              .select("standing.id")
              .whereRef("standing.tenant_id", "=", "consents.tenant_id")
              .whereRef("standing.patient_id", "=", "consents.patient_id")
              .where("standing.consent_type", "=", "data_processing")
              .where("standing.status", "=", "granted")
              .where((until) =>
                until.or([
                  until("standing.valid_until", "is", null),
                  until("standing.valid_until", ">", isoInstant(runtime.now())),
                ]),
              ),
          ),
        ),
      )
      .limit(mostAtOnce)
      .execute(),
  );
}

/**
 * Has the records of patients say that their consent is over where the branch that ended it no longer holds the patient, so
 * that it could not say so itself. Returns how many.
 */
export async function followExpired(options: FollowingOptions): Promise<number> {
  const { store, runtime, tenantId, originOf } = options;
  const byPatient = new Map((await unfollowed(options)).map((row) => [row.patient_id, row]));
  return sumOfEach([...byPatient.values()], async ({ id, branch_id: branchId }) => {
    const unit = await store.write({ tenantId }, async (session) => {
      const write = openWrite(session, runtime, originOf(branchId), expireCommand.name);
      const row = await write.load(consentsTable, id);
      if (row === null) return null;
      const isChanged = await followStanding({ db: session.kysely, tenantId, write }, row);
      return isChanged ? write.flush([]) : null;
    });
    return unit === null ? 0 : 1;
  });
}

/** Ends the consents whose time has gone by, and what they had opened. Returns how many. */
export async function expireConsents(options: ExpiryOptions): Promise<number> {
  return sumOfEach(await overdue(options), async ({ id }) => {
    const unit = await expireOne(options, id);
    if (unit === null) return 0;
    options.onWritten?.(unit);
    return 1;
  });
}
