import type { FileStore } from "@edgeward/shared/files/file-store.ts";
import type { BytesName, Repair } from "@edgeward/shared/files/stored-bytes.ts";
import { HubRefusal, HubUnreachable } from "#sync/hub-client.ts";
import type { BranchCopies } from "./branch-copies.ts";
import type { LaneClient } from "./lane-client.ts";

/** What getting bytes from the hub needs. */
export interface FetchOptions {
  readonly files: FileStore;
  readonly copies: BranchCopies;
  readonly lane: LaneClient;
}

async function bringChunks(options: FetchOptions, name: BytesName): Promise<boolean> {
  const { files, lane } = options;
  const { tenantId, sha256 } = name;
  const { state, chunk_count: count } = await lane.state(sha256);
  if (state !== "complete") return false;
  const arrived = new Set(await files.arrived(tenantId, sha256));
  for (let index = 0; index < count; index += 1) {
    if (arrived.has(index)) continue;
    await files.keepChunk(tenantId, sha256, index, await lane.chunk(sha256, index));
  }
  return files.assemble(tenantId, sha256, count);
}

async function bring(options: FetchOptions, name: BytesName, isDamaged: boolean): Promise<boolean> {
  if (isDamaged) await options.copies.note("file.damaged", name, { copy_state: "damaged" });
  try {
    if (!(await bringChunks(options, name))) return false;
  } catch (error) {
    // Without the hub the bytes are nowhere; whoever asks is notified, and may ask again.
    if (error instanceof HubUnreachable || error instanceof HubRefusal) return false;
    throw error;
  }
  await options.copies.note("file.arrive", name, { copy_state: "here" });
  return true;
}

/** Gets files from the hub when somebody asks for them; what has come of one stays for the next try. */
export function fetchFromHub(options: FetchOptions): Repair {
  const running = new Map<string, Promise<boolean>>();
  return (name, isDamaged) => {
    const known = running.get(name.sha256);
    if (known !== undefined) return known;
    const begun = bring(options, name, isDamaged).finally(() => running.delete(name.sha256));
    running.set(name.sha256, begun);
    return begun;
  };
}
