import { createReadStream } from "node:fs";
import * as z from "zod";
import { FileOutput, noQuery, readEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import {
  defineDetachedModule,
  defineModule,
  type Module,
} from "@edgeward/shared/resource/module.ts";
import {
  bootstrapContract,
  type BootstrapReply,
} from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { packedForm } from "@edgeward/shared/sync/wire/packed-file.ts";
import type { Bootstraps } from "./bootstraps.ts";
import { isExpired } from "#fleet/feed/compaction.ts";
import { isFeedLonger, scopeOfNode } from "#fleet/feed/scope.ts";
import { knownIncarnation } from "#fleet/nodes/incarnation.ts";

// At about 40,000 rows a second a shorter feed is through before a file is built and fetched.
const usualRows = 5_000;

const none: BootstrapReply = { state: "none", file: null };

/** `GET /v1/sync/bootstrap`. */
export function bootstrapModule(bootstraps: Bootstraps): Module {
  return defineModule("sync-bootstrap", bootstrapContract, {
    bootstrap: async ({ query }, ctx) => {
      if (!ctx.caller.roles.includes("node")) {
        throw new AppError("forbidden", "Bootstrap files are for enrolled nodes.");
      }
      const { session, tenantId, branch, caller } = ctx;
      const now = isoInstant(ctx.now());
      const scope = await scopeOfNode(session, tenantId, branch.id, caller.id, now);
      if ((query.form ?? packedForm) < packedForm) return none;
      const over = query.over_rows ?? usualRows;
      const isWorthwhile = over === 0 || (await isFeedLonger(ctx.session, scope, over));
      if (!isWorthwhile) return none;
      const incarnation = (await knownIncarnation(session)) ?? "";
      const wanted = { scope, incarnation };
      const reply = await bootstraps.get(wanted);
      const { file } = reply;
      // The feed may have been compacted since: whoever came from that file would be sent away again, and ask again.
      const isLate = file !== null && (await isExpired(ctx.session, { ...scope, ...file }));
      return isLate ? bootstraps.replace(wanted, file) : reply;
    },
  });
}

const filesContract = {
  get: readEndpoint({
    path: "/fleet/bootstrap/{name}",
    summary: "A bootstrap file, whole or from a byte on, for the node that it was made for",
    tag: "Sync",
    access: { resource: "sync", action: "create" },
    params: z.strictObject({ name: z.string() }),
    query: noQuery,
    response: { contentTypes: ["application/octet-stream"] },
  }),
} as const;

/** `GET /fleet/bootstrap/{name}`. */
export function bootstrapFilesModule(bootstraps: Bootstraps): Module {
  return defineDetachedModule("bootstrap_files", filesContract, {
    get: async ({ params }, ctx) => {
      const file = await bootstraps.find(params.name, ctx.tenantId, ctx.caller.id);
      if (file === null)
        throw new AppError("not_found", "There is no such file; ask for a new one.");
      const { path, size, sha256: etag } = file;
      const read = (start: number, end: number) => createReadStream(path, { start, end });
      return new FileOutput("application/octet-stream", { size, etag, read });
    },
  });
}
