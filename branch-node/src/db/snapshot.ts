import { withSealedRow } from "@edgeward/shared/db/sealed-values.ts";
import { valueSealOf } from "@edgeward/shared/kernel/value-seal.ts";
import * as z from "zod";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { applyRows } from "@edgeward/shared/write/apply-rows.ts";
import { packedForm, readPackedFile } from "@edgeward/shared/sync/wire/packed-file.ts";
import { applyArrived, recordOf, type Accepted } from "./arrived-rows.ts";
import { hasOtherOfHub, ownRows, type GiveBack } from "./hub-rows.ts";
import { stateStatement } from "./node-state.ts";
import { foreignIds, removeRows } from "./purge.ts";
import { recordOver } from "./row-view.ts";
import type { SqliteStore } from "./sqlite-store.ts";

// One transaction may keep the desk's writes waiting no longer than this many rows take.
const sliceRows = 500;
// An empty table is one of a node that begins: no desk is at work there yet. In long transactions each page of the search
// keys and of the indexes is written seldom: 10,000 patients at once took 69 to 102 us of processor time each, in sets of
// 2,000 they took 95 to 124.
const freshSliceRows = 10_000;

const notesShape = z.object({
  tenant_id: z.string(),
  branch_id: z.string(),
  schema: z.coerce.number(),
  cursor: z.string(),
  epoch: z.coerce.number(),
  accepted_seq: z.coerce.number(),
});

const headShape = z.object({ table: z.string(), columns: z.array(z.string()) });
const rowShape = z.array(z.unknown());

/** Which snapshot to take in, and into what. */
export interface SnapshotOptions {
  readonly store: SqliteStore;
  readonly tenantId: string;
  readonly branchId: string;
  readonly nodeId: string;
  /** What the tenant's sealed values are sealed with. */
  readonly clientKey: Uint8Array;
  /** Takes in a stamp made elsewhere, so that later local stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
  /** Is given what the hub had made and has lost, where it was put back to a backup; null where it was not. */
  readonly giveBack: GiveBack | null;
}

type Notes = z.output<typeof notesShape>;

function notesOf(line: string, options: SnapshotOptions): Notes {
  const notes = notesShape.parse(JSON.parse(line));
  if (notes.tenant_id !== options.tenantId || notes.branch_id !== options.branchId)
    throw new Error("the bootstrap file is for another branch");
  if (notes.schema > packedForm)
    throw new Error("the bootstrap file is of a newer release; install the newer program here");
  return notes;
}

// A database that was begun anew has no records, and yet what the mirror has brought back waits to go on top of them.
async function isEmpty(options: SnapshotOptions, table: TableDeclaration): Promise<boolean> {
  return options.store.read({ tenantId: options.tenantId }, async (session) => {
    const rows = await session.query(`SELECT 1 FROM ${table.name} LIMIT 1`, []);
    const waiting = await session.query("SELECT 1 FROM pending_entities LIMIT 1", []);
    return rows.length === 0 && waiting.length === 0;
  });
}

