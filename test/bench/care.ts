import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { addPatients, newestPatient, startBranch, untilFound } from "./branch-contests.ts";
import { careDesk, letWork, type CareDesk } from "./care-desk.ts";
import { databaseUse } from "./database-use.ts";
import type { Finding } from "./figures.ts";
import { fillHub } from "./hub-people.ts";
import { nth, type Server } from "./hub-contests.ts";
import { contend, type Call, type Pace, type Target } from "./load.ts";
import { enrolmentCode } from "./nodes.ts";
import { headersFor, tokenFrom, type World } from "./world.ts";

// Nothing listens there: the branch is offline for as long as it is measured.
const nowhere = "http://127.0.0.1:9";
const openOrders = 5_000;
const beds = 300;
/** Among how many patients candidates are looked for. */
const people = 200_000;
const peopleQuick = 20_000;

/** An engine whose care is measured, and the bare server beside it. */
interface Place {
  readonly name: "hub" | "branch";
  readonly server: Server;
  readonly bare: Server;
  /** Where the bare server takes a row. */
  readonly path: "/ref" | "/full";
  readonly headers: Readonly<Record<string, string>>;
  readonly pace: Pace;
  readonly people: number;
  /** Of the contests only those whose name holds this. */
  readonly work: string;
}

/** A list that is looked at: what has to be there before, and the requests. */
interface Look {
  readonly work: string;
  readonly must: string;
  readonly make: () => Promise<void>;
  readonly paths: readonly string[];
}

const json = { "content-type": "application/json" };

/** The same body as one row of a server that checks nothing. */
function bareTarget({ bare, path }: Place, body: string): Target {
  let count = 0;
  const call = (n: number): Call => {
    count += 1;
    const id = `care-${n}-${count}`;
    const row = { id, created_at: new Date().toISOString(), name: id, body };
    return {
      method: "POST",
      path,
      headers: { ...json, "idempotency-key": id },
      body: JSON.stringify(row),
    };
  };
  return { ...bare, status: 201, call };
}

function writes({ server, headers }: Place, path: string, body: () => unknown): Target {
  const call = (n: number): Call => ({
    method: "POST",
    path,
    headers: { ...headers, "idempotency-key": `care-${path}-${n}` },
    body: JSON.stringify(body()),
  });
  return { ...server, status: 201, call };
}

function reads({ server, headers }: Place, paths: readonly string[]): Target {
  return { ...server, status: 200, call: (n) => ({ method: "GET", path: nth(paths, n), headers }) };
}

async function writeContests(place: Place, desk: CareDesk): Promise<readonly Finding[]> {
  const works = [
    { work: "order of 8 tests", path: "/v1/lab/orders", body: desk.order },
    { work: "result of 20 values", path: "/v1/lab/results", body: desk.result },
    { work: "prescription of 8 lines", path: "/v1/prescriptions", body: desk.prescription },
  ];
  const findings: Finding[] = [];
  for (const { work, path, body } of works.filter((one) => one.work.includes(place.work))) {
    const bare = { ...bareTarget(place, JSON.stringify(body())), name: "bare" };
    const ours = writes(place, path, body);
    const contest = { work: `${place.name}: ${work}`, connections: 8, ours, baseline: bare };
    findings.push(await contend({ ...contest, must: "≥ 0.5, p99 ≤ 30 ms" }, place.pace));
  }
  return findings;
}

