import type { JSONWebKeySet } from "jose";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { NodeRuntime } from "@edgeward/shared/db/model.ts";
import type { FeedRow } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { stoppedStates } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { AuditExchange } from "./audit-exchange.ts";
import { keepClock, type BranchClock } from "./branch-clock.ts";
import { readState } from "#db/node-state.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { BatchSize } from "./batch-size.ts";
import { bootstrap, requireBootstrap } from "./bootstrap.ts";
import type { Epoch } from "./epoch.ts";
import { givingBack } from "./give-back.ts";
import { performHandshake } from "./handshake.ts";
import {
  HubRefusal,
  HubUnreachable,
  isEndOfNode,
  isForkRefusal,
  type HubClient,
} from "./hub-client.ts";
import { refusalCode, type LinkReport, type LinkState } from "./link-report.ts";
import { HubLink, retryDelay } from "./link.ts";
import { pullOnce } from "./pull.ts";
import { pushSome } from "./push.ts";

const pullEveryMs = 10_000;
// Below the time after which a request counts as unanswered.
const waitSeconds = 10;
// Often enough for the hub to know which of two copies of a node is at work.
const handshakeEveryMs = 60_000;
// A row becomes visible when the oldest open transaction at the hub has ended, and nobody rings for that.
const secondLookMs = 150;
// So many pages of the feed are taken in before what waits here has its turn.
const pagesOfATurn = 4;
// So many batches go up before the feed has its turn again.
const batchesOfATurn = 8;
// A desk's write waits for the transaction before it: while a desk is at work a transaction of the feed is short. With
// nobody to wait, long ones save processor time and half of the disk's work: a row 174 -> 117 us.
const deskQuietMs = 5_000;
const sliceRowsBeside = 200;
const sliceRowsAlone = 1_000;
// Whoever writes at the hub is done within seconds.
const tolerableStallMs = 30_000;
// What a desk writes goes up in a blink; from here on a person is shown that something is under way.
const manyOperations = 50;

const diskFullReason =
  "The disk of this branch is full: what waits here still goes up, what comes from the hub waits until there is room.";

function isNoRoom(error: unknown): boolean {
  return error instanceof AppError && error.details?.["reason"] === "disk_full";
}

/** What the engine needs of the node. */
export interface SyncEngineOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly hub: Pick<HubClient, "get" | "post" | "token" | "download">;
  readonly installId: string;
  readonly clock: BranchClock;
  readonly epoch: Epoch;
  /** Where a bootstrap file lies until it has been taken in. */
  readonly bootstrapFolder: string;
  readonly log: Logger;
  /** How the disk under the database stands. */
  readonly disk?: () => "ok" | "full" | "damaged";
  /** By which what the hub has signed is known. */
  readonly hubKeys: { readonly current: JSONWebKeySet };
  readonly receiveStamp: (hlc: string) => void;
  readonly onArrived: (row: FeedRow) => void;
  /** As of `noteReply`. */
  readonly onQuarantined: () => void;
  /** Notified when everything has come anew by a file, and no record of it by itself. */
  readonly onFilled: () => void;
  /** Notified when the hub says that this machine is its branch's node no longer. */
  readonly onEnd: () => void;
  /** Notified when state or counts may have changed. */
  readonly onChange: () => void;
}

/**
 * Keeps a branch and the hub in step. Pull and push never run side by side: a page that was read before a push must
 * not be applied after it, or it would take back what the push has brought.
 */
