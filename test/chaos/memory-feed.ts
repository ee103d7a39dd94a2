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
}

interface Ask {
  readonly cursor: string | null;
  readonly limit: number;
  readonly isHorizonKept: boolean;
  readonly isScopeKept: boolean;
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
    row: RecordRow,
    opId: string,
    originNodeId: string | null,
  ): void {
    const scope = table.audience === "tenant" ? "*" : (row.branch_id ?? "*");
    const pos = this.#nextPos;
    this.#nextPos += 1;
    this.#entries.push({ xid, pos, scope, table: table.name, id: row.id, opId, originNodeId });
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
      .slice(0, ask.limit);
    const foreign = found.filter(
      ({ originNodeId }) => originNodeId !== node.nodeId && originNodeId !== "nobody",
    );
    const newest = new Map(foreign.map((entry) => [`${entry.table}/${entry.id}`, entry]));
    const end = found.at(-1);
    return {
      entries: [...newest.values()],
      cursor: end === undefined ? (ask.cursor ?? "0.0") : `${end.xid}.${end.pos}`,
      hasMore: found.length === ask.limit,
    };
  }
}
