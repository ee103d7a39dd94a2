import type { JWK } from "jose";
import {
  checkpointOf,
  openCheckpoint,
  signCheckpoint,
  type Checkpoint,
  type CheckpointKey,
} from "@edgeward/shared/audit/checkpoint.ts";
import {
  isSameState,
  keepForeign,
  newestForeign,
  noteFinding,
  readKept,
} from "@edgeward/shared/audit/foreign.ts";
import { againstCheckpoint } from "@edgeward/shared/audit/verify.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import {
  auditGivenShape,
  hubOfCheckpoints,
  type AuditTaken,
} from "@edgeward/shared/sync/wire/fleet.contract.ts";
import type { NodeRow } from "#tables/fleet.table.ts";

// Those of more than a day of each of a few branches.
const mostRemembered = 5_000;

interface AuditExchangeOptions {
  /** Signs the hub's checkpoints. */
  readonly key: () => CheckpointKey;
  /** By which they are known. */
  readonly keys: () => readonly JWK[];
  readonly log: Pick<Logger, "error" | "warn">;
}

/**
 * Swaps checkpoints of the audit with the branches' nodes, as they shake hands. What they give back is remembered outside the
 * database: whoever owns that cannot make it forgotten.
 */
export class AuditExchange {
  readonly #options: AuditExchangeOptions;
  readonly #givenBack = new Set<string>();

  constructor(options: AuditExchangeOptions) {
    this.#options = options;
  }

  /** The hub's own checkpoints that branches have given back since the start. */
  givenBack(): readonly string[] {
    return [...this.#givenBack];
  }

  /** What a node is answered; nothing that it gives stops the handshake. */
  async answer(
    ctx: WriteContext,
    node: NodeRow,
    given: unknown,
  ): Promise<{ readonly audit?: AuditTaken }> {
    if (given === undefined) return {};
    const from = { tenantId: ctx.tenantId, nodeId: node.id, keys: [keyOf(node)] };
    const parsed = auditGivenShape.safeParse(given);
    const [before] = await newestForeign(ctx.session, from, 1);
    const held = parsed.success ? parsed.data.held : [];
    await this.#compare(ctx, node, held);
    const refused = parsed.success
      ? await this.#keep(ctx, from, parsed.data.checkpoint ?? null)
      : "not_understood";
    const checkpoint = await this.#ownCheckpoint(ctx, held[0]);
    return { audit: { checkpoint, held: before?.signed ?? null, refused } };
  }

  async #keep(
    ctx: WriteContext,
    from: Parameters<typeof keepForeign>[1],
    signed: unknown,
  ): Promise<string | null> {
    if (signed === null) return null;
    const { refused, finding } = await keepForeign(ctx.session, from, signed, ctx.now());
    if (finding !== null) this.#report(ctx, from.nodeId);
    if (refused !== null && refused !== "too_soon")
      this.#options.log.warn("audit_checkpoint_refused", { node_id: from.nodeId, code: refused });
    return refused;
  }

  // What the hub said of itself before, against what its database says now.
  async #compare(ctx: WriteContext, node: NodeRow, held: readonly string[]): Promise<void> {
    let hasFault = false;
    for (const signed of held) {
      const checkpoint = await openCheckpoint(signed, this.#options.keys());
      if (checkpoint === null || checkpoint.tenant_id !== ctx.tenantId) {
        const code = checkpoint === null ? "not_signed" : "wrong_tenant";
        this.#options.log.warn("audit_checkpoint_refused", { node_id: node.id, code });
        continue;
      }
      this.#remember(signed);
      if (!hasFault) hasFault = await this.#compareOne(ctx, checkpoint, signed);
    }
  }

  async #compareOne(ctx: WriteContext, checkpoint: Checkpoint, signed: string): Promise<boolean> {
    const faults = await againstCheckpoint(ctx.session, checkpoint);
    if (faults.length === 0) return false;
    const whose = { tenantId: ctx.tenantId, nodeId: hubOfCheckpoints };
    const fault = faults.map(({ stream, reason }) => `stream ${stream} is ${reason}`).join("; ");
    if (await noteFinding(ctx.session, whose, { signed, fault }, ctx.now()))
      this.#report(ctx, hubOfCheckpoints);
    return true;
  }

  #remember(signed: string): void {
    const [oldest] = this.#givenBack;
    if (this.#givenBack.size >= mostRemembered && oldest !== undefined)
      this.#givenBack.delete(oldest);
    this.#givenBack.add(signed);
  }

  #report(ctx: WriteContext, nodeId: string): void {
    this.#options.log.error("audit_contradicted", { node_id: nodeId });
    ctx.write.audit({
      module: "audit",
      action: "contradiction",
      outcome: "failure",
      entity_type: "nodes",
      entity_id: nodeId,
      patient_id: null,
      changes: [],
    });
  }

  async #ownCheckpoint(ctx: WriteContext, newest: string | undefined): Promise<string | null> {
    const checkpoint = await checkpointOf(
      ctx.session,
      ctx.tenantId,
      hubOfCheckpoints,
      isoInstant(ctx.now()),
    );
    const known = newest === undefined ? null : readKept(newest);
    if (known !== null && isSameState(known, checkpoint)) return null;
    return signCheckpoint(checkpoint, this.#options.key());
  }
}

function keyOf(node: NodeRow): JWK {
  return { ...node.public_jwk, kid: node.id };
}
