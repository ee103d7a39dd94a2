import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { RequestHandler } from "@edgeward/shared/http/express.ts";
import type { TokenVerifier } from "@edgeward/shared/http/tokens.ts";
import { authenticate } from "@edgeward/shared/http/request.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import {
  bootstrapContract,
  type BootstrapReply,
} from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { packedForm } from "@edgeward/shared/sync/wire/packed-file.ts";
import type { Bootstraps } from "./bootstraps.ts";
import { isFeedLonger, scopeOfNode } from "#fleet/feed/scope.ts";
import type { SnapshotFile } from "./snapshot-notes.ts";

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
      const scope = await scopeOfNode(ctx.session, ctx.tenantId, ctx.branch.id, ctx.caller.id);
      if ((query.form ?? packedForm) < packedForm) return none;
      const over = query.over_rows ?? usualRows;
      const isWorthwhile = over === 0 || (await isFeedLonger(ctx.session, scope, over));
      return isWorthwhile ? bootstraps.get(scope) : none;
    },
  });
}

/** The first byte that is asked for. Nodes ask for the rest of a file; other forms of ranges get the whole. */
function firstByte(range: string | undefined, size: number): number {
  const match = /^bytes=(\d{1,15})-$/.exec(range ?? "");
  const from = match?.[1] === undefined ? 0 : Number(match[1]);
  return from < size ? from : 0;
}

async function sendFile(
  file: SnapshotFile,
  range: string | undefined,
  response: Parameters<RequestHandler>[1],
): Promise<void> {
  const from = firstByte(range, file.size);
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("Content-Type", "application/octet-stream");
  response.setHeader("ETag", `"${file.sha256}"`);
  response.setHeader("Content-Length", String(file.size - from));
  if (from > 0) {
    response.setHeader("Content-Range", `bytes ${from}-${file.size - 1}/${file.size}`);
    response.status(206);
  }
  await pipeline(createReadStream(file.path, { start: from }), response);
}

/** Serves the files to the nodes they were made for, whole or from a byte on. */
export function bootstrapFiles(bootstraps: Bootstraps, tokens: TokenVerifier): RequestHandler {
  return async (request, response) => {
    const caller = await authenticate(request, tokens);
    const name = basename(request.path);
    const file = bootstraps.find(name, caller.tenantId, caller.id);
    if (file === null) throw new AppError("not_found", "There is no such file; ask for a new one.");
    try {
      await sendFile(file, request.get("range"), response);
    } catch {
      // The node went away in the middle; it asks for the rest when it is back.
      response.destroy();
    }
  };
}
