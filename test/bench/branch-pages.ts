import { statSync } from "node:fs";
import { ask } from "./ask.ts";
import type { Target } from "./load.ts";

// A page in the log, with its own head; the size of the database's pages.
const frameBytes = 4_096 + 24;
// Fewer than those after which the log begins again at its start, so that the growth of the file is what was written.
const warmUp = 5;
const counted = 30;

async function send({ url, call, status }: Target, n: number): Promise<void> {
  const { path, method, headers, body } = call(n);
  const answer = await ask(`${url}${path}`, { method, headers, body: body ?? null });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`a registration was answered ${answer.status}`);
}

/**
 * Pages that one write comes to in the log of a branch that has just been started and does nothing else: a figure that does
 * not depend on the machine. @param wal the log's file
 */
export async function pagesOfWrite(wal: string, target: Target): Promise<number> {
  for (let n = 0; n < warmUp; n += 1) await send(target, n);
  const before = statSync(wal).size;
  for (let n = warmUp; n < warmUp + counted; n += 1) await send(target, n);
  return (statSync(wal).size - before) / frameBytes / counted;
}
