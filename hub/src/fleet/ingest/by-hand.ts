import { CompactSign, decodeProtectedHeader } from "jose";
import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { idOf } from "@edgeward/shared/contract/fields.ts";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import { openWrite, found } from "@edgeward/shared/write/write.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { OpenScope } from "@edgeward/shared/resource/context.ts";
import { defineOpenModule, type Module } from "@edgeward/shared/resource/module.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { carriedBatchShape } from "@edgeward/shared/sync/wire/by-hand.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { systemContext } from "#tenancy/system-context.ts";
import { tenantOf } from "#tenancy/directory.ts";
import type { IssuerOptions } from "#tenancy/clients.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { readFeed } from "#fleet/feed/feed.ts";
import type { Releases } from "./release-lane.ts";
import { ingestBatch } from "./ingest.ts";
import type { IngestServices } from "./take-set.ts";

const pageRows = 1_000;

type CarriedBatch = z.output<typeof carriedBatchShape>;

/** What of the hub takes batches and signs what is carried. */
interface CarryingHub {
  readonly issuer: Pick<IssuerOptions, "key">;
  readonly runtime: WriteRuntime;
  readonly ingest: IngestServices;
  readonly release: Releases;
}

interface ByHandOptions {
  readonly store: PostgresStore;
  readonly onChange: () => void;
}

const command = {
  method: "POST",
  tag: "Operator",
  access: null,
  home: "hub",
  params: noParams,
  query: noQuery,
  status: 200,
} as const;

/** What a branch without a line is given and gives by hand. */
const byHandContract = {
  take: writeEndpoint({
    ...command,
    path: "/operator/by-hand/batches",
    summary: "Takes a batch that was carried here; answers with the signed reply",
    operation: "sync.by_hand",
    body: carriedBatchShape,
    response: z.strictObject({ jws: z.string() }),
    errors: ["forbidden", "not_found", "sequence_gap"],
  }),
  feed: writeEndpoint({
    ...command,
    path: "/operator/by-hand/feed",
    summary: "One signed page of a branch's feed, to be carried there",
    operation: "sync.feed_by_hand",
    body: z.strictObject({
      tenant_id: idOf("ten"),
      branch_id: idOf("brn"),
      cursor: z.string().max(500).nullable(),
    }),
    response: z.strictObject({ jws: z.string(), cursor: z.string(), has_more: z.boolean() }),
    errors: ["invalid_cursor", "cursor_expired"],
    leavesNothing: true,
  }),
} as const;

function sign(hub: Pick<CarryingHub, "issuer">, payload: unknown): Promise<string> {
  const { kid, privateKey } = hub.issuer.key();
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: "EdDSA", kid })
    .sign(privateKey);
}

function signerOf(signature: string): string {
  try {
    return decodeProtectedHeader({ protected: signature.split(".")[0] ?? "" }).kid ?? "";
  } catch {
    throw new AppError("forbidden", "The batch is not signed by a node.");
  }
}

/** Takes a batch that came on a stick, like one that came over the line; answers with the signed reply. */
async function takeCarriedBatch(
  hub: CarryingHub,
  store: PostgresStore,
  carried: CarriedBatch,
): Promise<string> {
  const { signature, ...batch } = carried;
  const nodeId = signerOf(signature);
  const tenantId = await tenantOf(store, "node", nodeId);
  if (tenantId === null) throw new AppError("forbidden", "The batch is not signed by a node.");
  const { reply, names } = await store.write({ tenantId }, async (session) => {
    const origin = {
      ...systemOrigin(tenantId, batch.branch),
      actor: { id: nodeId, type: "system", role: "node" },
    } as const;
    const write = openWrite(session, hub.runtime, origin, "sync.by_hand");
    const branch = found(await findBranchSettings(session.kysely, tenantId, batch.branch));
    return ingestBatch(systemContext(write, branch), batch, signature, hub.ingest);
  });
  hub.release.look(tenantId, names);
  return sign(hub, { kind: "reply", node_id: nodeId, reply });
}

/** One signed page of a branch's feed, with the place where the next begins. */
async function carriedPage(
  hub: Pick<CarryingHub, "issuer" | "runtime">,
  store: PostgresStore,
  wanted: z.output<(typeof byHandContract)["feed"]["body"]>,
) {
  const { tenant_id: tenantId, branch_id: branchId } = wanted;
  const page = await store.read({ tenantId }, async (session) => {
    const node = await session.kysely
      .selectFrom("nodes")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("status", "=", "active")
      .executeTakeFirst();
    const cursor = wanted.cursor ?? undefined;
    const nodeId = node?.id ?? "";
    const now = isoInstant(hub.runtime.now());
    return readFeed(session, { tenantId, branchId, nodeId, cursor, limit: pageRows, now });
  });
  const line = {
    kind: "feed",
    tenant_id: tenantId,
    branch_id: branchId,
    from: wanted.cursor ?? "0.0",
    page: { ...page, server_time: isoInstant(hub.runtime.now()) },
  };
  return { jws: await sign(hub, line), cursor: page.cursor, has_more: page.has_more };
}

/** What the operator's command asks of the hub for a branch without a line. */
export function byHandModule(
  hub: CarryingHub,
  { store, onChange }: ByHandOptions,
): Module<OpenScope> {
  return defineOpenModule("operator_by_hand", byHandContract, {
    take: async ({ body }) => {
      const jws = await takeCarriedBatch(hub, store, body);
      onChange();
      return { jws };
    },
    feed: ({ body }) => carriedPage(hub, store, body),
  });
}