export class SyncEngine {
  readonly #options: SyncEngineOptions;
  readonly #link: HubLink;
  readonly #timer: NodeJS.Timeout;
  readonly #audit: AuditExchange;
  readonly #batchSize = new BatchSize();
  #state: LinkState = "offline";
  #since: string;
  #lastContactAt: string | null = null;
  #reason: string | null = null;
  #refusedBy: string | null = null;
  #stalledSince: string | null = null;
  #handshakeAfter = 0;
  #mustPull = true;
  #mustPush = true;
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #failures = 0;
  #isForked = false;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(options: SyncEngineOptions) {
    this.#options = options;
    this.#since = isoInstant(options.runtime.now());
    this.#audit = new AuditExchange({ ...options, now: options.runtime.now });
    this.#link = new HubLink({
      hubUrl: options.identity.hubUrl,
      hub: options.hub,
      onRing: () => {
        this.#ring();
        setTimeout(() => this.#ring(), secondLookMs).unref();
      },
      // The hub has just been reached: whatever pace the retries have come to, now is the time.
      onOpen: () => {
        // And whoever answers may be a hub that was put back to a backup meanwhile.
        this.#handshakeAfter = 0;
        this.#mustPush = true;
        this.#mustPull = true;
        this.#kick();
      },
      waitingPath: () => this.#waitingPath(),
      onLost: () => {
        if (!stoppedStates.has(this.#state)) this.#enter("offline", null);
      },
    });
    this.#timer = setInterval(() => this.#ring(), pullEveryMs);
    this.#timer.unref();
  }

  report(): LinkReport {
    return {
      state: this.#state,
      since: this.#since,
      lastContactAt: this.#lastContactAt,
      clockSkewMs: this.#options.clock.skewMs,
      reason: this.#reason,
      refusedBy: this.#refusedBy,
      stalledSince: this.#stalledSince,
    };
  }

  /** Says that something waits to be sent. */
  wake(): void {
    this.#writtenAt = performance.now();
    this.#mustPush = true;
    this.#soon();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#link.stop();
    await this.#running;
  }

