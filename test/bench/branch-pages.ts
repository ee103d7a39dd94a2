import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import * as z from "zod";
import { openHandle, type SqliteFile } from "@edgeward/branch-node/db/sqlite-handle.ts";
import { ask } from "./ask.ts";
import type { Target } from "./load.ts";

const logHeadBytes = 32;
const frameHeadBytes = 24;
// A page in the log, with its own head; the size of the database's pages.
const frameBytes = 4_096 + frameHeadBytes;
// Fewer than those after which the log begins again at its start, so that what stands in it is what was written.
const warmUp = 5;
const counted = 30;
// What takes less than this is told as one sum.
const leastTold = 0.3;

/** What one write comes to in the log. */
export interface WrittenPages {
  readonly pages: number;
  /** Which tables and indexes they belong to, the most first. */
  readonly trees: string;
}

async function send({ url, call, status }: Target, n: number): Promise<void> {
  const { path, method, headers, body } = call(n);
  const answer = await ask(`${url}${path}`, { method, headers, body: body ?? null });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`a registration was answered ${answer.status}`);
}

/** The numbers of the pages that stand in a log behind so many frames, in their order. */
function pagesBehind(log: string, frames: number): readonly number[] {
  const opened = openSync(log, "r");
  try {
    const count = Math.floor((fstatSync(opened).size - logHeadBytes) / frameBytes);
    const head = Buffer.alloc(4);
    return Array.from({ length: Math.max(0, count - frames) }, (_, index) => {
      readSync(opened, head, 0, head.length, logHeadBytes + (frames + index) * frameBytes);
      return head.readUInt32BE();
    });
  } finally {
    closeSync(opened);
  }
}

const treeRows = z.array(z.object({ pageno: z.number(), name: z.string() }));

/** How often each table and index is met among pages. */
function treesOf(database: SqliteFile, pages: readonly number[]): ReadonlyMap<string, number> {
  const handle = openHandle(database);
  try {
    const rows = treeRows.parse(handle.prepare("SELECT pageno, name FROM dbstat").all());
    const names = new Map(rows.map(({ pageno, name }) => [pageno, name]));
    const counts = new Map<string, number>();
    for (const page of pages) {
      const name = names.get(page) ?? "pages that are free";
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  } finally {
    handle.close();
  }
}

/**
 * Pages that one write comes to in the log of a branch that has just been started and does nothing else: a figure that does
 * not depend on the machine.
 */
export async function pagesOfWrite(database: SqliteFile, target: Target): Promise<WrittenPages> {
  const log = `${database.file}-wal`;
  for (let n = 0; n < warmUp; n += 1) await send(target, n);
  const before = pagesBehind(log, 0).length;
  for (let n = warmUp; n < warmUp + counted; n += 1) await send(target, n);
  const pages = pagesBehind(log, before);
  const each = Array.from(treesOf(database, pages), ([name, count]) => ({
    name,
    share: count / counted,
  })).toSorted((one, other) => other.share - one.share);
  const told = each.filter(({ share }) => share >= leastTold);
  const others = each.slice(told.length).reduce((sum, { share }) => sum + share, 0);
  const texts = told.map(({ name, share }) => `${name} ${share.toFixed(1)}`);
  return {
    pages: pages.length / counted,
    trees: [...texts, `others ${others.toFixed(1)}`].join(", "),
  };
}
