import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { SimNode } from "./hub.ts";

interface Entry {
  readonly xid: number;
  readonly pos: number;
  readonly scope: string;
  readonly table: string;
  readonly id: string;
  readonly opId: string;
  readonly originNodeId: string | null;
  readonly kind: "row" | "purge";
}

/** A record, as far as the feed has to know it. */
type FedRow = Pick<RecordRow, "id" | "branch_id"> & Readonly<Record<string, unknown>>;

interface Ask {
  readonly cursor: string | null;
  readonly limit: number;
  readonly isHorizonKept: boolean;
  readonly isScopeKept: boolean;
  /** Whether the feed still has the newest entry of every record. */
  readonly isWhole: boolean;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** The hub's feed in memory, with transactions that may stay open while later ones commit. */
export class MemoryFeed {
  readonly #entries: Entry[] = [];
  readonly #open = new Set<number>();
  readonly #granted = new Map<string, Set<string>>();
  #nextXid = 1;
  #nextPos = 1;

  /** The number of a transaction that commits at once. */
  begin(): number {
    const xid = this.#nextXid;
    this.#nextXid += 1;
    return xid;
  }

  /** The number of a transaction that stays open. */
  open(): number {
    const xid = this.begin();
    this.#open.add(xid);
    return xid;
  }

  close(xid: number): void {
    this.#open.delete(xid);
  }

  add(
    xid: number,
    table: TableDeclaration,
    row: FedRow,
    opId: string,
    originNodeId: string | null,
  ): void {
    const about = { xid, table: table.name, id: row.id, opId, originNodeId, kind: "row" } as const;
    const scope = table.audience === "tenant" ? "*" : (row.branch_id ?? "*");
    this.#put({ ...about, scope });
    if (scope === "*") return;
    for (const [branchId, patients] of this.#granted) {
      if (branchId !== scope && patients.has(String(row["patient_id"])))
        this.#put({ ...about, scope: branchId });
    }
  }

  /** Patients whose records of other branches a branch may have. */
  granted(node: SimNode): ReadonlySet<string> {
    return this.#granted.get(node.branchId) ?? new Set();
  }

  /** Lets a branch have a patient's records of other branches, those that are there already included. */
  grant(
    node: SimNode,
    patientId: string,
    known: readonly (readonly [TableDeclaration, FedRow])[],
  ): void {
    this.#granted.set(node.branchId, new Set([...this.granted(node), patientId]));
    const about = {
      xid: this.begin(),
      scope: node.branchId,
      opId: "op_grant",
      kind: "row",
    } as const;
    for (const [table, row] of known)
      this.#put({ ...about, table: table.name, id: row.id, originNodeId: null });
  }

  /** Ends that, and instructs the branch to remove them. */
  revoke(node: SimNode, patientId: string, isTold: boolean): void {
    this.#granted.get(node.branchId)?.delete(patientId);
    if (!isTold) return;
    const about = { xid: this.begin(), scope: node.branchId, opId: "op_grant" };
    const what = {
      table: "feed_grants",
      id: patientId,
      originNodeId: null,
      kind: "purge",
    } as const;
    this.#put({ ...about, ...what });
  }

  #put(entry: Omit<Entry, "pos">): void {
    this.#entries.push({ ...entry, pos: this.#nextPos });
    this.#nextPos += 1;
  }

  /** Entries after a cursor, each record once and without the node's own echo. */
  page(node: SimNode, ask: Ask): Page {
    const [fromXid = 0, fromPos = 0] = (ask.cursor ?? "0.0").split(".").map(Number);
    const horizon = ask.isHorizonKept ? Math.min(this.#nextXid, ...this.#open) : Infinity;
    const found = this.#entries
      .filter(({ scope }) => !ask.isScopeKept || scope === "*" || scope === node.branchId)
      .filter(({ xid, pos }) => xid > fromXid || (xid === fromXid && pos > fromPos))
      .filter(({ xid }) => xid < horizon)
      .toSorted((one, other) => one.xid - other.xid || one.pos - other.pos)
      .filter(({ pos }) => ask.isWhole || ask.cursor !== null || pos > 1)
      .slice(0, ask.limit);
    const foreign = found.filter(
      ({ originNodeId }) => originNodeId !== node.nodeId && originNodeId !== "nobody",
    );
    const newest = new Map<string, Entry>();
    for (const entry of foreign) {
      // At the place of its newest entry: a purge must not come after what followed it.
      newest.delete(`${entry.kind}/${entry.table}/${entry.id}`);
      newest.set(`${entry.kind}/${entry.table}/${entry.id}`, entry);
    }
    const end = found.at(-1);
    return {
      entries: [...newest.values()],
      cursor: end === undefined ? (ask.cursor ?? "0.0") : `${end.xid}.${end.pos}`,
      hasMore: found.length === ask.limit,
    };
  }
}
