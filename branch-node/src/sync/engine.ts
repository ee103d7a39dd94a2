import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/kernel/log.ts";
import type { NodeRuntime } from "@edgeward/shared/db/runtime.ts";
import type { FeedRow } from "@edgeward/shared/sync/batch.contract.ts";
import type { SqliteStore } from "../db/sqlite-store.ts";
import type { NodeIdentity } from "../identity.ts";
import { HubRefusal, HubUnreachable, type HubClient } from "./hub-client.ts";
import { openHubLink } from "./link.ts";
import { pullOnce } from "./pull.ts";
import { pushOnce } from "./push.ts";

const pullEveryMs = 10_000;
const slowestRetryMs = 5_000;

export type LinkState = "online" | "offline" | "syncing" | "blocked";

/** How the branch stands with the hub at this moment. */
export interface LinkReport {
  readonly state: LinkState;
  /** RFC 3339: when this state began. */
  readonly since: string;
  /** RFC 3339, or null before the first contact since the start. */
  readonly lastContactAt: string | null;
  /** The hub's clock less ours. */
  readonly clockSkewMs: number | null;
  readonly reason: string | null;
}

export interface SyncEngineOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly hub: HubClient;
  readonly log: Logger;
  readonly receiveStamp: (hlc: string) => void;
  readonly onArrived: (row: FeedRow) => void;
  /** Told when state or counts may have changed. */
  readonly onChange: () => void;
}

export interface SyncEngine {
  report(): LinkReport;
  /** Says that something waits to be sent. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Keeps a branch and the hub in step. Pull and push never run side by side: a page that was read before a push must
 * not be applied after it, or it would take back what the push has brought.
 */
export function startSyncEngine(options: SyncEngineOptions): SyncEngine {
  const { runtime, log } = options;
  let state: LinkState = "offline";
  let since = isoInstant(runtime.now());
  let lastContactAt: string | null = null;
  let clockSkewMs: number | null = null;
  let reason: string | null = null;
  let mustPull = true;
  let mustPush = true;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let failures = 0;
  let isStopped = false;

  function enter(next: LinkState, why: string | null = null): void {
    const isNews = next !== state || why !== reason;
    // A short exchange is not worth a change on every screen.
    const isBlink = (state === "online" && next === "syncing") || (state === "syncing" && next === "online");
    if (next !== state && !isBlink) since = isoInstant(runtime.now());
    state = next;
    reason = why;
    if (isNews) options.onChange();
  }

  function contacted(serverTime: number | null): void {
    lastContactAt = isoInstant(runtime.now());
    failures = 0;
    if (serverTime !== null) clockSkewMs = serverTime - runtime.now();
  }

  async function pullAll(): Promise<void> {
    while (mustPull && !isStopped) {
      mustPull = false;
      const result = await pullOnce(options);
      contacted(result.serverTime);
      if (result.hasMore) mustPull = true;
    }
  }

  async function pushAll(): Promise<void> {
    while (mustPush && !isStopped) {
      mustPush = false;
      const result = await pushOnce(options);
      if (result.kind === "idle") return;
      contacted(null);
      mustPush = true;
      options.onChange();
    }
  }

  function failed(error: unknown): void {
    failures += 1;
    mustPull = true;
    mustPush = true;
    if (error instanceof HubRefusal) {
      contacted(null);
      failures += 1;
      const isJoin = error.code === "sequence_gap";
      if (!isJoin) enter("blocked", error.message);
      log.warn("sync_refused", { code: error.code, status: error.status });
    } else {
      enter("offline");
      if (!(error instanceof HubUnreachable)) log.error("sync_failed", {}, error);
    }
    const wait = Math.min(slowestRetryMs, 250 * 2 ** Math.min(failures, 5)) * (0.75 + Math.random() / 2);
    if (!isStopped) retry = setTimeout(kick, wait);
  }

  async function run(): Promise<void> {
    try {
      if (state === "online") enter("syncing");
      do {
        await pullAll();
        await pushAll();
      } while ((mustPull || mustPush) && !isStopped);
      enter("online");
    } catch (error) {
      failed(error);
    }
  }

  function kick(): void {
    if (retry !== null) clearTimeout(retry);
    retry = null;
    if (isStopped || running !== null) return;
    running = run().finally(() => {
      running = null;
      if ((mustPull || mustPush) && retry === null && !isStopped) kick();
    });
  }

  function ring(): void {
    mustPull = true;
    kick();
  }

  const link = openHubLink({
    hubUrl: options.identity.hubUrl,
    hub: options.hub,
    onRing: () => {
      ring();
      // A row becomes visible when the oldest open transaction at the hub has ended, and nobody rings for that.
      setTimeout(ring, 150).unref();
    },
    onOpen: () => {
      mustPush = true;
      ring();
    },
    onLost: () => {
      if (state !== "blocked") enter("offline");
    },
  });
  const timer = setInterval(ring, pullEveryMs);
  timer.unref();

  return {
    report: () => ({ state, since, lastContactAt, clockSkewMs, reason }),
    wake() {
      mustPush = true;
      // While the hub is away the retry has its own pace; a write must not turn it into a hammer.
      if (state !== "offline" || failures === 0) kick();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      if (retry !== null) clearTimeout(retry);
      link.stop();
      if (running !== null) await running;
    },
  };
}
