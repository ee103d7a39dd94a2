import type { RefusalDetails } from "@edgeward/shared/contract/refused-fields.ts";
import type { Change, Operation } from "@edgeward/shared/db/model.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import type { Arrival, RecordSet, RowSum } from "@edgeward/shared/resource/command-writes.ts";
import type { ChangeStep } from "@edgeward/shared/write/arrived-audit.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { isAnyId } from "@edgeward/shared/kernel/ids.ts";
import { isLostDecision } from "@edgeward/shared/sync/merge/conflict-guard.ts";
import { strangenessOf, type KnownForms } from "@edgeward/shared/sync/wire/known-operations.ts";
import {
  upcastOperation,
  versionOf,
  type SchemaHistory,
} from "@edgeward/shared/sync/wire/schema-history.ts";
import { foreignEvent } from "@edgeward/shared/sync/judge/foreign-events.ts";
import { orphanedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import { malformedCode, type Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import { applyChange } from "@edgeward/shared/sync/merge/merge.ts";
import type {
  ChangeOrigin,
  ChangeResult,
  Refusal,
} from "@edgeward/shared/sync/merge/merge-outcome.ts";
import {
  authorName,
  missingRight,
  noRightCode,
  rolesThen,
  type RightsByAuthor,
} from "./author-rights.ts";
import { LendingDesk, lendingLimitCode, type Lending } from "./lending.ts";
import { foundConflict, type FoundConflict } from "./found-conflict.ts";
import { currentRowOf, nameOf, type CurrentRow } from "./current-rows.ts";
import type { FoundExcess, MergedRow, MergedSet } from "./merged-set.ts";
import { resultOf } from "./operation-result.ts";
import { RowsBySet } from "./rows-by-set.ts";
import { noSums, type RowSums } from "./row-sums.ts";
import { noDeps, Waiting, type OpenDeps } from "./waiting.ts";

export type { Sequenced };

/** What a held operation waits for, as far as that can be named, and why. */
interface WaitReason {
  readonly held_by?: string;
  readonly code?: string;
  readonly message?: string;
}

class SetMerger {
  readonly #before: ReadonlyMap<string, RecordRow>;
  readonly #current: Map<string, RecordRow>;
  readonly #sets: RowsBySet;
  readonly #origin: ChangeOrigin;
  readonly #merged = new Map<string, MergedRow>();
  readonly #results: OperationResult[] = [];
  readonly #taken: Sequenced[] = [];
  readonly #conflicts: FoundConflict[] = [];
  readonly #excesses: FoundExcess[] = [];
  readonly #steps: ChangeStep[] = [];
  readonly #waiting: Waiting;
  readonly #history: SchemaHistory;
  readonly #known: KnownForms;
  readonly #refused = new Map<string, string>();
  readonly #strangers: ReadonlySet<string>;
  readonly #rights: RightsByAuthor | undefined;
  readonly #lending: LendingDesk;
  readonly #sums: RowSums;

  constructor(
    rows: ReadonlyMap<string, RecordRow>,
    waiting: Waiting,
    origin: ChangeOrigin,
    { history, strangers, rights, lending, sums, ...known }: MergeRules,
  ) {
    this.#sums = sums ?? noSums();
    this.#lending = new LendingDesk(lending ?? null);
    this.#strangers = strangers ?? new Set();
    this.#rights = rights;
    this.#history = history;
    this.#known = { ...known, version: versionOf(history) };
    this.#before = rows;
    this.#current = new Map(rows);
    this.#sets = new RowsBySet(this.#current);
    this.#waiting = waiting;
    this.#origin = origin;
  }

  merge(items: readonly Sequenced[]): MergedSet {
    for (const item of items) this.#one(item);
    return {
      results: this.#results,
      taken: this.#taken,
      rows: [...this.#merged.values()],
      steps: this.#steps,
      conflicts: this.#conflicts,
      excesses: this.#excesses,
      waits: this.#waiting.waits,
      arrived: this.#waiting.arrived,
      standing: this.#standing(),
    };
  }

  #standing(): readonly CurrentRow[] {
    return [...this.#refused].flatMap(([name, opId]) =>
      currentRowOf(this.#known.schema, this.#current, name, opId),
    );
  }

  #one(item: Sequenced): void {
    const { operation } = item;
    if (this.#isQuarantined(item) || this.#isUnfit(item)) return;
    const drafts = new Map<string, RecordRow>();
    const found: FoundConflict[] = [];
    const steps: ChangeStep[] = [];
    let isMerged = false;
    let isLost = false;
    for (const change of upcastOperation(this.#history, operation).changes) {
      const current = drafts.get(nameOf(change)) ?? this.#current.get(nameOf(change)) ?? null;
      const table = this.#known.schema.find(change.table);
      // Left as it stands, and its writer notified.
      const result: ChangeResult =
        isLost && current !== null
          ? { outcome: "merged", row: current, conflicts: [] }
          : applyChange(table, current, operation, change, this.#origin);
      isLost ||= isLostDecision(change, current, result);
      if (result.outcome === "rejected") {
        this.#refuse(item, change, result);
        return;
      }
      isMerged ||= result.outcome === "merged";
      if (table !== null)
        steps.push({ operation, change, table, before: current, after: result.row });
      if (result.outcome !== "duplicate") drafts.set(nameOf(change), result.row);
      found.push(
        ...result.conflicts.map((conflict) =>
          foundConflict(conflict, { operation, change, table, current }),
        ),
      );
    }
    const foreign = foreignEvent(operation.events, ({ entity, entity_id: id }) => {
      const name = nameOf({ table: entity, id });
      return drafts.get(name) ?? this.#current.get(name) ?? null;
    });
    if (foreign !== null) {
      this.#reject(item, foreign.code, foreign.message);
      return;
    }
    this.#steps.push(...steps);
    this.#take(item, drafts, found, isMerged);
  }

  /** Quarantines what is not even tried: no operation at all, a newer program's, one that waits for another. */
  #isQuarantined(item: Sequenced): boolean {
    const { operation, fault, faultCode = malformedCode } = item;
    if (fault !== undefined) {
      this.#reject(item, faultCode, fault);
      return true;
    }
    const strangeness = strangenessOf(operation, this.#known);
    if (strangeness === null && this.#isBeyond(item)) return true;
    if (this.#waiting.isOrphan(operation)) {
      this.#reject(item, orphanedCode, "It built on an operation that was discarded.");
      return true;
    }
    if (this.#isOfStranger(item) || this.#isWithoutRight(item)) return true;
    const waitsFor = this.#waiting.waitsFor(operation);
    if (waitsFor !== null) this.#waiting.wait(operation, waitsFor);
    const why = waitsFor === null ? strangeness : { held_by: waitsFor };
    if (why !== null) this.#hold(item, why);
    return why !== null || this.#isNotLent(item);
  }

  /** Keeps aside who asks for other branches' records and may not, and leaves for later what goes beyond the hour. */
  #isNotLent(item: Sequenced): boolean {
    const { operation } = item;
    if (this.#lending.isForbidden(operation)) {
      this.#reject(item, "forbidden", "actor: may not have other branches' records lent there");
      return true;
    }
    if (this.#lending.take(operation)) return false;
    const message = "The branch has asked for more patients' records than one hour allows.";
    this.#hold(item, { code: lendingLimitCode, message });
    return true;
  }

  /** Refuses what is beyond its command, whoever signed it. */
  #isBeyond(item: Sequenced): boolean {
    const { judge, version } = this.#known;
    const operation = upcastOperation(this.#history, item.operation);
    const fault =
      judge.faultOf(operation, operation.schema > version) ?? elsewhere(operation, this.#origin);
    if (fault !== null) this.#reject(item, fault.code, fault.message);
    return fault !== null;
  }

  // Their branch may know more of staff than a hub that was put back to a backup; staff it is not believed, so that this
  // waits until they are here again. Nobody ever comes by a name that no record has.
  #isOfStranger(item: Sequenced): boolean {
    const { actor } = item.operation;
    const name = authorName(actor);
    if (name === null || !this.#strangers.has(name) || this.#current.has(name)) return false;
    const why = { code: "unknown_author", message: "actor.id: is nobody of this tenant" } as const;
    if (!isAnyId(actor.id)) this.#reject(item, why.code, why.message);
    else {
      this.#waiting.wait(item.operation, name);
      this.#hold(item, { ...why, held_by: actor.id });
    }
    return true;
  }

  /** Keeps aside, for a person at the hub, what its author had no right to when it was made. */
  #isWithoutRight(item: Sequenced): boolean {
    if (this.#rights === undefined) return false;
    const { judge } = this.#known;
    const branchId = this.#origin.kind === "branch" ? this.#origin.branchId : "";
    const missing = missingRight(item.operation, branchId, { judge, rights: this.#rights });
    if (missing !== null) this.#reject(item, noRightCode, missing);
    return missing !== null;
  }

  /** Refuses what does not fit the records that it meets. */
  #isUnfit(item: Sequenced): boolean {
    const fault = this.#known.judge.faultMet(this.#arrival(item));
    if (fault !== null) this.#reject(item, fault.code, fault.message, fault.details);
    return fault !== null;
  }

  /** An operation with what is here before it. */
  #arrival(item: Sequenced): Arrival {
    const operation = upcastOperation(this.#history, item.operation);
    const { schema } = this.#known;
    const roles = this.#rights === undefined ? null : rolesThen(operation, this.#rights);
    const before = (change: Pick<Change, "table" | "id">) =>
      this.#current.get(nameOf(change)) ?? null;
    const among = (set: RecordSet) => this.#sets.of(set);
    const sumOf = (sum: RowSum) => this.#sums.of(sum);
    return { operation, before, among, sumOf, schema, roles };
  }

  // A change can be here before its record: another branch made that, and has not sent it yet.
  #refuse(item: Sequenced, change: Change, { code, message }: Refusal): void {
    if (code !== "missing_record") this.#reject(item, code, message);
    else if (!isAnyId(change.id))
      this.#reject(item, malformedCode, "the record to change has no id of a record's form");
    else {
      this.#waiting.wait(item.operation, nameOf(change));
      this.#hold(item, { held_by: change.id, code, message });
    }
  }

  #notTaken(operation: Operation): void {
    for (const change of operation.changes) this.#refused.set(nameOf(change), operation.op_id);
  }

  #hold({ operation, seq }: Sequenced, why: WaitReason): void {
    this.#notTaken(operation);
    for (const { table, kind, fields } of operation.changes)
      if (kind === "insert") this.#sums.add(table, fields);
    this.#results.push({ ...why, op_id: operation.op_id, seq, outcome: "held" });
  }

  #reject(item: Sequenced, code: string, message: string, details?: RefusalDetails): void {
    this.#notTaken(item.operation);
    const { op_id: opId } = item.operation;
    const why = { code, message, ...(details === undefined ? {} : { details }) };
    this.#results.push({ op_id: opId, seq: item.seq, outcome: "rejected", ...why });
  }

  #take(
    item: Sequenced,
    drafts: ReadonlyMap<string, RecordRow>,
    found: readonly FoundConflict[],
    isMerged: boolean,
  ): void {
    const { operation, seq } = item;
    const { op_id: opId } = operation;
    // What is known already was looked at when it came.
    const excesses = drafts.size === 0 ? [] : this.#known.judge.excessesMet(this.#arrival(item));
    this.#excesses.push(...excesses.map((one) => ({ ...one, opId })));
    for (const change of operation.changes) {
      const row = drafts.get(nameOf(change));
      const table = this.#known.schema.find(change.table);
      if (row === undefined || table === null) continue;
      const earlier = this.#merged.get(nameOf(change));
      const isStraight = row.version === change.version && found.length === 0;
      if (!this.#current.has(nameOf(change))) this.#sums.add(table.name, row);
      this.#sets.put(nameOf(change), row);
      this.#merged.set(nameOf(change), {
        table,
        before: this.#before.get(nameOf(change)) ?? null,
        after: row,
        opId,
        isEcho: isStraight && !isMerged && earlier?.isEcho !== false,
      });
    }
    this.#conflicts.push(...found);
    this.#waiting.land(operation);
    this.#taken.push(item);
    this.#results.push(resultOf(operation, seq, found, isMerged, drafts.size === 0));
  }
}

// The audit says of which branch it was.
function elsewhere({ branch_id: claimed }: Operation, { kind, branchId }: ChangeOrigin) {
  if (kind !== "branch" || claimed === null || claimed === branchId) return null;
  return { code: "branch_forbidden", message: "branch_id: is not that of the node" } as const;
}

/** By what a set is judged. */
export interface MergeRules extends Omit<KnownForms, "version"> {
  /** The steps by which older nodes' operations become those of today. */
  readonly history: SchemaHistory;
  /** Authors who are nobody of the tenant, by the names of their records. */
  readonly strangers?: ReadonlySet<string>;
  /** What the authors could do at which time; absent where somebody at the hub answers for it. */
  readonly rights?: RightsByAuthor | undefined;
  /** What rows add up to, as far as operations of the set are judged by it. */
  readonly sums?: RowSums;
  /** What the branch may be lent; null where nothing is asked for. */
  readonly lending?: Lending | null;
}

/** Runs a set of operations over the rows they touch, in order and without writing. */
export function mergeSet(
  items: readonly Sequenced[],
  rows: ReadonlyMap<string, RecordRow>,
  origin: ChangeOrigin,
  given: MergeRules & { readonly deps?: OpenDeps },
): MergedSet {
  const { deps = noDeps, ...rules } = given;
  return new SetMerger(rows, new Waiting(deps), origin, rules).merge(items);
}
