import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import type { HubRefusal } from "./hub-client.ts";

/**
 * How the link to the hub stands. `blocked`: the hub refuses, and a person has to put it right; `disk_full`: the hub is there and
 * this machine has no room for what comes from it; `stalled`: the hub holds changes back behind a transaction left open.
 */
export type LinkState = SyncStatus["state"];

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
  /** By which code the hub refuses this node; null where it does not. */
  readonly refusedBy: string | null;
  /** RFC 3339: since when the hub holds changes back; null where it holds none. */
  readonly stalledSince: string | null;
}

/** Why the hub refuses, as a code: its finer reason where it gives one. */
export function refusalCode({ code, details }: HubRefusal): string {
  const { reason } = details;
  return typeof reason === "string" ? reason : code;
}
