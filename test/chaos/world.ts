import { join } from "node:path";
import type { NodeIdentity } from "@edgeward/branch-node/identity.ts";
import { appointmentsTable } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { HubRefusal, HubUnreachable } from "@edgeward/branch-node/sync/hub-client.ts";
import * as acts from "./acts.ts";
import { SimBranch } from "./branch.ts";
import { pageFault, type BranchFaults } from "./branch-faults.ts";
import { pushFates, skews, type Command, type History } from "./commands.ts";
import type { Defects } from "./defects.ts";
import { Disk, SimulatedCrash } from "./disk.ts";
import type { SimHub, SimNode } from "./hub.ts";
import { Broken, checkPage, checkOwnWrites } from "./invariants.ts";
import { Line } from "./line.ts";

/** The moment at which every history begins. */
export const simulationStart = Date.parse("2026-11-23T03:00:00.000Z");

/** The tenant of the n-th history. */
export function tenantOf(ordinal: number): string {
  return `ten_${String(ordinal).padStart(26, "0")}`;
}

/** The n-th branch and its node. */
export function nodeOf(place: number): SimNode {
  const tail = String(place).padStart(26, "0");
  return { nodeId: `nod_${tail}`, branchId: `brn_${tail}` };
}

/** A branch with its line to the hub. */
export interface Station {
  readonly node: SimNode;
  readonly branch: SimBranch;
  readonly line: Line;
  readonly code: string;
}

/** What the histories of one run share. */
export interface Ground {
  readonly folder: string;
  readonly template: string;
  readonly keys: Pick<NodeIdentity, "privateKey" | "publicJwk">;
}

export interface WorldOptions {
  readonly ground: Ground;
  readonly tenantId: string;
  readonly hub: SimHub;
  readonly branches: number;
  readonly defects: Defects;
  readonly time: { now: number };
  /** Whether machines' clocks stay right whatever the history says. */
  readonly areClocksRight: boolean;
}

let worlds = 0;

/** One hub and its branches, and everything that a history does to them. */
export class World {
  readonly hub: SimHub;
  readonly stations: readonly Station[];
  readonly #options: WorldOptions;
  readonly #faults: BranchFaults;
  #ordinal = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.hub = options.hub;
    worlds += 1;
    this.#faults = { defects: options.defects };
    const places = Array.from({ length: options.branches }, (_, place) => place + 1);
    this.stations = places.map((place) => this.#station(place, `w${worlds}-${place}`));
  }