  #enter(next: LinkState, why: string | null, refusedBy: string | null = null): void {
    const isNews = next !== this.#state || why !== this.#reason;
    // A short exchange is not a new state to a person.
    const isBlink =
      (this.#state === "online" && next === "syncing") ||
      (this.#state === "syncing" && next === "online");
    if (next !== this.#state && !isBlink) this.#since = isoInstant(this.#options.runtime.now());
    this.#state = next;
    this.#reason = why;
    this.#refusedBy = refusedBy;
    if (isNews) this.#options.onChange();
  }

  // Only while something moves: a look that finds nothing is no news to anybody's screen. What moves has reached the hub,
  // so that a long drain after an outage is none any more.
  #busy(): void {
    if (!stoppedStates.has(this.#state)) this.#enter("syncing", null);
  }

  #contacted(): void {
    this.#lastContactAt = isoInstant(this.#options.runtime.now());
  }

  async #handshake(): Promise<void> {
    if (performance.now() < this.#handshakeAfter) return;
    const { clock, store, identity } = this.#options;
    await performHandshake({ ...this.#options, audit: this.#audit }, this.#isForked);
    await keepClock(store, identity.tenantId, clock);
    this.#isForked = false;
    this.#handshakeAfter = performance.now() + handshakeEveryMs;
    // What the hub has lost waits to be sent again since the handshake.
    this.#mustPush = true;
    this.#contacted();
  }

  async #waitingPath(): Promise<string> {
    const { store, identity } = this.#options;
    const scope = { tenantId: identity.tenantId, urgency: "behind" } as const;
    const cursor = await store.read(scope, (session) => readState(session, "feed_cursor"));
    const place = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    return `/v1/sync/feed?wait=${waitSeconds}&limit=1${place}`;
  }

  async #bootstrap(): Promise<void> {
    const folder = this.#options.bootstrapFolder;
    if (await bootstrap({ ...this.#options, folder })) this.#options.onFilled();
  }

  // The feed no longer reaches back to this node's place. What waits here goes up first; then everything comes anew.
  async #beginAnew(error: unknown): Promise<void> {
    if (!(error instanceof HubRefusal) || error.code !== "cursor_expired") throw error;
    this.#mustPush = true;
    await this.#pushAll();
    await requireBootstrap(this.#options.store, this.#options.identity.tenantId);
    await this.#bootstrap();
    this.#mustPull = true;
  }

  async #pullPage(): Promise<void> {
    if (!this.#mustPull) return;
    this.#mustPull = false;
    const isDeskQuiet = performance.now() - this.#writtenAt > deskQuietMs;
    const sliceRows = isDeskQuiet ? sliceRowsAlone : sliceRowsBeside;
    const giveBack = givingBack(this.#options);
    const pull = { ...this.#options, giveBack, pages: pagesOfATurn, sliceRows };
    const result = await pullOnce(pull).catch((error: unknown) => this.#beginAnew(error));
    if (result === undefined) return;
    this.#stalledSince = result.stalledSince;
    this.#contacted();
    if (!result.hasMore) return;
    this.#busy();
    this.#mustPull = true;
  }

  async #pushBatch(): Promise<void> {
    if (!this.#mustPush) return;
    this.#mustPush = false;
    const onAnswered = (count: number) => this.#answered(count);
    const push = { ...this.#options, size: this.#batchSize, onAnswered };
    const result = await pushSome(push, batchesOfATurn);
    if (result.kind !== "idle") this.#mustPush = true;
  }

  #answered(count: number): void {
    this.#contacted();
    this.#failures = 0;
    if (count >= manyOperations) this.#busy();
    this.#options.onChange();
  }

  async #pushAll(): Promise<void> {
    while (this.#mustPush && !this.#isStopped) await this.#pushBatch();
  }

  // In turns, a page and a batch: whichever went on to its end could keep the other waiting for as long as somebody
  // writes at its source.
  async #exchange(): Promise<void> {
    try {
      await this.#pullPage();
    } catch (error) {
      // A feed that cannot be taken in must not keep what waits here from going up.
      if (!(error instanceof HubUnreachable)) await this.#pushAll();
      throw error;
    }
    await this.#pushBatch();
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    this.#handshakeAfter = 0;
    this.#mustPull = true;
    this.#mustPush = true;
    if (isEndOfNode(error)) this.#options.onEnd();
    if (error instanceof HubRefusal) {
      this.#isForked ||= isForkRefusal(error);
      // After a gap the journal has been put right, and the next try joins on.
      if (error.code !== "sequence_gap") this.#enter("blocked", error.message, refusalCode(error));
      this.#options.log.warn("sync_refused", { code: error.code, status: error.status });
    } else if (isNoRoom(error)) this.#enter("disk_full", diskFullReason);
    else {
      this.#enter("offline", null);
      if (!(error instanceof HubUnreachable)) this.#options.log.error("sync_failed", {}, error);
    }
    if (!this.#isStopped) this.#retry = setTimeout(() => this.#kick(), retryDelay(this.#failures));
  }

  #atRest(): void {
    const since = this.#stalledSince;
    const isStalled =
      since !== null && this.#options.runtime.now() - Date.parse(since) > tolerableStallMs;
    const why = `The hub holds back what was changed since ${since}: a transaction was left open in its database; its keeper ends it.`;
    if (this.#options.disk?.() === "full") this.#enter("disk_full", diskFullReason);
    else if (isStalled) this.#enter("stalled", why);
    else this.#enter("online", null);
  }

  async #run(): Promise<void> {
    try {
      await this.#handshake();
      await this.#bootstrap();
      do await this.#exchange();
      while ((this.#mustPull || this.#mustPush) && !this.#isStopped);
      this.#failures = 0;
      this.#atRest();
    } catch (error) {
      this.#failed(error);
    }
  }

  #kick(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    if (this.#isStopped || this.#running !== null) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      const isLeftOver = (this.#mustPull || this.#mustPush) && this.#retry === null;
      if (isLeftOver && !this.#isStopped) this.#kick();
    });
  }

  // After a failure the retries keep their own pace. A handshake rings, and every try shakes hands with: a bell that was followed
  // at once had a branch whose batch was refused try again more than five times a second.
  #soon(): void {
    if (this.#retry === null) this.#kick();
  }

  #ring(): void {
    this.#mustPull = true;
    this.#soon();
  }
}
