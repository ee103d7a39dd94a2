import type { Endpoint } from "#contract/endpoint.ts";
import type { EventType } from "#contract/event-types.ts";
import type { SurfaceRules } from "#contract/surface-rules.ts";
import type { CursorCodec } from "#db/page.ts";
import type { ReadAudit } from "#audit/reads.ts";
import type { WrittenUnit, WriteRuntime } from "#write/model.ts";
import type { Store } from "#db/session.ts";
import type { Logger } from "#log/log.ts";
import type { BranchScope, BranchSettings, Caller } from "#resource/context.ts";
import type { Answer, Call } from "./call.ts";
import type { InFlight } from "./idempotency.ts";

/** What a plan's limits leave; `remaining` is null for an unlimited plan. */
export interface LimitState {
  readonly remaining: number | null;
}

/** One finished request, for metrics. */
export interface RequestRecord {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** For what a call acts: what handlers see of it, and the branch, where there is one. */
export interface Entered<S> {
  readonly scope: S;
  readonly branch: BranchSettings | null;
}

/** What a surface holds its callers to: its rules as data, and those that need a node to be asked. */
export interface SurfacePolicy<S = BranchScope> extends SurfaceRules {
  readonly scope: S extends BranchScope ? "branch" : "tenant" | "none";
  /** The events that receivers of this surface can subscribe to; none where it is left out. */
  readonly eventTypes?: readonly EventType[];
  /** Who calls. @throws AppError unauthorized and its kind */
  readonly authenticate: (call: Call) => Promise<Caller>;
  /** For what it acts, which must be the caller's. @throws AppError missing_header, tenant_forbidden, branch_forbidden */
  readonly enter: (call: Call, caller: Caller) => Promise<Entered<S>>;
  /** The plan's limits, or the surface's own, asked after the caller is known and before anything is done. @throws AppError rate_limited */
  readonly takeLimit: (caller: Caller, endpoint: Endpoint, call: Call) => Promise<LimitState>;
  /** Whether it may. @throws AppError scope_missing, forbidden */
  readonly authorise: (endpoint: Endpoint, caller: Caller, role: string | null) => void;
  /** How what was thrown is told where that is not by the envelope of errors; null where it is. */
  readonly refusalOf?: (thrown: unknown, call: Call) => Answer | null;
}

/** How answers are kept under their intents' keys. */
export interface AnswerSeal {
  readonly seal: (body: string) => string;
  readonly open: (kept: string) => string;
}

/** A surface as a node serves it: its policy, and what its handlers work with. */
export interface Surface<S = BranchScope> {
  readonly policy: SurfacePolicy<S>;
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly cursors: CursorCodec;
  readonly inFlight: InFlight;
  /** Where commands answer secrets: what is kept of an answer shows none. As it was sent where this is left out. */
  readonly answerSeal?: AnswerSeal;
  readonly readAudit: ReadAudit;
  readonly log: Logger;
  /** Where a code's page is: `<docsUrl>/<code>`. */
  readonly docsUrl: string;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** Notified after the commit of every write, with what it changed where it went through the write door; must not throw. */
  readonly onWritten: (tenantId: string, unit: WrittenUnit | null) => void;
  readonly onRequest: (record: RequestRecord) => void;
}
