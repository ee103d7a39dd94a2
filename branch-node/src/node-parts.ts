import type { JSONWebKeySet, JWK } from "jose";
import * as z from "zod";
import { purgeExpired } from "@edgeward/shared/write/expiry.ts";
import { forgetOldAttempts } from "@edgeward/shared/http/attempt-limits.ts";
import { forgetOldAnswers, mostAnswersAtOnce } from "@edgeward/shared/http/old-answers.ts";
import type { DomainEvent } from "@edgeward/shared/db/model.ts";
import type { WrittenUnit, WriteRuntime } from "@edgeward/shared/write/model.ts";
import { isoInstant, systemClock } from "@edgeward/shared/kernel/clock.ts";
import { trustedOf } from "@edgeward/shared/http/key-endorsement.ts";
import { createLogger, type Logger } from "@edgeward/shared/log/log.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import { readState, stateStatement } from "#db/node-state.ts";
import type { CommittingStore, SqliteStore } from "#db/sqlite-store.ts";
import type { PageHolder } from "#lan/tickets.ts";
import { hubKeySetShape } from "#node/hub-key-set.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { BranchApp } from "./app.ts";
import { recurring, type Recurring } from "./own-work.ts";
import type { LinkReport } from "#sync/link-report.ts";
import type { HubClient } from "#sync/hub-client.ts";

/** What is known of the link before the engine has tried it. */
export const noReport: LinkReport = {
  state: "offline",
  since: new Date(0).toISOString(),
  lastContactAt: null,
  clockSkewMs: null,
  stalledSince: null,
  refusedBy: null,
  reason: null,
};

/** Logs as JSON lines on standard error. */
export function standardLog(nodeId: string, release: string): Logger {
  const base = { surface: "branch", node_id: nodeId, release };
  return createLogger((line) => process.stderr.write(line), base, systemClock.now);
}

/** Where the hub's keys are asked for, and kept. */
export interface HubKeysOptions {
  readonly store: SqliteStore;
  readonly hub: Pick<HubClient, "get">;
  readonly identity: Pick<NodeIdentity, "tenantId" | "nodeId" | "pinnedHubKeys">;
  readonly log: Pick<Logger, "warn">;
}

const keptKeysShape = hubKeySetShape.extend({ node_id: z.string().optional() });

const keysEveryMs = 5 * 60_000;

/**
 * The hub's public keys: those remembered from before, refreshed while the hub can be asked. Whoever stands between node and
 * hub adds none: a key counts that was given at enrolment, or that one which counts has endorsed.
 */
export class HubKeys {
  current: JSONWebKeySet = { keys: [] };
  readonly #store: SqliteStore;
  readonly #hub: HubKeysOptions["hub"];
  readonly #tenantId: string;
  readonly #nodeId: string;
  readonly #pinned: readonly JWK[];
  readonly #log: Pick<Logger, "warn">;

  constructor({ store, hub, identity, log }: HubKeysOptions) {
    this.#store = store;
    this.#hub = hub;
    this.#tenantId = identity.tenantId;
    this.#nodeId = identity.nodeId;
    this.#pinned = identity.pinnedHubKeys;
    this.#log = log;
  }