async function readContests(place: Place, desk: CareDesk): Promise<readonly Finding[]> {
  const looks: readonly Look[] = [
    {
      work: `lab work list, ${openOrders} open, a page of 100`,
      must: "p95 ≤ 10 ms",
      make: () => desk.openOrders(openOrders),
      paths: ["/v1/lab/orders?open=true&sort=work_order&limit=100"],
    },
    {
      work: `bed board, ${beds} beds, a page of 100`,
      must: "p95 ≤ 10 ms",
      make: () => desk.beds(beds),
      paths: ["/v1/beds?limit=100"],
    },
    {
      work: `candidates among ${place.people}`,
      must: "p95 ≤ 20 ms",
      make: () => Promise.resolve(),
      paths: desk.candidates(500),
    },
  ];
  const findings: Finding[] = [];
  for (const { work, must, make, paths } of looks) {
    if (!work.includes(place.work)) continue;
    await make();
    const ours = reads(place, paths);
    const contest = { work: `${place.name}: ${work}`, connections: 1, ours, baseline: null, must };
    findings.push(await contend(contest, place.pace));
  }
  return findings;
}

async function contestsAt(place: Place, doctorId: string): Promise<readonly Finding[]> {
  const most = place.pace.warmUp + place.pace.rounds * place.pace.seconds * 1_000;
  const desk = await careDesk(place.server.url, place.headers, doctorId, most);
  return [...(await writeContests(place, desk)), ...(await readContests(place, desk))];
}

function paceOf({ options }: World): Pace {
  return { ...options.pace, warmUp: Math.min(options.pace.warmUp, 500) };
}

/** What the day's work in care takes at the hub, for a branch without a node. */
export async function careAtHub(world: World): Promise<readonly Finding[]> {
  const { hub, baseline, postgres, options } = world;
  const { tenant_id: tenantId, branch_id: homeId, provider_id: doctorId } = hub.access.demo;
  // A node fills one of the branches, and the hub is the home of another.
  const [, branchId = "", filledId = ""] = world.branchIds;
  const count = options.isQuick ? peopleQuick : people;
  await fillHub(world, { count, branchId: filledId, code: "FIL2", firstBase: 8_000_000 });
  const { url } = hub.access;
  const token = await tokenFrom(url, hub.access);
  const headers = headersFor(tenantId, branchId, token);
  await letWork(postgres.hubUrl, doctorId, [homeId, branchId]);
  const use = () => databaseUse(postgres.hubUrl);
  const place: Place = {
    name: "hub",
    server: { url, pids: [hub.child.pid, postgres.pid], use },
    bare: { url: baseline.url, pids: [baseline.pid, postgres.pid] },
    path: "/ref",
    headers,
    pace: paceOf(world),
    people: count,
    work: options.work,
  };
  return contestsAt(place, doctorId);
}

/** The same at a branch that is offline. */
export async function careAtBranch(world: World): Promise<readonly Finding[]> {
  const { hub, baseline, options } = world;
  const { access } = hub;
  const { tenant_id: tenantId, branch_id: branchId, provider_id: doctorId } = access.demo;
  const folder = join(world.folder, "care");
  const code = await enrolmentCode(access, branchId);
  const settings = { EDGEWARD_DATA: folder };
  const enrol = { EDGEWARD_HUB_URL: access.url, EDGEWARD_ENROL_CODE: code };
  const first = await startBranch(world, { ...settings, ...enrol }, null);
  try {
    const headers = headersFor(tenantId, branchId, await tokenFrom(access.url, access));
    const id = await newestPatient(world, headers);
    await untilFound(`${String(first.ready["url"])}/v1/patients/${id}`, headers);
  } finally {
    await first.stop();
  }
  const count = options.isQuick ? peopleQuick : people;
  await addPatients(world, folder, count);
  const again = { ...settings, EDGEWARD_HUB_URL: nowhere };
  const branch = await startBranch(world, again, options.profileFolder);
  await delay(1_500);
  const url = String(branch.ready["url"]);
  const place: Place = {
    name: "branch",
    server: { url, pids: [branch.pid] },
    bare: { url: baseline.url, pids: [baseline.pid] },
    path: "/full",
    headers: headersFor(tenantId, branchId, await tokenFrom(url, access)),
    pace: paceOf(world),
    people: count,
    work: options.work,
  };
  try {
    return await contestsAt(place, doctorId);
  } finally {
    await branch.stop();
  }
}
