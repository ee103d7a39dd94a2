import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBranch, type BranchSettings } from "@edgeward/branch-node/open-branch.ts";
import { shuffled, throwDice } from "#support/dice.ts";
import {
  compileRecorder,
  readRecording,
  ReplayedDisk,
  type DiskAct,
  type Fate,
} from "#support/disk-recording.ts";
import { startProduct, type Product } from "#support/product.ts";
import { newPatient, textOf } from "#offline/front-desk.ts";
import { isSoak } from "#offline/load.ts";

const patience = isSoak ? 7_200_000 : 240_000;
const states = isSoak ? 10_000 : 24;
const writes = isSoak ? 400 : 80;
// It holds nothing but space, and a lot of it.
const reserveFile = "branch.db.reserve";
const fates: readonly Fate[] = ["lost", "some", "torn"];

const work = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "edgeward-power-"));
const before = join(work, "before");
const after = join(work, "after");
const library = compileRecorder(join(work, "disk-recorder.so"));
let product: Product;

interface Acknowledged {
  readonly id: string;
  /** How long the recording was when the answer had arrived. */
  readonly at: number;
}

beforeAll(async () => {
  if (library === null)
    console.warn("no power is lost here: that needs Linux and a C compiler (cc)");
  else product = await startProduct();
});

afterAll(async () => {
  await product?.stop();
  rmSync(work, { recursive: true, force: true });
});

/** Lets four people register one after the other; what was answered, and what had been written down by then. */
async function registerAll(log: string): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const person = async () => {
    for (let count = 0; count < writes / 4; count += 1) {
      const answer = await product.call("branch", "POST", "/v1/patients", newPatient());
      acknowledged.push({ id: textOf(answer, "id"), at: statSync(log).size });
    }
  };
  await Promise.all([person(), person(), person(), person()]);
  return acknowledged;
}

const settings: BranchSettings = {
  folder: after,
  host: "127.0.0.1",
  port: 0,
  printers: [],
  hubUrl: null,
  operatorToken: null,
  enrolment: null,
};

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Puts a branch's folder into the state that a power loss has left. */
function putDown(found: ReadonlyMap<string, Buffer>): void {
  const isReplaced = new Set([...found.keys()].map(nameOf));
  mkdirSync(after, { recursive: true });
  for (const name of readdirSync(after)) {
    if (name !== reserveFile) rmSync(join(after, name), { recursive: true });
  }
  for (const entry of readdirSync(before, { withFileTypes: true })) {
    const { name } = entry;
    const isThere = !entry.isFile() || existsSync(join(after, name)) || isReplaced.has(name);
    if (!isThere) copyFileSync(join(before, name), join(after, name));
  }
  for (const [path, bytes] of found) {
    const name = nameOf(path);
    // Shared memory is memory; and a file of no bytes is as good as none.
    const isFile = !name.endsWith("-shm") && path === join(product.folder, "branch", name);
    if (isFile && bytes.length > 0) writeFileSync(join(after, name), bytes);
  }
}

