import { join } from "node:path";
import type { NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { HubRefusal, HubUnreachable } from "@edgeward/branch-node/sync/hub-client.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import * as acts from "./acts.ts";
import { SimBranch, type SimBranchOptions } from "./branch.ts";
import type { Command, History } from "./commands.ts";
import { Disk, isDiskFull, SimulatedCrash } from "./disk.ts";
import type { SimNode } from "./hub.ts";
import { Broken } from "./broken.ts";
import { checkPage } from "./invariants.ts";
import { Line } from "./line.ts";
import type { SimHub } from "./sim-hub.ts";
import type { Ground } from "./ground.ts";
import { freshNodeOf, nodeOf } from "./nodes.ts";
import { SimTablet } from "./tablet.ts";
import type { Station } from "./scene.ts";
import { takeOffered } from "./offered-rows.ts";
import { steps } from "./steps.ts";

export interface WorldOptions {
  readonly ground: Ground;
  readonly tenantId: string;
  readonly hub: SimHub;
  readonly branches: number;
  readonly time: { now: number };
  /** Whether machines' clocks stay right whatever the history says. */
  readonly areClocksRight: boolean;
}

// What a later step meets again, and gets over.
/** What failed, each of it: work that tries all of several things says so of all of them at once. */
function faultsOf(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(faultsOf) : [error];
}

function isPassing(error: unknown): boolean {
  const isRefused = error instanceof HubRefusal || error instanceof AppError;
  return isRefused || error instanceof HubUnreachable || isDiskFull(error);
}

let worlds = 0;
let freshBranches = 0;

/** One hub and its branches, and everything that a history does to them. */
export class World {
  readonly hub: SimHub;
  readonly stations: readonly Station[];
  readonly #options: WorldOptions;
  #ordinal = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.hub = options.hub;
    worlds += 1;
    const places = Array.from({ length: options.branches }, (_, place) => place + 1);
    this.stations = places.map((place) => this.#station(place, `w${worlds}-${place}`));
  }

  /** Every history begins with a patient and a referral that all branches have: they meet sooner. */
  async begin(): Promise<void> {
    for (const { branch, tablet } of this.stations) {
      await branch.begin();
      await tablet.pair();
    }
    await this.hub.open();
    await this.hub.commit(0);
    const [first] = this.stations;
    if (first === undefined) return;
    await first.branch.pull();
    await acts.refer(first.branch, 0);
    await first.branch.push();
    for (const { branch } of this.stations) await branch.pull();
  }

  /** Runs a history; the first promise that does not hold ends it. */
  async run(history: History): Promise<void> {
    for (const command of history.commands) {
      this.#options.time.now += 1_000;
      await this.#guarded(this.#stationAt(command.at), (station) => this.#act(station, command));
    }
  }

  /** Everything arrives, nothing fails: exchanges until nothing is left to exchange. */
  async quiesce(): Promise<void> {
    for (const { branch, line } of this.stations) {
      branch.disk.forgetPlan();
      line.fate = "ok";
      await line.arriveAll();
      branch.handshakeSoon();
    }
    await this.hub.resumeReleases();
    // More writes than a history can have left open.
    for (let place = 0; place < 64; place += 1) await this.hub.commit(0);
    const most = 12;
    for (let round = 0; round < most; round += 1) {
      this.#options.time.now += 1_000;
      let moved = 0;
      for (const station of this.stations) moved += await this.#exchange(station);
      if (moved === 0) moved = await takeOffered(this.hub);
      if (moved === 0) return;
    }
    throw new Broken(16, `still exchanging after ${most} rounds`);
  }

  /** What one look at the hub costs a branch with nothing to say. */
  async idleCost(station: Station): Promise<number> {
    station.branch.disk.takeStatements();
    await station.branch.push();
    await station.branch.pull();
    return station.branch.disk.takeStatements();
  }

  async close(): Promise<void> {
    for (const { branch } of this.stations) branch.disk.close();
    await this.hub.close();
  }

  /** A machine with nothing on it, in the place of a branch's own. */
  freshBranch(place: number, hub: SimBranchOptions["hub"]): SimBranch {
    freshBranches += 1;
    return this.#branch(freshNodeOf(place), `fresh${freshBranches}`, hub);
  }

  #branch(node: SimNode, name: string, hub: SimBranchOptions["hub"]): SimBranch {
    const { ground, time } = this.#options;
    const identity: NodeIdentity = {
      ...node,
      ...ground.keys,
      tenantId: this.#options.tenantId,
      epoch: 1,
      hubUrl: "http://hub.invalid",
      hubIssuer: "hub",
      clientKey: Buffer.alloc(32),
      counters: [],
      pinnedHubKeys: [],
    };
    const disk = new Disk(ground.template, join(ground.folder, `${name}.db`));
    return new SimBranch({ identity, disk, now: () => time.now, hub });
  }

  #station(place: number, name: string): Station {
    const node = nodeOf(place);
    const line = new Line(this.hub, node);
    const branch = this.#branch(node, name, line);
    line.onPage = (page) => checkPage(node, this.hub.grants.granted(node), page);
    const id = nodeOf(place).nodeId.replace("nod_", "dev_");
    const tablet = new SimTablet(branch, id, () => this.#options.time.now);
    return { node, branch, line, tablet, code: `B${place}`, place, files: [] };
  }

  #stationAt(place: number): Station {
    const station = this.stations[place % this.stations.length];
    if (station === undefined) throw new Error("a world has branches");
    return station;
  }

  // A killed process comes back; what the network or the hub refuses is tried again by a later command.
  async #guarded(station: Station, run: (station: Station) => unknown): Promise<void> {
    try {
      await run(station);
    } catch (error) {
      const faults = faultsOf(error);
      if (faults.some((fault) => fault instanceof SimulatedCrash)) await this.#restartDead();
      else if (!faults.every(isPassing)) throw error;
    }
  }

  // A step at one branch may ask another one, and kill that.
  async #restartDead(): Promise<void> {
    for (const { branch } of this.stations) if (branch.disk.isDead) await branch.restart();
  }

  async #exchange(station: Station): Promise<number> {
    const { branch, tablet } = station;
    let moved = 0;
    if (tablet.hasUnsent) {
      moved += 1;
      await this.#guarded(station, () => tablet.send("ok"));
    }
    for (let tries = 0; tries < 4; tries += 1) {
      try {
        const pushed = await branch.push();
        if (pushed.kind === "idle") break;
        moved += pushed.count;
      } catch (error) {
        if (!(error instanceof HubRefusal) && !(error instanceof HubUnreachable)) throw error;
        moved += 1;
      }
    }
    for (let isMore = true; isMore;) {
      const pulled = await branch.pull();
      moved += pulled.rows;
      isMore = pulled.hasMore;
    }
    return moved;
  }

  #act(station: Station, command: Command): unknown {
    const { areClocksRight } = this.#options;
    this.#ordinal += 1;
    station.line.fate = "ok";
    const { kind, at, one, two } = command;
    const { hub } = this;
    return steps[kind]({
      hub,
      station,
      stations: this.stations,
      at,
      one,
      two,
      ordinal: this.#ordinal,
      areClocksRight,
    });
  }
}
