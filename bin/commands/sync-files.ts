import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import { once } from "node:events";
import type { Command } from "commander";
import * as z from "zod";
import type { HandBranch } from "@edgeward/branch-node/sync/by-hand.ts";
import { CommandFailure, messageOf } from "../failure.ts";
import { askHttp } from "../operator-http.ts";
import { dataFolder, findHub, givenPath, tenantFor } from "../running-demo.ts";
import { counted, type Terminal } from "../terminal.ts";

const jwsAnswer = z.looseObject({ jws: z.string() });
const pageAnswer = z.looseObject({ jws: z.string(), cursor: z.string(), has_more: z.boolean() });
const compactAnswer = z.looseObject({ removed: z.number() });
const slowMs = 60_000;

/** Writes lines to a file that appears only when it is whole. Returns how many there were. */
async function writeLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  const part = `${file}.part`;
  const out = createWriteStream(part, { mode: 0o600 });
  let count = 0;
  try {
    for await (const line of lines) {
      if (!out.write(`${line}\n`)) await once(out, "drain");
      count += 1;
    }
    out.end();
    await finished(out);
    renameSync(part, file);
    return count;
  } catch (error) {
    out.destroy();
    rmSync(part, { force: true });
    throw error;
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) if (line.trim() !== "") yield line;
}

/** Runs work on the branch's own files, whether or not its node runs. */
async function onBranch<T>(work: (branch: HandBranch) => Promise<T>): Promise<T> {
  const folder = join(dataFolder(), "branch");
  const { openHandBranch } = await import("@edgeward/branch-node/open-branch.ts");
  const opened = await openHandBranch(folder);
  if (opened === null) throw new CommandFailure(`${folder} holds no enrolled branch`);
  try {
    return await work(opened.branch);
  } catch (error) {
    throw new CommandFailure(messageOf(error));
  } finally {
    await opened.close();
  }
}

async function exportBatch(given: string, terminal: Terminal): Promise<void> {
  const file = givenPath(given);
  const { carriedBatches, feedPlace } = await import("@edgeward/branch-node/sync/by-hand.ts");
  await onBranch(async (branch) => {
    const count = await writeLines(file, carriedBatches(branch));
    const place = await feedPlace(branch);
    terminal.out(`${counted(count)} batches in ${file}; the feed goes on at ${place ?? "0.0"}`);
  });
}

async function* repliesTo(file: string): AsyncGenerator<string> {
  const { url: hub, token } = findHub();
  for await (const line of linesOf(file)) {
    const body: unknown = JSON.parse(line);
    const call = { method: "POST", token, body, timeoutMs: slowMs } as const;
    const { jws } = await askHttp(`${hub}/operator/by-hand/batches`, jwsAnswer, call);
    yield JSON.stringify({ jws });
  }
}

async function importBatch(given: string, reply: string, terminal: Terminal): Promise<void> {
  const count = await writeLines(givenPath(reply), repliesTo(givenPath(given)));
  terminal.out(`took ${counted(count)} batches; carry ${givenPath(reply)} back to the branch`);
}

interface FeedOptions {
  readonly branch: string;
  readonly tenant?: string;
  readonly since: string;
}

async function* pagesOf(options: FeedOptions): AsyncGenerator<string> {
  const { url: hub, token } = findHub();
  const tenant_id = tenantFor(options.tenant);
  for (let cursor: string | null = options.since; ;) {
    const body = { tenant_id, branch_id: options.branch, cursor };
    const call = { method: "POST", token, body, timeoutMs: slowMs } as const;
    const page: z.output<typeof pageAnswer> = await askHttp(
      `${hub}/operator/by-hand/feed`,
      pageAnswer,
      call,
    );
    yield JSON.stringify({ jws: page.jws });
    if (!page.has_more) return;
    ({ cursor } = page);
  }
}

