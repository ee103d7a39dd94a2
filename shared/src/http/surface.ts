import type { Endpoint } from "#contract/endpoint.ts";
import type { CursorCodec } from "#db/page.ts";
import type { ReadAudit } from "#audit/reads.ts";
import type { WrittenUnit, WriteRuntime } from "#write/model.ts";
import type { Store } from "#db/session.ts";
import type { Logger } from "#log/log.ts";
import type { BranchSettings, Caller } from "#resource/context.ts";
import type { Module } from "#resource/module.ts";
import type { InFlight } from "./idempotency.ts";
import type { TokenVerifier } from "./tokens.ts";

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

/** Everything a node gives to the clinical surface it serves. */
export interface Surface {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly modules: readonly Module[];
  readonly tokens: TokenVerifier;
  readonly cursors: CursorCodec;
  readonly inFlight: InFlight;
  readonly readAudit: ReadAudit;
  readonly log: Logger;
  /** Where a code's page is: `<docsUrl>/<code>`. */
  readonly docsUrl: string;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  readonly findBranch: (tenantId: string, branchId: string) => Promise<BranchSettings | null>;
  /** The plan's limits, asked after the caller is known and before anything is done. @throws AppError rate_limited */
  readonly takeLimit: (caller: Caller, endpoint: Endpoint) => Promise<LimitState>;
  /** Told after the commit of every write, with what it changed where it went through the write door; must not throw. */
  readonly onWritten: (tenantId: string, unit: WrittenUnit | null) => void;
  readonly onRequest: (record: RequestRecord) => void;
}
