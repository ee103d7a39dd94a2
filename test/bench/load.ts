import { Pool } from "undici";
import { cpuMsOf } from "./cpu.ts";
import type { DatabaseUse } from "./database-use.ts";
import { percentile, ratioOf, spreadOf, type Finding, type Written } from "./figures.ts";

/** One request to be sent. */
export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server and what to ask of it. */
export interface Target {
  readonly url: string;
  /** The n-th request; n never repeats within a run of the bench. */
  readonly call: (n: number) => Call;
  readonly status: number;
  /** The processes that do the work: the server, and its database where that is another. */
  readonly pids: readonly number[];
  /** What its database has written so far; absent where nobody asks. */
  readonly use?: () => Promise<DatabaseUse>;
}

/** What one round came to. */
export interface Round {
  readonly perSecond: number;
  readonly latencies: readonly number[];
  readonly failures: number;
  /** Of the server and its database, for one request; null where the system does not report it. */
  readonly cpuMicros: number | null;
  readonly written: Written | null;
}

let issued = 0;

interface Tally {
  readonly latencies: number[];
  failures: number;
}

type GoesOn = () => boolean;

async function worker(pool: Pool, target: Target, goesOn: GoesOn, tally: Tally): Promise<void> {
  while (goesOn()) {
    issued += 1;
    const { method, path, headers, body } = target.call(issued);
    const began = performance.now();
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    // To its end, and not kept: what asks has to leave the processors to those that are measured. For that its garbage is
    // collected on its own thread as well (`--single-threaded-gc`): four others took half of both beside a page of 100 records.
    await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
    tally.latencies.push(performance.now() - began);
    if (answer.statusCode !== target.status) tally.failures += 1;
  }
}

function cpuOf(target: Target): number | null {
  const times = target.pids.map(cpuMsOf);
  return times.reduce<number | null>(
    (sum, time) => (sum === null || time === null ? null : sum + time),
    0,
  );
}

function writtenBetween(
  before: DatabaseUse | undefined,
  after: DatabaseUse | undefined,
  count: number,
): Written | null {
  if (before === undefined || after === undefined) return null;
  const transactions = after.transactions - before.transactions;
  return {
    walBytes: (after.walBytes - before.walBytes) / count,
    diskBytes: (after.diskBytes - before.diskBytes) / count,
    perTransaction: transactions === 0 ? null : count / transactions,
  };
}

/** Asks as fast as the answers come, on so many connections, for as long as it is to go on. */
async function runRound(target: Target, connections: number, goesOn: GoesOn): Promise<Round> {
  const pool = new Pool(target.url, { connections, pipelining: 1 });
  const tally: Tally = { latencies: [], failures: 0 };
  const useBefore = await target.use?.();
  const cpuBefore = cpuOf(target);
  const began = performance.now();
  try {
    await Promise.all(
      Array.from({ length: connections }, () => worker(pool, target, goesOn, tally)),
    );
  } finally {
    await pool.close();
  }
  const took = (performance.now() - began) / 1000;
  const cpu = cpuOf(target);
  const count = tally.latencies.length;
  const cpuMicros = cpu === null || cpuBefore === null ? null : ((cpu - cpuBefore) * 1000) / count;
  const written = writtenBetween(useBefore, await target.use?.(), count);
  return { perSecond: count / took, cpuMicros, written, ...tally };
}

function forSeconds(seconds: number): GoesOn {
  let until: number | null = null;
  return () => performance.now() < (until ??= performance.now() + seconds * 1000);
}

function forCount(count: number): GoesOn {
  let left = count;
  return () => left-- > 0;
}

/** How long and how often to measure. */
export interface Pace {
  readonly rounds: number;
  /** Of one round. */
  readonly seconds: number;
  /** Requests before the first round: by then the code is compiled, and the database's plans are made. */
  readonly warmUp: number;
}

/** What is measured: ours, and where there is one the baseline. */
export interface Contest {
  readonly work: string;
  readonly connections: number;
  readonly ours: Target;
  readonly baseline: (Target & { readonly name: string }) | null;
  readonly must: string | null;
}

function cpuOfRounds(rounds: readonly Round[]): number | null {
  const known = rounds.flatMap((round) => (round.cpuMicros === null ? [] : [round.cpuMicros]));
  return known.length === 0 ? null : spreadOf(known).median;
}

function writtenOfRounds(rounds: readonly Round[]): Written | null {
  const known = rounds.flatMap(({ written }) => (written === null ? [] : [written]));
  const middle = (values: readonly number[]) => spreadOf(values).median;
  if (known.length === 0) return null;
  const grouped = known.flatMap(({ perTransaction }) => perTransaction ?? []);
  return {
    walBytes: middle(known.map(({ walBytes }) => walBytes)),
    diskBytes: middle(known.map(({ diskBytes }) => diskBytes)),
    perTransaction: grouped.length === 0 ? null : middle(grouped),
  };
}

function finding(contest: Contest, ours: readonly Round[], baseline: readonly Round[]): Finding {
  const speeds = (rounds: readonly Round[]) => rounds.map((round) => round.perSecond);
  const latencies = ours.flatMap((round) => round.latencies);
  const [p50, p95, p99] = [
    percentile(latencies, 0.5),
    percentile(latencies, 0.95),
    percentile(latencies, 0.99),
  ];
  const compared = contest.baseline;
  return {
    work: `${contest.work}, ${contest.connections} connections`,
    unit: "requests/s",
    ours: spreadOf(speeds(ours)),
    baseline: compared === null ? null : { name: compared.name, value: spreadOf(speeds(baseline)) },
    ratio: compared === null ? null : ratioOf(speeds(ours), speeds(baseline)),
    latency: { p50, p95, p99 },
    cpuMicros: { ours: cpuOfRounds(ours), baseline: cpuOfRounds(baseline) },
    written: writtenOfRounds(ours),
    must: contest.must,
    failures: [...ours, ...baseline].reduce((sum, round) => sum + round.failures, 0),
  };
}

/** Measures in turns, ours and the baseline, so that what the machine does meanwhile falls on both. */
export async function contend(contest: Contest, pace: Pace): Promise<Finding> {
  const { connections, ours, baseline } = contest;
  await runRound(ours, connections, forCount(pace.warmUp));
  if (baseline !== null) await runRound(baseline, connections, forCount(pace.warmUp));
  const rounds: { readonly ours: Round[]; readonly baseline: Round[] } = { ours: [], baseline: [] };
  for (let round = 0; round < pace.rounds; round += 1) {
    rounds.ours.push(await runRound(ours, connections, forSeconds(pace.seconds)));
    if (baseline !== null)
      rounds.baseline.push(await runRound(baseline, connections, forSeconds(pace.seconds)));
  }
  return finding(contest, rounds.ours, rounds.baseline);
}