/** What stands in the way of trusting a branch that starts on what a power loss has left; empty when nothing does. */
async function faultsAfter(
  found: ReadonlyMap<string, Buffer>,
  acknowledged: readonly string[],
): Promise<readonly string[]> {
  putDown(found);
  try {
    const { store } = await openBranch(settings);
    try {
      const known = new Set(store.handle.prepare("SELECT id FROM patients").pluck().all());
      const lost = acknowledged.filter((id) => !known.has(id));
      const halves = store.handle.prepare(halvesSql).pluck().all();
      const sound = store.handle.pragma("quick_check", { simple: true });
      return [
        ...(sound === "ok" ? [] : ["corrupt"]),
        ...(lost.length === 0 ? [] : [`lost ${lost.length}`]),
        ...(halves.length === 0 ? [] : [`half ${halves.length}`]),
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    return [`does not open: ${String(error)}`];
  }
}

// A registration stands with its audit entry, its operation with its event and its mark, or not at all; and no place is left out.
const halvesSql = `
  SELECT p.id FROM patients AS p
   WHERE p.id IN (SELECT operation ->> '$.entity_id' FROM journal)
     AND NOT EXISTS (SELECT 1 FROM audit_events AS a WHERE a.entity_id = p.id AND a.action = 'create')
  UNION ALL
  SELECT j.op_id FROM journal AS j
   WHERE j.operation ->> '$.type' = 'patient.create'
     AND NOT EXISTS (SELECT 1 FROM patients AS p WHERE p.id = j.operation ->> '$.entity_id')
  UNION ALL
  SELECT j.op_id FROM journal AS j
   WHERE j.operation ->> '$.type' = 'patient.create'
     AND (json_array_length(j.operation, '$.events') = 0 OR (j.journal_state = 'pending'
       AND NOT EXISTS (SELECT 1 FROM pending_entities AS p WHERE p.op_id = j.op_id)))
  UNION ALL
  SELECT 'gap' WHERE (SELECT count(*) <> coalesce(max(seq), 0) FROM journal)`;

interface Losses {
  readonly total: number;
  readonly corrupt: number;
  readonly lost: number;
  readonly half: number;
  readonly examples: readonly string[];
}

/** What a file of the branch held before the recording. */
function contentBefore(path: string): Buffer {
  const file = join(before, nameOf(path));
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readFileSync(file) : Buffer.alloc(0);
}

/** Takes the power away at so many moments of a recording and starts on what is left each time. */
async function losePower(
  acts: readonly DiskAct[],
  acknowledged: readonly Acknowledged[],
  count: number,
  disk: ReplayedDisk,
): Promise<Losses> {
  const chance = throwDice("power losses");
  const moments = shuffled(chance, [...acts.keys()]).slice(0, count);
  const atAct = new Map<number, number>();
  for (let state = 0; state < count; state += 1) {
    const act = moments[state % moments.length] ?? 0;
    atAct.set(act, (atAct.get(act) ?? 0) + 1);
  }
  const faults: string[] = [];
  const began = performance.now();
  for (const [index, act] of acts.entries()) {
    disk.step(act);
    for (let state = 0; state < (atAct.get(index) ?? 0); state += 1) {
      const known = acknowledged.filter(({ at }) => at <= act.end).map(({ id }) => id);
      faults.push(...(await faultsAfter(disk.powerLoss(chance.pick(fates), chance), known)));
    }
  }
  console.info(`${Math.round((performance.now() - began) / count)} ms a state`);
  const of = (start: string) => faults.filter((fault) => fault.startsWith(start)).length;
  return {
    total: count,
    corrupt: of("corrupt") + of("does not open"),
    lost: of("lost"),
    half: of("half"),
    examples: faults.slice(0, 3),
  };
}

describe.skipIf(library === null)("when the power goes at a branch (needs cc)", () => {
  let acts: readonly DiskAct[] = [];
  let acknowledged: readonly Acknowledged[] = [];

  beforeAll(async () => {
    await product.killBranch("SIGTERM");
    const folder = join(product.folder, "branch");
    cpSync(folder, before, { recursive: true });
    const log = join(work, "recording");
    await product.restartBranch({
      LD_PRELOAD: library ?? "",
      EDGEWARD_RECORD_FOLDER: folder,
      EDGEWARD_RECORD_LOG: log,
    });
    acknowledged = await registerAll(log);
    await product.killBranch("SIGKILL");
    acts = readRecording(log);
  });

  test(
    "whatever the disk had not yet kept, nothing that was acknowledged is lost, nothing stands half, and nothing is corrupt",
    async () => {
      const disk = new ReplayedDisk(contentBefore);
      const losses = await losePower(acts, acknowledged, states, disk);
      console.info(`${acts.length} acts of the disk, ${JSON.stringify(losses)}`);
      expect(losses).toEqual({ total: states, corrupt: 0, lost: 0, half: 0, examples: [] });
    },
    patience,
  );

  test(
    "a disk that forgets what it promised of the log leaves nothing half where the journal's second file has it",
    async () => {
      const tries = Math.min(states, 400);
      const disk = new ReplayedDisk(contentBefore, (path) => path.endsWith("-wal"));
      const losses = await losePower(acts, acknowledged, tries, disk);
      console.info(`with a log that is not kept, and its second file: ${JSON.stringify(losses)}`);
      expect(losses).toMatchObject({ corrupt: 0, half: 0 });
    },
    patience,
  );

  test(
    "a disk that forgets what it promised of the log is seen to lose acknowledged work",
    async () => {
      const tries = Math.min(states, 200);
      // Without the journal's second file, which would bring the work back.
      const journal = "journal.log";
      const others = acts.filter(({ path }) => nameOf(path) !== journal);
      rmSync(join(before, journal), { force: true });
      const disk = new ReplayedDisk(contentBefore, (path) => path.endsWith("-wal"));
      const losses = await losePower(others, acknowledged, tries, disk);
      console.info(`with a log that is not kept: ${JSON.stringify(losses)}`);
      expect(losses.lost).toBeGreaterThan(tries / 10);
    },
    patience,
  );
});
