import type { auditSubjectsTable } from "#db/audit.table.ts";
import type { RowOf } from "#db/table.ts";
import type { AuditEvent } from "./chain.ts";

// What is on a screen is shown again and again, and each time a page for each record on it would be written.
const namedAhead = 256;
const mostKept = 20_000;

type SubjectRow = RowOf<typeof auditSubjectsTable>;

function rowOf(event: AuditEvent, id: string, last: number): SubjectRow {
  const { tenant_id, stream, seq } = event;
  return { tenant_id, subject_id: id, stream, first_seq: seq, last_seq: last };
}

/** One row for all pages of a batch that name the same record: at a desk many look at the same first page. */
export function subjectRows(events: readonly AuditEvent[]): readonly SubjectRow[] {
  const rows = new Map<string, SubjectRow>();
  for (const event of events) {
    for (const id of event.subject_ids ?? []) {
      const { first_seq = event.seq } = rows.get(id) ?? {};
      rows.set(id, { ...rowOf(event, id, event.seq), first_seq });
    }
  }
  return [...rows.values()];
}

/** Until which place of one stream records are named already. */
interface Named {
  readonly until: Map<string, number>;
  last: number;
}

/**
 * Names records for some places ahead, and not again within them: a row says that a record is named somewhere between two
 * places, and nothing more. What a row was written for counts when it has been committed.
 */
export class NamedSubjects {
  readonly #streams = new Map<string, Named>();
  #pending: readonly SubjectRow[] = [];
  #reached: readonly AuditEvent[] = [];

  /** The rows that events need, in the transaction at hand. */
  rows(events: readonly AuditEvent[]): readonly SubjectRow[] {
    const fresh = new Map<string, SubjectRow>();
    for (const event of events) {
      const { tenant_id: tenantId, stream, seq } = event;
      const named = this.#namedIn(tenantId, stream);
      // A stream that has gone back was put back to a backup, and what was written since is not there.
      if (seq <= named.last) named.until.clear();
      for (const id of event.subject_ids ?? []) {
        if ((named.until.get(id) ?? 0) >= seq || fresh.has(id)) continue;
        fresh.set(id, rowOf(event, id, seq + namedAhead - 1));
      }
    }
    this.#pending = [...fresh.values()];
    this.#reached = events;
    return this.#pending;
  }

  /** What was asked for last has been committed. */
  committed(): void {
    for (const { tenant_id, stream, subject_id: id, last_seq: last } of this.#pending) {
      const { until } = this.#namedIn(tenant_id, stream);
      if (until.size >= mostKept) until.clear();
      until.set(id, last);
    }
    for (const { tenant_id, stream, seq } of this.#reached) {
      const named = this.#namedIn(tenant_id, stream);
      named.last = seq;
    }
  }

  #namedIn(tenantId: string, stream: string): Named {
    const name = JSON.stringify([tenantId, stream]);
    const known = this.#streams.get(name) ?? { until: new Map<string, number>(), last: 0 };
    this.#streams.set(name, known);
    return known;
  }
}