function isNothing(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The rows of one table of a file, which are taken in so many at a time. */
class TableLoader {
  readonly #options: SnapshotOptions;
  readonly #table: TableDeclaration;
  readonly #columns: readonly string[];
  readonly #accepted: Accepted;
  readonly #isFresh: boolean;
  readonly #limit: number;
  readonly #unknownPlace: number;
  readonly #idPlace: number;
  readonly #stampPlace: number;
  /** What the file has of the table; kept where what it does not have has to go. */
  readonly #ids = new Set<unknown>();
  #rows: (readonly unknown[])[] = [];

  constructor(
    options: SnapshotOptions,
    table: TableDeclaration,
    columns: readonly string[],
    given: { readonly accepted: Accepted; readonly isFresh: boolean },
  ) {
    this.#options = options;
    this.#table = table;
    this.#columns = columns;
    this.#accepted = given.accepted;
    this.#isFresh = given.isFresh;
    this.#limit = given.isFresh ? freshSliceRows : sliceRows;
    const isSame = columns.join(",") === Object.keys(table.columns).join(",");
    // A hub that has other columns has rows that have to be looked at by name.
    this.#unknownPlace = isSame ? columns.indexOf("unknown_fields") : -1;
    this.#idPlace = columns.indexOf("id");
    this.#stampPlace = columns.indexOf("hlc");
  }

  async add(line: string): Promise<void> {
    const values = rowShape.parse(JSON.parse(line));
    this.#rows.push(values);
    this.#ids.add(values[this.#idPlace]);
    if (this.#rows.length >= this.#limit) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    if (this.#table.audience === "branch") await this.#purgeMissing();
    await this.#giveBackMissing();
  }

  async #giveBackMissing(): Promise<void> {
    const { store, tenantId, branchId, giveBack } = this.#options;
    const { merge, isOffered } = this.#table;
    const isGivenBack = merge !== "central_reference" || isOffered === true;
    if (giveBack === null || !isGivenBack) return;
    const kept = await store.read({ tenantId }, (session) =>
      ownRows(session, this.#table, { tenantId, branchId }),
    );
    const lost = kept.filter((row) => !this.#ids.has(row.id));
    if (lost.length > 0) await giveBack(this.#table, lost);
  }

  /** Gives the hub back what it may have lost of records that it has, before they are taken as it has them. */
  async #giveBackChanged(arrived: readonly SqlRow[]): Promise<void> {
    const { store, tenantId, branchId, giveBack } = this.#options;
    if (giveBack === null || this.#table.merge === "central_reference") return;
    const ids = arrived.map((row) => row["id"]);
    const kept = await store.read({ tenantId }, (session) =>
      ownRows(session, this.#table, { tenantId, branchId }, ids),
    );
    const atHub = new Map(arrived.map((row) => [row["id"], recordOf(this.#table, row)]));
    const other = kept.filter((row) => hasOtherOfHub(row, atHub.get(row.id)));
    if (other.length > 0) await giveBack(this.#table, other);
  }

  #named(values: readonly unknown[]): SqlRow {
    return Object.fromEntries(this.#columns.map((name, place) => [name, values[place]]));
  }

  #newRow(values: readonly unknown[]): RecordRow {
    const table = this.#table;
    const row = isNothing(values[this.#unknownPlace])
      ? recordOver(table, values)
      : recordOf(table, this.#named(values));
    const { store, clientKey } = this.#options;
    return withSealedRow(store.schema, table, row, valueSealOf(clientKey));
  }

  #noteStamps(): void {
    const stamps = this.#rows.map((values) => String(values[this.#stampPlace]));
    const newest = stamps.reduce((one, other) => (one > other ? one : other), "");
    if (newest !== "") this.#options.receiveStamp(newest);
  }

  async #flush(): Promise<void> {
    const { store, tenantId } = this.#options;
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#noteStamps();
    this.#rows = [];
    const arrived = this.#isFresh ? [] : rows.map((values) => this.#named(values));
    await this.#giveBackChanged(arrived);
    await store.write({ tenantId }, async (session) => {
      if (this.#isFresh) {
        // Rows that nothing here can know: neither an earlier state nor a change that waits.
        const table = this.#table;
        const changes = rows.map((values) => ({
          table,
          before: null,
          after: this.#newRow(values),
        }));
        await applyRows(session, { tenantId, changes }, { cause: "arrived" });
        return;
      }
      const name = this.#table.name;
      const given = arrived.map((row) => ({ table: name, id: String(row["id"]), row, op_id: "" }));
      await applyArrived(session, this.#options, given, this.#accepted);
    });
  }

  // What other branches had lent, and what has been taken back while this node was away.
  async #purgeMissing(): Promise<void> {
    const { store, tenantId, branchId } = this.#options;
    await store.write({ tenantId }, async (session) => {
      const ids = await foreignIds(session, this.#table, { tenantId, branchId });
      const gone = ids.filter((id) => !this.#ids.has(id));
      await removeRows(session, this.#table, tenantId, gone);
    });
  }
}

async function loaderOf(
  options: SnapshotOptions,
  line: string,
  accepted: Accepted,
): Promise<TableLoader | null> {
  const { table: name, columns } = headShape.parse(JSON.parse(line));
  const table = options.store.schema.find(name);
  if (table === null || table.merge === "local") return null;
  const isFresh = await isEmpty(options, table);
  return new TableLoader(options, table, columns, { accepted, isFresh });
}

/**
 * Takes everything in a bootstrap file, slice by slice, and sets the feed's place behind it; the desk works on
 * meanwhile. Done again after a crash, it comes to the same. @param key of the file, 32 bytes in hex
 * @throws Error for a file of another branch or release
 */
export async function loadSnapshot(
  options: SnapshotOptions,
  path: string,
  key: string,
): Promise<void> {
  let notes: Notes | null = null;
  let loader: TableLoader | null = null;
  for await (const lines of readPackedFile(path, Buffer.from(key, "hex"))) {
    for (const line of lines) {
      if (notes === null) notes = notesOf(line, options);
      else if (line.startsWith("[")) await loader?.add(line);
      else {
        await loader?.end();
        const accepted = { epoch: notes.epoch, seq: notes.accepted_seq };
        loader = await loaderOf(options, line, accepted);
      }
    }
  }
  await loader?.end();
  if (notes === null) throw new Error("the bootstrap file is empty");
  const { cursor } = notes;
  await options.store.write({ tenantId: options.tenantId }, (session) =>
    session.runAll([stateStatement(session, "feed_cursor", cursor)]),
  );
}