  /** Every history begins with a patient and a referral that all branches have: they meet sooner. */
  async begin(): Promise<void> {
    for (const { branch } of this.stations) await branch.begin();
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
      await this.#guarded(this.#stationAt(command.at), () => this.#act(command));
    }
  }

  /** Everything arrives, nothing fails: exchanges until nothing is left to exchange. */
  async quiesce(): Promise<void> {
    for (const { branch, line } of this.stations) {
      branch.disk.forgetPlan();
      line.fate = "ok";
      await line.arriveAll();
    }
    // More writes than a history can have left open.
    for (let place = 0; place < 64; place += 1) await this.hub.commit(0);
    const most = 12;
    for (let round = 0; round < most; round += 1) {
      this.#options.time.now += 1_000;
      let moved = 0;
      for (const station of this.stations) moved += await this.#exchange(station);
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

  close(): void {
    for (const { branch } of this.stations) branch.disk.close();
  }

  #station(place: number, name: string): Station {
    const { ground, defects, time } = this.#options;
    const node = nodeOf(place);
    const line = new Line(this.hub, node);
    const identity: NodeIdentity = {
      ...node,
      ...ground.keys,
      tenantId: this.#options.tenantId,
      epoch: 1,
      hubUrl: "http://hub.invalid",
      hubIssuer: "hub",
      clientKey: Buffer.alloc(32),
      uhidBase: 0,
    };
    const isForgetful = defects.has("commit_lost");
    const disk = new Disk(ground.template, join(ground.folder, `${name}.db`), isForgetful);
    const branch = new SimBranch({ identity, disk, now: () => time.now, hub: line, defects });
    line.onPage = async (page) => {
      checkPage(node, page);
      await pageFault(this.#faults, branch, page);
    };
    return { node, branch, line, code: `B${place}` };
  }

  #stationAt(place: number): Station {
    const station = this.stations[place % this.stations.length];
    if (station === undefined) throw new Error("a world has branches");
    return station;
  }

  // A killed process comes back; what the network or the hub refuses is tried again by a later command.
  async #guarded(station: Station, run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (error instanceof SimulatedCrash) await station.branch.restart();
      else if (!(error instanceof HubUnreachable) && !(error instanceof HubRefusal)) throw error;
    }
  }

  async #exchange({ branch }: Station): Promise<number> {
    let moved = 0;
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

  async #pull({ branch }: Station): Promise<void> {
    await branch.pull();
    await checkOwnWrites(branch, await this.hub.received());
  }

  async #skip({ branch, line, node }: Station): Promise<void> {
    const waiting = (await branch.journal()).filter((row) => row.journal_state === "pending");
    const [, second] = waiting;
    if (second === undefined) return;
    const batch = {
      batch_id: branch.runtime().newId("bat"),
      branch: node.branchId,
      epoch: second.epoch,
      first_seq: second.seq,
      schema: 1,
      sent_at: second.created_at,
      prev_batch_hash: null,
      ops: [second.operation],
    };
    await line.post("/v1/sync/offline-batch", { ...batch, signature: "" });
  }

  async #forge(station: Station, one: number): Promise<void> {
    const table = one % 2 === 0 ? encountersTable : appointmentsTable;
    const rows = (await this.hub.rows(table)).filter(
      (row) => row.branch_id !== station.node.branchId,
    );
    const row = rows[one % Math.max(1, rows.length)];
    if (row !== undefined) await acts.forge(station.branch, table, row);
  }

  async #hubEdit(one: number, field: number, value: number): Promise<void> {
    const rows = (await this.hub.rows(patientsTable)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const row = rows[one % Math.max(1, rows.length)];
    const name = acts.editableFields[field % acts.editableFields.length] ?? "phone";
    if (row !== undefined) await this.hub.edit(row.id, name, `${900 + value}`);
  }

  async #act(command: Command): Promise<unknown> {
    const station = this.#stationAt(command.at);
    const { branch, line } = station;
    const { kind, one, two } = command;
    this.#ordinal += 1;
    line.fate = "ok";
    switch (kind) {
      case "push":
        line.fate = pushFates[one] ?? "ok";
        return branch.push();
      case "pull_lost":
        line.fate = "reply_lost";
        return branch.pull();
      case "pull":
        return this.#pull(station);
      case "arrive":
        return line.arrive(one, two > 1);
      case "repeat":
        return line.repeat(one);
      case "skip":
        return this.#skip(station);
      case "crash":
        return branch.disk.planCrash(one % 4, two > 1 ? "after" : "before");
      case "restart":
        // A machine whose clock has no battery may come back some seconds early.
        if (two === 3 && !this.#options.areClocksRight) branch.skew(-1_000 * one);
        return branch.restart();
      case "clock":
        return branch.skew(this.#options.areClocksRight ? 0 : (skews[one] ?? 0));
      case "foreign":
        return this.#forge(station, one);
      default:
        return this.#elsewhere(station, command);
    }
  }

  #elsewhere(station: Station, command: Command): Promise<unknown> {
    switch (command.kind) {
      case "hub_edit":
        return this.#hubEdit(command.one, command.two, command.at % 4);
      case "hub_open":
        return this.hub.open();
      case "hub_commit":
        return this.hub.commit(command.one);
      default:
        return this.#write(station, command);
    }
  }

  #write({ branch, code }: Station, { kind, one, two }: Command): Promise<unknown> {
    switch (kind) {
      case "register":
        return acts.register(branch, this.#ordinal);
      case "edit":
        return acts.edit(branch, one, one, two);
      case "edit_first":
        return acts.edit(branch, 0, 0, two);
      case "allergy":
        return acts.addAllergy(branch, one, this.#ordinal);
      case "visit":
        return acts.visit(branch, one);
      case "progress":
        return acts.progress(branch, one, two);
      case "reading":
        return acts.takeReading(branch, one, two);
      case "refer":
        return acts.refer(branch, one);
      case "move":
        return acts.moveReferral(branch, 0, two);
      case "stock":
        return acts.moveStock(branch, one % 2, two - 2);
      case "bill":
        return acts.bill(branch, code, two, this.#options.defects);
      case "newer":
        return acts.editAsNewer(branch, one, two);
      case "poison":
        return acts.poison(branch, one, two > 1, this.#ordinal);
      case "resolve":
        return acts.resolve(branch, one, two > 1);
      default:
        throw new Error(`nobody does ${kind}`);
    }
  }
}
