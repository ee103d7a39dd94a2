import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { recallClock, type BranchClock } from "#sync/branch-clock.ts";
import { finishUpgrade, sealOlder } from "#db/after-upgrade.ts";
import { migrateBranch } from "#db/branch-migrations.ts";
import { attachMirror } from "#db/attach-mirror.ts";
import { quarantine } from "#db/journal-mirror.ts";
import { readMirror, scanMirror, type MirrorReading, type MirrorScan } from "#db/mirror-file.ts";
import { skipAheadStatement } from "#db/journal-rows.ts";
import { readState, seriesAboveStatement, stateStatement } from "#db/node-state.ts";
import { forgetDamage, isDamage, lookBeside, needsLook, requireSound } from "#db/soundness.ts";
import type { SqliteFile } from "#db/sqlite-handle.ts";
import { openSqliteStore, type CommittingStore } from "#db/sqlite-store.ts";
import { databaseKey, purposeKey } from "#node/branch-key.ts";
import {
  enrolNode,
  hasWorkedIn,
  installIdOf,
  machineMark,
  auditHash,
  readIdentity,
  type NodeIdentity,
} from "#node/identity.ts";
import type { Network } from "#lan/tls/lan-names.ts";
import type { SettingsPrinter } from "#printing/settings-printers.ts";
import { handBranch, type HandBranch } from "#sync/by-hand.ts";
import { Epoch, identityInEpoch } from "#sync/epoch.ts";
import { takeOverWork } from "#sync/new-node.ts";

// Looked at this often, the mirror's file is written anew soon after the hub has answered.
const rotateEveryMs = 10_000;
const lookAfterMs = 60_000;
// Room for what is in the WAL and as much again: enough to bring all that was acknowledged into the database.
const reserveBytes = 16 * 1_048_576;

// A database found on another machine is a backup of unknown age. Until the hub can say which numbers were given since, a
// branch must not give them again: more than a day's are left out.
const lostNumbers = 1_000;

/** How a branch node is to run. */
export interface BranchSettings {
  /** Keys, identity and database are kept here. */
  readonly folder: string;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Registered at the start, where they are not yet. */
  readonly printers: readonly SettingsPrinter[];
  /** Where the hub is, when that is not where it was at the enrolment. */
  readonly hubUrl: string | null;
  /** For the operator's command; null: one is made and left in the folder. */
  readonly operatorToken: string | null;
  /** Where HTTPS is served: 0 for any free port; null, or left out, for nowhere. */
  readonly tlsPort?: number | null;
  /** More host names under which it is asked for, beside those of the local network. */
  readonly hostNames?: readonly string[];
  /** By what this machine is reached on its network; by itself what the machine says. */
  readonly network?: () => Network;
  /** What distinguishes this machine from others; by itself the machine's own mark. */
  readonly machine?: string;
  /** Needed until the node has been enrolled. */
  readonly enrolment: {
    readonly hubUrl: string;
    readonly code: string;
    readonly name: string;
  } | null;
}

async function identityOf(settings: BranchSettings): Promise<NodeIdentity> {
  const known = await readIdentity(settings.folder, settings.hubUrl);
  if (known !== null) return known;
  const { enrolment } = settings;
  if (enrolment === null) {
    throw new Error(
      "this machine is not enrolled; run: edgeward branch enrol --hub URL --code CODE",
    );
  }
  return enrolNode(settings.folder, enrolment.hubUrl, enrolment.code, enrolment.name);
}

function openSound(folder: string): CommittingStore {
  const file = join(folder, "branch.db");
  const mustLook = needsLook(file);
  const store = openSqliteStore({ file, key: databaseKey(folder), reserveBytes });
  try {
    if (mustLook) requireSound(store.handle, file);
    else lookLater(store, { file, key: databaseKey(folder) });
    return store;
  } catch (error) {
    store.handle.close();
    throw error;
  }
}

// When the start is over, and nobody waits for the processor.
function lookLater(store: CommittingStore, file: SqliteFile): void {
  const look = async () => {
    const damage = await lookBeside(file);
    if (damage !== null) store.notify({ kind: "damaged" });
  };
  setTimeout(() => {
    // A look that cannot be taken says nothing about the database.
    look().catch(() => undefined);
  }, lookAfterMs).unref();
}

/** Opens the database; one that is damaged is quarantined and kept, and a new one begun. */
function openOrReplace(folder: string): CommittingStore {
  const file = join(folder, "branch.db");
  try {
    return openSound(folder);
  } catch (error) {
    if (!isDamage(error)) throw error;
    quarantine(file, `lost-${systemClock.now()}`);
    forgetDamage(file);
    return openSound(folder);
  }
}

type HashOf = ReturnType<typeof auditHash>;

function hashOf(folder: string): HashOf {
  return auditHash(purposeKey(folder, "branch"));
}