async function takeLines(
  given: string,
  take: (branch: HandBranch, jws: string) => Promise<number>,
): Promise<number> {
  return onBranch(async (branch) => {
    let count = 0;
    for await (const line of linesOf(givenPath(given)))
      count += await take(branch, jwsAnswer.parse(JSON.parse(line)).jws);
    return count;
  });
}

async function importReply(given: string, terminal: Terminal): Promise<void> {
  const { takeCarriedReply } = await import("@edgeward/branch-node/sync/by-hand.ts");
  const count = await takeLines(given, takeCarriedReply);
  terminal.out(`the hub has answered to ${counted(count)} operations`);
}

async function importFeed(given: string, terminal: Terminal): Promise<void> {
  const { takeCarriedFeed } = await import("@edgeward/branch-node/sync/by-hand.ts");
  const count = await takeLines(given, takeCarriedFeed);
  terminal.out(`${counted(count)} records came with the file`);
}

async function compact(days: string | undefined, terminal: Terminal): Promise<void> {
  const { url: hub, token } = findHub();
  const body = days === undefined ? {} : { keep_days: Number(days) };
  const call = { method: "POST", token, body, timeoutMs: slowMs } as const;
  const { removed } = await askHttp(`${hub}/operator/compact`, compactAnswer, call);
  terminal.out(`${counted(removed)} entries taken out of the feed`);
}

/** `edgeward hub import-batch|export-feed|compact`: the hub's end of an exchange that is carried by hand. */
export function addHubFiles(hub: Command, terminal: Terminal): void {
  hub
    .command("import-batch <file>")
    .description("take what a branch without a line has sent on a stick")
    .option("--reply <file>", "where the answers go, to be carried back", "edgeward-replies.jsonl")
    .action((file: string, options: { readonly reply: string }) =>
      importBatch(file, options.reply, terminal),
    );
  hub
    .command("export-feed <file>")
    .description("put what has changed for a branch into a file, to be carried there")
    .requiredOption("--branch <id>", "the branch")
    .option("--tenant <id>", "its tenant; EDGEWARD_TENANT otherwise")
    .option("--since <place>", "where its feed stands, as its export says", "0.0")
    .action(async (file: string, options: FeedOptions) => {
      const count = await writeLines(givenPath(file), pagesOf(options));
      terminal.out(`${counted(count)} pages in ${givenPath(file)}`);
    });
  hub
    .command("compact")
    .description(
      "take out of the feed what is old and superseded; the hub does so by itself once a day",
    )
    .option("--keep-days <days>", "what is younger stays; 30 otherwise")
    .action((options: { readonly keepDays?: string }) => compact(options.keepDays, terminal));
}

async function verifyJournal(terminal: Terminal): Promise<void> {
  const folder = join(dataFolder(), "branch");
  const { readBranchMirror } = await import("@edgeward/branch-node/open-branch.ts");
  const { records, goodBytes, totalBytes } = readBranchMirror(folder);
  if (goodBytes < totalBytes) {
    throw new CommandFailure(
      `the journal's mirror is whole for ${counted(records.length)} operations and damaged after byte ${counted(goodBytes)} of ${counted(totalBytes)}`,
    );
  }
  terminal.out(`the journal's mirror holds ${counted(records.length)} operations, all whole`);
}

/** `edgeward branch export-batch|import-reply|import-feed|verify-journal`: the branch's end. */
export function addBranchFiles(branch: Command, terminal: Terminal): void {
  branch
    .command("export-batch <file>")
    .description("put what waits to be sent into a file, to be carried to the hub")
    .action((file: string) => exportBatch(file, terminal));
  branch
    .command("import-reply <file>")
    .description("take the hub's answers to what was carried there")
    .action((file: string) => importReply(file, terminal));
  branch
    .command("import-feed <file>")
    .description("take a file of changes that the hub has made for this branch")
    .action((file: string) => importFeed(file, terminal));
  branch
    .command("verify-journal")
    .description("check the second copy of the branch's journal, record by record")
    .action(() => verifyJournal(terminal));
}
