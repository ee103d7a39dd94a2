import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { openPostgresStore, type PostgresStore } from "#db/postgres-store.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { cancelForDisabled, claimDue, releaseClaim, type ClaimedDelivery } from "./claim.ts";
import { secretsInForce } from "./endpoints.ts";
import { clinicalEventBody } from "./envelope.ts";
import { groupCommit } from "./group-commit.ts";
import { createPoster, type Attempt, type Outcome, type Poster } from "./post.ts";
import { recordAttempts, resultOf, type AttemptResult } from "./record.ts";
import { signatureHeader, standardHeaders } from "./signature.ts";

/** What a dispatcher works with. */
export interface DispatcherOptions {
  /** The database, as the role that sees the deliveries of all tenants. */
  readonly url: string;
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: IdSource;
  /** Only for the demo: receivers may be plain HTTP on this machine's loopback. */
  readonly allowLoopbackHttp: boolean;
  /** Attempts under way at a time; 64 when left out. */
  readonly concurrency?: number;
}

/** A dispatcher at work. */
export interface Dispatcher {
  /** Says that there may be something to send. Cheap, and never too often. */
  readonly wake: () => void;
  /** Takes nothing more, gives what is under way five seconds, and hands back what did not end in them. Again is the same stop. */
  readonly stop: () => Promise<void>;
}

const defaultConcurrency = 64;
/** Longer than an attempt can take; a dispatcher that does not come back by then is taken for dead. */
const leaseMs = 30_000;
const sweepMs = 2_000;
const graceMs = 5_000;
// One to claim, one to record, one to give back.
const connections = 3;

/** @throws Error when a secret cannot be opened with the key at hand */
function attemptOf(claimed: ClaimedDelivery, secrets: Secrets, nowMs: number): Attempt {
  const { event } = claimed;
  const body = clinicalEventBody(event);
  const timestampSeconds = Math.floor(nowMs / 1_000);
  const inForce = secretsInForce(secrets, claimed.secrets, isoInstant(nowMs));
  return {
    url: claimed.url,
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "edgeward-webhooks",
      "X-Service-Event": event.event_type,
      "X-Service-Id": event.id,
      "X-Service-Tenant": event.tenant_id,
      "X-Service-Signature": signatureHeader(inForce, timestampSeconds, body),
      "X-Service-Attempt": String(claimed.attempt_count + 1),
      ...standardHeaders({ secrets: inForce, eventId: event.id, timestampSeconds, body }),
    },
  };
}

const unsignable: Outcome = {
  httpStatus: null,
  errorClass: "unsignable",
  excerpt: null,
  durationMs: 0,
  retryAfterMs: null,
};

