import { Pool } from "undici";
import { cpuMsOf } from "./cpu.ts";
import { percentile, ratioOf, spreadOf, type Finding } from "./figures.ts";

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
}

/** What one round came to. */
export interface Round {
  readonly perSecond: number;
  readonly latencies: readonly number[];
  readonly failures: number;
  /** Of the server and its database, for one request; null where the system does not report it. */
  readonly cpuMicros: number | null;
}

let issued = 0;

interface Tally {
  readonly latencies: number[];
  failures: number;
}

async function worker(pool: Pool, target: Target, until: number, tally: Tally): Promise<void> {
  while (performance.now() < until) {
    issued += 1;
    const { method, path, headers, body } = target.call(issued);
    const began = performance.now();
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    await answer.body.arrayBuffer();
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

/** Asks as fast as the answers come, on so many connections, for so many seconds. */
async function runRound(target: Target, connections: number, seconds: number): Promise<Round> {
  const pool = new Pool(target.url, { connections, pipelining: 1 });
  const tally: Tally = { latencies: [], failures: 0 };
  const cpuBefore = cpuOf(target);
  const began = performance.now();
  const until = began + seconds * 1000;
  try {
    await Promise.all(
      Array.from({ length: connections }, () => worker(pool, target, until, tally)),
    );
  } finally {
    await pool.close();
  }
  const took = (performance.now() - began) / 1000;
  const cpu = cpuOf(target);
  const count = tally.latencies.length;
  const cpuMicros = cpu === null || cpuBefore === null ? null : ((cpu - cpuBefore) * 1000) / count;
  return { perSecond: count / took, cpuMicros, ...tally };
}

/** How long and how often to measure. */
export interface Pace {
  readonly rounds: number;
  /** Of one round. */
  readonly seconds: number;
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
    must: contest.must,
    failures: [...ours, ...baseline].reduce((sum, round) => sum + round.failures, 0),
  };
}

/** Measures in turns, ours and the baseline, so that what the machine does meanwhile falls on both. */
export async function contend(contest: Contest, pace: Pace): Promise<Finding> {
  const { connections, ours, baseline } = contest;
  const warmUp = Math.min(1, pace.seconds / 2);
  await runRound(ours, connections, warmUp);
  if (baseline !== null) await runRound(baseline, connections, warmUp);
  const rounds: { readonly ours: Round[]; readonly baseline: Round[] } = { ours: [], baseline: [] };
  for (let round = 0; round < pace.rounds; round += 1) {
    rounds.ours.push(await runRound(ours, connections, pace.seconds));
    if (baseline !== null)
      rounds.baseline.push(await runRound(baseline, connections, pace.seconds));
  }
  return finding(contest, rounds.ours, rounds.baseline);
}