/** The database with its mirror, which follows it from now on. */
async function withMirror(
  store: CommittingStore,
  identity: NodeIdentity,
  mirrored: {
    readonly file: string;
    readonly key: Buffer;
    readonly scan: MirrorScan;
    readonly hasWorked: boolean;
    readonly hashValue: HashOf;
  },
): Promise<CommittingStore> {
  const { hashValue, ...about } = mirrored;
  const { tenantId, nodeId, branchId } = identity;
  const runtime = { nodeId, newId: createIdSource(systemClock.now), hashValue };
  const origin = { tenantId, nodeId, kind: "branch", branchId, runtime } as const;
  const mirror = await attachMirror({ store, ...about }, origin);
  store.afterCommit(() => mirror.catchUp());
  const rotation = setInterval(() => mirror.rotate(), rotateEveryMs);
  rotation.unref();
  return {
    ...store,
    close: async () => {
      clearInterval(rotation);
      await store.close();
      mirror.close();
    },
  };
}

/** Where a node's start states how far a long step to a new schema has come. */
type LogOf = (nodeId: string) => Pick<Logger, "info"> | null;

async function openStore(
  folder: string,
  identity: NodeIdentity,
  { installId, hasWorked }: { readonly installId: string; readonly hasWorked: boolean },
  logOf: LogOf,
): Promise<CommittingStore> {
  const file = mirrorFile(folder);
  const key = purposeKey(folder, "journal mirror");
  const scan = scanMirror(file, key);
  const opened = openOrReplace(folder);
  await migrateBranch(opened.handle, ({ step, rows }) =>
    logOf(identity.nodeId)?.info("migrating", { migration: step, count: rows }),
  );
  const { tenantId, counters } = identity;
  const hashValue = hashOf(folder);
  const store = await withMirror(opened, identity, { file, key, scan, hasWorked, hashValue });
  await store.write({ tenantId }, async (session) => {
    const known = await readState(session, "install_id");
    const isMoved = known !== null && known !== installId;
    await session.runAll([
      ...(isMoved ? [skipAheadStatement(tenantId, lostNumbers)] : []),
      ...counters.map(({ name, value }) => seriesAboveStatement(tenantId, name, value)),
      stateStatement(session, "install_id", installId),
    ]);
  });
  await takeOverWork(store, identity, hashValue);
  return store;
}

function mirrorFile(folder: string): string {
  return join(folder, "journal.log");
}

/** Reads the journal's mirror of a branch from end to end. @throws Error when it was made with another key */
export function readBranchMirror(folder: string): MirrorReading {
  return readMirror(mirrorFile(folder), purposeKey(folder, "journal mirror"));
}

/** What a branch node has before anything of it runs. */
export interface OpenedBranch {
  readonly identity: NodeIdentity;
  readonly installId: string;
  readonly epoch: Epoch;
  readonly clock: BranchClock;
  readonly store: CommittingStore;
}

/** Enrols where that is still to do, and opens the database. @throws Error for a machine that is not enrolled */
export async function openBranch(
  settings: BranchSettings,
  logOf: LogOf = () => null,
): Promise<OpenedBranch> {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const identity = await identityOf(settings);
  const hasWorked = hasWorkedIn(settings.folder);
  const installId = installIdOf(settings.folder, settings.machine ?? machineMark());
  const install = { installId, hasWorked };
  const store = await openStore(settings.folder, identity, install, logOf);
  const epoch = new Epoch(identity.epoch);
  await epoch.recall(store, identity.tenantId);
  await finishUpgrade(store, identity.tenantId);
  await sealOlder(store, identity.tenantId, identity.clientKey);
  const machine = { now: systemClock.now, elapsed: () => performance.now() };
  const clock = await recallClock(store, identity.tenantId, machine);
  return { identity, installId, epoch, clock, store };
}

/** Opens an enrolled branch for an exchange by hand, or null where there is none. Its node may be at work. */
export async function openHandBranch(
  folder: string,
): Promise<{ readonly branch: HandBranch; close(): Promise<void> } | null> {
  const identity = await readIdentity(folder);
  if (identity === null) return null;
  const store = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  const epoch = new Epoch(identity.epoch);
  await epoch.recall(store, identity.tenantId);
  const branch = await handBranch(identityInEpoch(identity, epoch), store, hashOf(folder));
  return { branch, close: () => store.close() };
}

/**
 * Enrols a machine anew whose node the hub no longer knows, or has replaced, with a code for the same branch. All that it
 * has done is sent as the new node's when it is started the next time. @param hubUrl null: where the hub was before
 * @throws Error where no branch is enrolled, and with the hub's own words when it refuses
 */
export async function enrolAgain(
  folder: string,
  hubUrl: string | null,
  code: string,
  name: string,
): Promise<NodeIdentity> {
  const identity = await readIdentity(folder, hubUrl);
  const opened = await openHandBranch(folder);
  if (identity === null || opened === null) throw new Error(`${folder} holds no enrolled branch`);
  const { nodeId, branchId, epoch } = opened.branch.identity;
  await opened.close();
  return enrolNode(folder, identity.hubUrl, code, name, { nodeId, branchId, epoch });
}
