import { createHash } from "node:crypto";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { bootstrapContract } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { packedForm } from "@edgeward/shared/sync/wire/packed-file.ts";
import { bootstrapNeeded } from "#db/after-upgrade.ts";
import { forgetStatement, readState, stateStatement } from "#db/node-state.ts";
import { loadSnapshot } from "#db/snapshot.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { givingBack } from "./give-back.ts";
import type { HubClient } from "./hub-client.ts";
import { hubLost } from "./hub-restored.ts";

// A file of ten thousand records is made in a quarter of a second, one of a million takes half a minute.
const soonMs = 50;
const seldomMs = 1_000;

/** What a node needs to begin from a snapshot. */
export interface BootstrapOptions {
  readonly store: SqliteStore;
  readonly identity: NodeIdentity;
  readonly hub: Pick<HubClient, "get" | "download" | "post">;
  /** Where the file lies until it has been taken in. */
  readonly folder: string;
  readonly log: Logger;
  /** Takes in a stamp made elsewhere, so that later local stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
}

const replyShape = bootstrapContract.bootstrap.response;
const fileShape = z.object({
  url: z.string(),
  sha256: z.string(),
  size: z.number(),
  key: z.string(),
  form: z.literal(packedForm),
});

/** A file that is being fetched, remembered so that a restart goes on with it. */
type Fetching = z.output<typeof fileShape>;

/** Notes that the feed no longer reaches back to where this node stands. */
export function requireBootstrap(store: SqliteStore, tenantId: string): Promise<void> {
  return store.write({ tenantId }, (session) =>
    session.runAll([stateStatement(session, "bootstrap", bootstrapNeeded)]),
  );
}

type Reply = z.output<typeof replyShape>;

async function askOnce(options: BootstrapOptions, isNeeded: boolean): Promise<Reply> {
  const over = isNeeded ? "&over_rows=0" : "";
  const path = `/v1/sync/bootstrap?form=${packedForm}${over}`;
  return replyShape.parse(await options.hub.get(path));
}

async function ask(options: BootstrapOptions, isNeeded: boolean): Promise<Fetching | null> {
  for (let askAgainMs = soonMs; ; askAgainMs = Math.min(askAgainMs * 2, seldomMs)) {
    const reply = await askOnce(options, isNeeded);
    if (reply.state !== "building") return reply.file === null ? null : fileShape.parse(reply.file);
    await delay(askAgainMs);
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1_048_576);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

async function isWhole(path: string, file: Fetching): Promise<boolean> {
  if ((await sizeOf(path)) !== file.size) return false;
  return (await hashOf(path)) === file.sha256;
}

/** Fetches what is still missing of a file; false when the hub has it no longer. @throws HubUnreachable */
async function fetchRest(
  options: BootstrapOptions,
  file: Fetching,
  path: string,
): Promise<boolean> {
  const from = await sizeOf(path);
  if (from >= file.size) return true;
  const part = await open(path, "a", 0o600);
  try {
    return await options.hub.download(file.url, from, async (chunk) => {
      await part.write(chunk);
    });
  } finally {
    await part.sync();
    await part.close();
  }
}

async function remember(options: BootstrapOptions, value: string): Promise<void> {
  const { store, identity } = options;
  await store.write({ tenantId: identity.tenantId }, (session) =>
    session.runAll([stateStatement(session, "bootstrap", value)]),
  );
}

async function take(options: BootstrapOptions, file: Fetching): Promise<boolean> {
  const { store, identity, folder, receiveStamp } = options;
  const { tenantId, branchId, nodeId, clientKey } = identity;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${file.sha256}.snapshot`);
  const isServed = await fetchRest(options, file, path);
  if (!isServed || !(await isWhole(path, file))) {
    options.log.warn("bootstrap_discarded", { code: isServed ? "hash" : "gone" });
    await rm(path, { force: true });
    await remember(options, bootstrapNeeded);
    return false;
  }
  const lost = await store.read({ tenantId }, (session) => readState(session, hubLost));
  const giveBack = lost === null ? null : givingBack(options);
  const own = { tenantId, branchId, nodeId, clientKey };
  await loadSnapshot({ store, ...own, receiveStamp, giveBack }, path, file.key);
  await store.write({ tenantId }, (session) =>
    session.runAll([forgetStatement("bootstrap"), forgetStatement(hubLost)]),
  );
  await rm(folder, { recursive: true, force: true });
  return true;
}

function fetchingIn(state: string | null): Fetching | null {
  if (state === null || state === bootstrapNeeded) return null;
  return fileShape.parse(JSON.parse(state));
}

// Where the hub has no file, the whole feed comes to the same.
async function fromTheBeginning({ store, identity }: BootstrapOptions): Promise<boolean> {
  await store.write({ tenantId: identity.tenantId }, (session) =>
    session.runAll([forgetStatement("bootstrap"), forgetStatement("feed_cursor")]),
  );
  return false;
}

/**
 * Gets everything at once where that is shorter than the feed: for a node that has nothing yet, or whose place the
 * feed no longer reaches. A download that was cut goes on where it stopped. Returns whether a file was taken in.
 * @throws HubUnreachable, HubRefusal
 */
export async function bootstrap(options: BootstrapOptions): Promise<boolean> {
  const { store, identity } = options;
  for (;;) {
    const { state, cursor } = await store.read(
      { tenantId: identity.tenantId },
      async (session) => ({
        state: await readState(session, "bootstrap"),
        cursor: await readState(session, "feed_cursor"),
      }),
    );
    if (state === null && cursor !== null) return false;
    const fetching = fetchingIn(state);
    const file = fetching ?? (await ask(options, state !== null));
    if (file === null) return fromTheBeginning(options);
    if (fetching === null) await remember(options, JSON.stringify(file));
    if (await take(options, file)) return true;
  }
}