  /** Takes those of the last contact. */
  async recall(): Promise<void> {
    const text = await this.#store.read({ tenantId: this.#tenantId }, (session) =>
      readState(session, "hub_keys"),
    );
    const kept = text === null ? null : keptKeysShape.parse(JSON.parse(text));
    // A machine that was enrolled anew may have another hub; what the last one said of keys means nothing there.
    const isOwn = kept !== null && (kept.node_id ?? this.#nodeId) === this.#nodeId;
    this.current = { keys: isOwn && kept.keys.length > 0 ? kept.keys : [...this.#pinned] };
  }

  /** Asks the hub. @throws HubUnreachable */
  async refresh(): Promise<void> {
    const served = hubKeySetShape.parse(await this.#hub.get("/.well-known/jwks.json")).keys;
    // What the last set no longer had was taken out of use, also where it was the key of enrolment.
    const known = this.current.keys;
    // One that was enrolled before keys were kept believes the hub once.
    const trusted = known.length === 0 ? served : await trustedOf(known, served);
    if (trusted.length < served.length)
      this.#log.warn("hub_keys_not_trusted", { count: served.length - trusted.length });
    // A set without any that counts is not the hub's.
    if (trusted.length === 0) return;
    const keys = { keys: [...trusted] };
    this.current = keys;
    const nodeId = this.#nodeId;
    await this.#store.write({ tenantId: this.#tenantId }, (session) =>
      session.runAll([
        stateStatement(session, "hub_keys", JSON.stringify({ ...keys, node_id: nodeId })),
      ]),
    );
  }

  /** Asks the hub now and every few minutes. */
  keepFresh(): Recurring {
    // The keys of the last contact go on until the hub can be asked again.
    return recurring(() => this.refresh().catch(() => undefined), keysEveryMs);
  }
}

/** How the disk under the database stands. `damaged` lasts until the next start, which mends it. */
export type DiskState = "ok" | "full" | "damaged";

const stateAfter = {
  disk_full: "full",
  disk_free: "ok",
  damaged: "damaged",
  unusable: "damaged",
} as const;

/** How the disk stands, and since when. */
export interface DiskReport {
  readonly state: DiskState;
  /** RFC 3339: the node's start, until something has changed. */
  readonly since: string;
}

/** Follows how the disk stands by what the store reports; each change of it is a line of the log. */
export function watchDisk(
  store: Pick<CommittingStore, "onNotice">,
  log: Logger,
  now: () => number,
): () => DiskReport {
  let report: DiskReport = { state: "ok", since: isoInstant(now()) };
  store.onNotice((notice) => {
    if (notice.kind === "wal_long") {
      log.warn("wal_long", { bytes: notice.bytes });
      return;
    }
    if (notice.kind === "after_commit") {
      log.error("after_commit_failed", {}, notice.error);
      return;
    }
    const state = report.state === "damaged" ? "damaged" : stateAfter[notice.kind];
    if (state !== report.state) report = { state, since: isoInstant(now()) };
    log.warn(state === "damaged" ? "database_damaged" : notice.kind);
  });
  return () => report;
}

/** Who may be here at a branch, as far as it is kept in memory. */
type Admitted = Pick<BranchApp, "staff" | "suspended">;

/** Reads who may be here. @param onEnded told of each session that ends from then on */
export async function recallAdmitted(
  { staff, suspended }: Admitted,
  onEnded: () => void,
): Promise<void> {
  await staff.sessions.recall(onEnded);
  await suspended.recall();
}

/** Whether somebody's session has ended, or their program was suspended. */
export function isOver(
  { staff, suspended }: Admitted,
  { sessionId, clientId }: Pick<PageHolder, "sessionId" | "clientId">,
): boolean {
  return (sessionId !== null && staff.sessions.isOver(sessionId)) || suspended.has({ clientId });
}

/** The tables that say who may be here. */
export const admissionTables = ["staff", "staff_credentials", "clients"] as const;

interface Heed {
  readonly log: Pick<Logger, "error">;
  /** Notified when somebody may be here no longer. */
  readonly onEnded: () => void;
}

/** Ends what those have who may not be here any more, where the hub has said something of staff or programs. */
export function heedAdmitted(
  admitted: Admitted | null,
  changedTables: readonly string[],
  { log, onEnded }: Heed,
): void {
  const failed = (error: unknown) => log.error("sessions_failed", {}, error);
  if (changedTables.includes("staff") || changedTables.includes("staff_credentials"))
    admitted?.staff.endUnwelcome().catch(failed);
  if (changedTables.includes("clients")) admitted?.suspended.recall().then(onEnded, failed);
}

const dayMs = 24 * 60 * 60_000;

async function forgetAnswers(
  store: SqliteStore,
  tenantId: string,
  now: number,
  goesOn: () => boolean,
): Promise<void> {
  let gone = mostAnswersAtOnce;
  while (gone === mostAnswersAtOnce && goesOn())
    gone = await store.write({ tenantId, urgency: "behind" }, (session) =>
      forgetOldAnswers(session, tenantId, now),
    );
}

/** Removes, now and once a day, forms that nobody has touched for a month and answers that nobody will ask for again. */
export function purgeDaily(
  store: SqliteStore,
  runtime: WriteRuntime,
  identity: Pick<NodeIdentity, "tenantId" | "branchId">,
  log: Logger,
): Recurring {
  const origin = branchOrigin(identity, runtime.nodeId, "system");
  let isStopped = false;
  const purge = async () => {
    const before = isoInstant(runtime.now());
    await store.write(identity, (session) => purgeExpired(session, runtime, origin, before));
    await forgetAnswers(store, identity.tenantId, runtime.now(), () => !isStopped);
    if (isStopped) return;
    await store.write(identity, (session) => forgetOldAttempts(session, runtime.now()));
  };
  const turns = recurring(
    () => purge().catch((error: unknown) => log.error("purge_failed", {}, error)),
    dayMs,
  );
  return {
    stop: () => {
      isStopped = true;
      return turns.stop();
    },
  };
}

/** What has happened with a write: its own events, and those of operations that it has taken in. */
export function eventsOf(unit: WrittenUnit | null): readonly DomainEvent[] {
  return unit === null ? [] : [...unit.operation.events, ...(unit.announced ?? [])];
}

/** A domain event as the pages of the LAN receive it. */
export function wireEvent(event: DomainEvent): Readonly<Record<string, unknown>> {
  const { type, entity, entity_id, entity_version, branch_id, payload } = event;
  return {
    type: "event",
    event: { type, entity, entity_id, entity_version, branch_id, payload },
  };
}

/** What readiness looks at. */
export interface ReadinessParts {
  readonly store: SqliteStore;
  readonly tenantId: string;
  readonly disk: () => DiskReport;
  readonly link: () => string;
  readonly printers: () => readonly unknown[];
}

/** What a monitor may ask a node. The hub or a printer being away is a state to show, not a reason to be unready. */
export function readinessChecks({ store, tenantId, disk, link, printers }: ReadinessParts) {
  return {
    database: async () => {
      await store.read({ tenantId }, (session) => session.query("SELECT 1", []));
      // Reading goes on while the disk is full; whoever keeps the machine has to see it.
      const { state, since } = disk();
      return { ok: true, detail: { disk: state, disk_since: since } };
    },
    hub: () => Promise.resolve({ ok: true, detail: { link: link() } }),
    printers: () => Promise.resolve({ ok: true, detail: { states: printers() } }),
  };
}
