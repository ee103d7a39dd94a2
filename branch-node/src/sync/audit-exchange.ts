import type { JSONWebKeySet } from "jose";
import type * as z from "zod";
import {
  checkpointOf,
  openCheckpoint,
  signCheckpoint,
  type Checkpoint,
} from "@edgeward/shared/audit/checkpoint.ts";
import {
  isSameState,
  keepForeign,
  newestForeign,
  noteFinding,
} from "@edgeward/shared/audit/foreign.ts";
import { againstCheckpoint } from "@edgeward/shared/audit/verify.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import {
  fleetContract,
  hubOfCheckpoints,
  mostGivenBack,
  type AuditTaken,
} from "@edgeward/shared/sync/wire/fleet.contract.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { HubClient } from "./hub-client.ts";

/** What swapping checkpoints needs of the node. */
export interface AuditExchangeOptions {
  readonly store: SqliteStore;
  readonly identity: NodeIdentity;
  /** By which the hub's checkpoints are known. */
  readonly hubKeys: { readonly current: JSONWebKeySet };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Logger, "error" | "warn">;
}

/** What a handshake brings of the audit. */
export interface AuditGiven {
  readonly checkpoint: string | null;
  readonly held: readonly string[];
}

/** Swaps checkpoints of the audit with the hub, as the node shakes hands with it: each keeps what the other has vouched for. */
export class AuditExchange {
  readonly #options: AuditExchangeOptions;
  #offered: Checkpoint | null = null;
  #taken: Checkpoint | null = null;

  constructor(options: AuditExchangeOptions) {
    this.#options = options;
  }

  /** Where this node's audit stands, unless the hub knows, and what the hub has said of its own. Reads no event. */
  async give(): Promise<AuditGiven> {
    const { store, identity, now } = this.#options;
    const { tenantId, nodeId, privateKey } = identity;
    const { checkpoint, held } = await store.read({ tenantId }, async (session) => ({
      checkpoint: await checkpointOf(session, tenantId, nodeId, isoInstant(now())),
      held: await newestForeign(session, { tenantId, nodeId: hubOfCheckpoints }, mostGivenBack),
    }));
    const isKnown = this.#taken !== null && isSameState(this.#taken, checkpoint);
    this.#offered = isKnown ? null : checkpoint;
    return {
      checkpoint: isKnown ? null : await signCheckpoint(checkpoint, { kid: nodeId, privateKey }),
      held: held.map(({ signed }) => signed),
    };
  }

  /** Takes in what the hub has answered; whatever comes of it is logged, and stops nothing. */
  async take(taken: AuditTaken): Promise<void> {
    try {
      await this.#heed(taken);
    } catch (error) {
      this.#options.log.error("audit_exchange_failed", {}, error);
    }
  }

  async #heed({ checkpoint, held, refused }: AuditTaken): Promise<void> {
    const { log, identity } = this.#options;
    if (refused === null) this.#taken = this.#offered ?? this.#taken;
    else if (refused !== "too_soon")
      log.warn("audit_checkpoint_refused", { node_id: identity.nodeId, code: refused });
    if (held !== null) await this.#compare(held);
    if (checkpoint !== null) await this.#keep(checkpoint);
  }

  // What this node said of itself before, against what its database says now.
  async #compare(signed: string): Promise<void> {
    const { store, identity, now } = this.#options;
    const { tenantId, nodeId, publicJwk } = identity;
    const checkpoint = await openCheckpoint(signed, [{ ...publicJwk, kid: nodeId }]);
    if (checkpoint === null || checkpoint.tenant_id !== tenantId) {
      this.#options.log.warn("audit_checkpoint_refused", { node_id: nodeId, code: "not_signed" });
      return;
    }
    const faults = await store.read({ tenantId }, (session) =>
      againstCheckpoint(session, checkpoint),
    );
    if (faults.length === 0) return;
    const fault = faults.map(({ stream, reason }) => `stream ${stream} is ${reason}`).join("; ");
    const isNew = await store.write({ tenantId, urgency: "note" }, (session) =>
      noteFinding(session, { tenantId, nodeId }, { signed, fault }, now()),
    );
    if (isNew) this.#options.log.error("audit_contradicted", { node_id: nodeId });
  }

  async #keep(signed: string): Promise<void> {
    const { store, identity, hubKeys, now, log } = this.#options;
    const { tenantId } = identity;
    const from = { tenantId, nodeId: hubOfCheckpoints, keys: hubKeys.current.keys };
    const { refused, finding } = await store.write({ tenantId, urgency: "note" }, (session) =>
      keepForeign(session, from, signed, now()),
    );
    if (finding !== null) log.error("audit_contradicted", { node_id: hubOfCheckpoints });
    if (refused !== null && refused !== "too_soon")
      log.warn("audit_checkpoint_refused", { node_id: hubOfCheckpoints, code: refused });
  }
}

const page = 1_000;
const pageShape = fleetContract.auditCheckpoints.response;
type Kept = z.output<typeof pageShape>["data"];

/** What the hub keeps of this node's audit; null where it cannot be asked. */
export async function keptAtHub(hub: Pick<HubClient, "get">): Promise<readonly string[] | null> {
  const all: Kept = [];
  try {
    for (;;) {
      const last = all.at(-1);
      const before = last === undefined ? "" : `&before=${encodeURIComponent(last.received_at)}`;
      const path = `/v1/sync/audit-checkpoints?limit=${page}${before}`;
      const { data, has_more: hasMore } = pageShape.parse(await hub.get(path));
      all.push(...data);
      if (!hasMore) return all.map(({ signed }) => signed);
    }
  } catch {
    return null;
  }
}
