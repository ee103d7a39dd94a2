import {
  findCopy,
  damagedHashes,
  filesByHash,
  findFileByHash,
} from "@edgeward/shared/clinical/files/files.queries.ts";
import { noteCopy } from "@edgeward/shared/clinical/files/files.commands.ts";
import { blobsTable, type BlobRow } from "@edgeward/shared/clinical/files/files.table.ts";
import type { Reader } from "@edgeward/shared/db/session.ts";
import { found } from "@edgeward/shared/write/write.ts";
import { fileLaneContract, type LaneState } from "@edgeward/shared/files/file-lane.contract.ts";
import type { FileStore } from "@edgeward/shared/files/file-store.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { Context, ReadContext } from "@edgeward/shared/resource/context.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { keptHomeOf } from "#fleet/feed/kept-home.ts";
import { grantedPatients } from "#fleet/feed/scope.ts";

const maximumWanted = 100;

/** Refuses everybody but nodes. @throws AppError forbidden */
export function onlyNodes(caller: Pick<Context["caller"], "roles">): void {
  if (caller.roles.includes("node")) return;
  throw new AppError("forbidden", "The lane of files is for enrolled nodes.");
}

type LaneContext = Pick<Context, "tenantId" | "branch"> & { readonly db: Reader };

/** The file of the node's own branch with that hash. @throws AppError not_found, also before its operation has come */
export async function laneFile(ctx: LaneContext, sha256: string): Promise<BlobRow> {
  return found(await findFileByHash(ctx.db, ctx.tenantId, ctx.branch.id, sha256));
}

type GivingContext = Pick<ReadContext, "tenantId" | "branch" | "session" | "now"> & LaneContext;

/** Whether the node's branch is lent a file of another one at this moment. */
async function isLent(ctx: GivingContext, file: BlobRow): Promise<boolean> {
  const { session, tenantId, branch } = ctx;
  if (file.patient_id === null) return false;
  const granted = await grantedPatients(session, tenantId, branch.id, isoInstant(ctx.now()));
  if (!granted.has(file.patient_id)) return false;
  const isKeptHome = await keptHomeOf(session, tenantId, blobsTable, [file]);
  return !isKeptHome(file);
}

/** The file with that hash that a node may have: its own branch's, or one that its branch is lent. @throws AppError not_found */
export async function givenFile(ctx: GivingContext, sha256: string): Promise<BlobRow> {
  const own = await findFileByHash(ctx.db, ctx.tenantId, ctx.branch.id, sha256);
  if (own !== undefined) return own;
  for (const file of await filesByHash(ctx.db, ctx.tenantId, sha256))
    if (await isLent(ctx, file)) return file;
  return found<BlobRow>(undefined);
}

async function stateOf(ctx: LaneContext, files: FileStore, file: BlobRow): Promise<LaneState> {
  const copy = await findCopy(ctx.db, ctx.tenantId, file.sha256);
  const isComplete = copy?.copy_state === "here";
  return {
    sha256: file.sha256,
    size_bytes: file.size_bytes,
    chunk_count: file.chunk_count,
    state: isComplete ? "complete" : "pending_upload",
    chunks: isComplete ? [] : [...(await files.arrived(ctx.tenantId, file.sha256))],
  };
}

/** What the hub answers nodes about the files it has. */
export function fileLaneModule(files: FileStore): Module {
  return defineModule("file_lane", fileLaneContract, {
    state: async ({ params }, ctx) => {
      onlyNodes(ctx.caller);
      return stateOf(ctx, files, await givenFile(ctx, params.sha256));
    },

    wanted: async (_input, ctx) => {
      onlyNodes(ctx.caller);
      const hashes = await damagedHashes(ctx.db, ctx.tenantId, ctx.branch.id, maximumWanted);
      return { data: [...hashes] };
    },

    commit: async ({ params }, ctx) => {
      onlyNodes(ctx.caller);
      const file = await laneFile(ctx, params.sha256);
      const before = await stateOf(ctx, files, file);
      const hasAll = before.chunks.length === file.chunk_count;
      if (before.state === "complete" || !hasAll) return before;
      if (!(await files.assemble(ctx.tenantId, file.sha256, file.chunk_count))) {
        return { ...before, chunks: [] };
      }
      await noteCopy(ctx.write, file.branch_id, file, { copy_state: "here", lane_state: "none" });
      // What the command has written is not to be read before its end.
      const complete: LaneState = { ...before, state: "complete", chunks: [] };
      return complete;
    },
  });
}
