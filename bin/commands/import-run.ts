import { createHash } from "node:crypto";
import { createPatientBody } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { numberKey } from "@edgeward/shared/kernel/text.ts";
import { issuesToFields } from "@edgeward/shared/contract/issues.ts";
import { cellOf, type ColumnMap } from "./import-columns.ts";
import type { CsvRow } from "./import-csv.ts";
import {
  readPatient,
  type PatientBody,
  type ReadingRules,
  type RowFault,
} from "./import-patient.ts";
import type { PatientSender } from "./import-sender.ts";
import type { ImportNote } from "./import-state.ts";

/** A row that did not go in. */
export interface Reject extends RowFault {
  readonly line: number;
}

/** What an import has done so far. */
export interface Tally {
  rows: number;
  registered: number;
  /** Found to be there, by the node that was asked. */
  present: number;
  /** In since an earlier, unfinished run. */
  resumed: number;
  rejectedRows: number;
  readonly rejects: Reject[];
  /** Remarks that kept nobody out, by code. */
  readonly warnings: Map<string, number>;
}

/** Everything a run needs. */
export interface ImportJob {
  readonly rows: AsyncIterator<CsvRow, void>;
  readonly map: ColumnMap;
  readonly rules: ReadingRules;
  /** Null to look and not touch. */
  readonly sender: PatientSender | null;
  readonly note: ImportNote | null;
  /** Notified of every rejected row, with all that is wrong with it. */
  readonly onReject: (row: CsvRow, faults: readonly RowFault[]) => void;
  readonly onRow: (tally: Tally, line: number) => void;
  /** Ends the run after the rows that are under way. */
  readonly signal: AbortSignal;
}

const inFlight = 8;
const rowsPerSave = 50;

/** A tally before the first row. */
function emptyTally(): Tally {
  return {
    rows: 0,
    registered: 0,
    present: 0,
    resumed: 0,
    rejectedRows: 0,
    rejects: [],
    warnings: new Map(),
  };
}

interface Seen {
  readonly line: number;
  readonly hash: string;
}

/**
 * Refuses a record number that an earlier row of the file gave to somebody else: the node would answer that the
 * number is there already, and the second person would be lost without a word.
 */
function numberFault(seen: Map<string, Seen>, line: number, body: PatientBody): RowFault | null {
  const [identifier] = body.identifiers ?? [];
  if (identifier?.type !== "mrn") return null;
  const key = numberKey(identifier.value);
  const hash = createHash("sha256").update(JSON.stringify(body)).digest("base64");
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, { line, hash });
  if (earlier === undefined || earlier.hash === hash) return null;
  return { field: "mrn", reason: `stands on line ${earlier.line} with other details` };
}

function contractFaults(body: PatientBody): readonly RowFault[] {
  const parsed = createPatientBody.safeParse(body);
  if (parsed.success) return [];
  return issuesToFields(parsed.error).map(({ path, message }) => ({
    field: path,
    reason: message,
  }));
}

function shapeFaults(row: CsvRow, columns: number): readonly RowFault[] {
  const extra = row.cells.slice(columns).filter((cell) => cell !== "");
  if (extra.length === 0) return [];
  return [{ field: "", reason: `has ${row.cells.length} cells, the header ${columns}` }];
}

function addWarnings(tally: Tally, codes: readonly string[]): void {
  for (const code of codes) tally.warnings.set(code, (tally.warnings.get(code) ?? 0) + 1);
}

class ImportRun {
  readonly tally = emptyTally();
  readonly #job: ImportJob;
  readonly #columns: number;
  readonly #seen = new Map<string, Seen>();
  #unsaved = 0;

  constructor(job: ImportJob, columns: number) {
    this.#job = job;
    this.#columns = columns;
  }

  /** One of several that take rows from the same file until it ends. */
  async work(): Promise<void> {
    while (!this.#job.signal.aborted) {
      const next = await this.#job.rows.next();
      if (next.done === true) return;
      this.tally.rows += 1;
      await this.#take(next.value);
      this.#job.onRow(this.tally, next.value.line);
    }
  }

  async #take(row: CsvRow): Promise<void> {
    const { map, rules, note } = this.#job;
    const { body, faults, notes } = readPatient((field) => cellOf(map, row.cells, field), rules);
    const repeated = numberFault(this.#seen, row.line, body);
    if (note?.done.has(row.number) === true) {
      this.tally.resumed += 1;
      return;
    }
    const own = [
      ...shapeFaults(row, this.#columns),
      ...faults,
      ...(repeated === null ? [] : [repeated]),
    ];
    const all = own.length > 0 ? own : contractFaults(body);
    if (all.length > 0) this.#reject(row, all);
    else await this.#send(row, body, notes);
  }

  async #send(row: CsvRow, body: PatientBody, notes: readonly string[]): Promise<void> {
    const { sender } = this.#job;
    if (sender === null) {
      addWarnings(this.tally, notes);
      return;
    }
    const outcome = await sender.send(body);
    if (outcome.kind === "rejected") {
      this.#reject(row, outcome.faults);
      return;
    }
    if (outcome.kind === "registered") {
      this.tally.registered += 1;
      addWarnings(this.tally, [...notes, ...outcome.warnings]);
    } else this.tally.present += 1;
    this.#done(row);
  }

  #reject(row: CsvRow, faults: readonly RowFault[]): void {
    this.tally.rejectedRows += 1;
    this.tally.rejects.push(...faults.map((fault) => ({ line: row.line, ...fault })));
    this.#job.onReject(row, faults);
  }

  #done(row: CsvRow): void {
    const { note } = this.#job;
    note?.done.add(row.number);
    this.#unsaved += 1;
    if (this.#unsaved < rowsPerSave) return;
    this.#unsaved = 0;
    note?.save();
  }
}

/**
 * Takes the rows of a file, several at a time, and says what became of them.
 * @throws CommandFailure when it cannot go on; the note then holds what is in
 */
export async function runImport(job: ImportJob, columns: number): Promise<Tally> {
  const stop = new AbortController();
  const signal = AbortSignal.any([job.signal, stop.signal]);
  const run = new ImportRun({ ...job, signal }, columns);
  const worker = async () => {
    try {
      await run.work();
    } catch (error) {
      stop.abort();
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: inFlight }, worker));
  job.note?.save();
  for (const end of ends) {
    if (end.status === "rejected") throw asError(end.reason);
  }
  run.tally.rejects.sort((one, other) => one.line - other.line);
  return run.tally;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