class RunningDispatcher {
  readonly #options: DispatcherOptions;
  readonly #store: PostgresStore;
  readonly #poster: Poster;
  readonly #record: (result: AttemptResult) => Promise<void>;
  readonly #interrupt = new AbortController();
  readonly #sweeper: NodeJS.Timeout;
  readonly #underWay = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  #pump: Promise<void> | null = null;
  #isAsked = false;
  #isStopped = false;
  #stopping: Promise<void> | null = null;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#store = openPostgresStore({ url: options.url, size: connections, instance: "webhooks" });
    this.#poster = createPoster({ allowLoopback: options.allowLoopbackHttp }, options.now);
    this.#record = groupCommit((results) => this.#write(results));
    this.#sweeper = setInterval(() => void this.#sweep(), sweepMs);
    this.wake();
  }

  wake(): void {
    this.#isAsked = true;
    if (this.#pump !== null || this.#isStopped) return;
    this.#pump = this.#takeAll().finally(() => {
      this.#pump = null;
      // Asked between the last look and now.
      if (this.#isAsked) this.wake();
    });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeper);
    const grace = setTimeout(() => this.#interrupt.abort(), graceMs);
    await this.#pump;
    await Promise.all(this.#running);
    clearTimeout(grace);
    await this.#poster.close();
    await this.#store.close();
  }

  async #sweep(): Promise<void> {
    try {
      await this.#store.platform(cancelForDisabled);
    } catch (error) {
      this.#options.log.error("webhook.sweep_failed", {}, error);
    }
    this.wake();
  }

  async #takeAll(): Promise<void> {
    while (this.#isAsked && !this.#isStopped) {
      this.#isAsked = false;
      try {
        await this.#take();
      } catch (error) {
        // The sweep asks again soon.
        this.#options.log.error("webhook.claim_failed", {}, error);
      }
    }
  }

  async #take(): Promise<void> {
    const limit = (this.#options.concurrency ?? defaultConcurrency) - this.#running.size;
    if (limit <= 0) return;
    const now = this.#options.now();
    const claimed = await this.#store.platform((session) =>
      claimDue(session, {
        now: isoInstant(now),
        leaseUntil: isoInstant(now + leaseMs),
        limit,
        underWay: Object.fromEntries(this.#underWay),
      }),
    );
    for (const one of claimed) this.#begin(one);
  }

  #begin(claimed: ClaimedDelivery): void {
    this.#count(claimed.endpoint_id, 1);
    const running = this.#deliver(claimed)
      .catch((error: unknown) => {
        // The lease ends by itself, and then the delivery is tried again.
        const fields = { tenant_id: claimed.tenant_id, delivery_id: claimed.id };
        this.#options.log.error("webhook.not_recorded", fields, error);
      })
      .finally(() => {
        this.#running.delete(running);
        this.#count(claimed.endpoint_id, -1);
        this.wake();
      });
    this.#running.add(running);
  }

  #count(endpointId: string, change: 1 | -1): void {
    const count = (this.#underWay.get(endpointId) ?? 0) + change;
    if (count === 0) this.#underWay.delete(endpointId);
    else this.#underWay.set(endpointId, count);
  }

  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { now, newId } = this.#options;
    const startedAt = now();
    const outcome = await this.#attempt(claimed, startedAt);
    if (outcome === null) {
      await this.#store.platform((session) => releaseClaim(session, claimed));
      return;
    }
    const ending = { newId, startedAt, endedAt: now(), chance: Math.random() };
    await this.#record(resultOf(claimed, outcome, ending));
  }

  async #attempt(claimed: ClaimedDelivery, startedAt: number): Promise<Outcome | null> {
    let attempt: Attempt;
    try {
      attempt = attemptOf(claimed, this.#options.secrets, startedAt);
    } catch (error) {
      const fields = { tenant_id: claimed.tenant_id, delivery_id: claimed.id };
      this.#options.log.error("webhook.unsignable", fields, error);
      return unsignable;
    }
    return this.#poster.post(attempt, this.#interrupt.signal);
  }

  async #write(results: readonly AttemptResult[]): Promise<void> {
    const { log, now } = this.#options;
    const recorded = await this.#store.platform((session) =>
      recordAttempts(session, results, now()),
    );
    for (const { tenantId, reason } of recorded.disabled) {
      log.warn("webhook.endpoint_disabled", { tenant_id: tenantId, code: reason });
    }
    if (recorded.count < results.length) {
      log.warn("webhook.leases_lost", { count: results.length - recorded.count });
    }
    for (const result of results) {
      if (result.error_class === null) continue;
      log.warn("webhook.attempt_failed", {
        tenant_id: result.tenant_id,
        delivery_id: result.delivery_id,
        event_id: result.event_id,
        attempt: result.attempt_number,
        outcome: result.delivery_status,
        code: result.error_class,
        duration_ms: result.duration_ms,
        ...(result.http_status === null ? {} : { status: result.http_status }),
      });
    }
  }
}

/**
 * Sends what waits in the tables, at least once each; receivers know repetitions by the event's id.
 * Nothing is kept but in the tables: any number of dispatchers may run, and any may be killed.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const dispatcher = new RunningDispatcher(options);
  return { wake: () => dispatcher.wake(), stop: () => dispatcher.stop() };
}
