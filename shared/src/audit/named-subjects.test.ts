import { expect, test } from "vitest";
import type { AuditEvent } from "./chain.ts";
import { NamedSubjects, subjectRows } from "./named-subjects.ts";

function page(seq: number, subject_ids: readonly string[], stream = "nod_1/reads"): AuditEvent {
  return {
    id: `aud_${seq}`,
    tenant_id: "ten_1",
    stream,
    seq,
    created_at: "2026-01-01T00:00:00.000Z",
    actor_id: "stf_1",
    actor_type: "staff",
    actor_role: null,
    client_id: null,
    session_id: null,
    device_id: null,
    branch_id: null,
    request_id: null,
    ip: null,
    module: "patients",
    action: "read",
    outcome: "success",
    entity_type: "patients",
    entity_id: null,
    patient_id: null,
    reason: null,
    changes: [],
    trust: "offline",
    prev_hash: "",
    hash: "",
    subject_ids,
  };
}

const spans = (rows: ReturnType<NamedSubjects["rows"]>) =>
  rows.map((row) => [row.subject_id, row.first_seq, row.last_seq]);

test("a set by itself names each record from the first page that shows it to the last", () => {
  const pages = [page(7, ["pat_1"]), page(8, ["pat_2", "pat_1"]), page(9, ["pat_2"])];
  expect(spans(subjectRows(pages))).toEqual([
    ["pat_1", 7, 8],
    ["pat_2", 8, 9],
  ]);
});

test("what is shown again is not named again before its row has come to its end", () => {
  const named = new NamedSubjects();
  expect(spans(named.rows([page(1, ["pat_1"]), page(2, ["pat_1"])]))).toEqual([["pat_1", 1, 256]]);
  named.committed();
  expect(spans(named.rows([page(256, ["pat_1", "pat_2"])]))).toEqual([["pat_2", 256, 511]]);
  named.committed();
  expect(spans(named.rows([page(257, ["pat_1", "pat_2"])]))).toEqual([["pat_1", 257, 512]]);
});

test("a row that was not committed is written with the next page", () => {
  const named = new NamedSubjects();
  named.rows([page(1, ["pat_1"])]);
  expect(spans(named.rows([page(1, ["pat_1"])]))).toEqual([["pat_1", 1, 256]]);
});

test("each stream has rows of its own, and one that was put back gets them anew", () => {
  const named = new NamedSubjects();
  named.rows([page(40, ["pat_1"])]);
  named.committed();
  expect(named.rows([page(41, ["pat_1"], "nod_2/reads")])).toHaveLength(1);
  named.committed();
  expect(named.rows([page(41, ["pat_1"])])).toHaveLength(0);
  named.committed();
  expect(spans(named.rows([page(30, ["pat_1"])]))).toEqual([["pat_1", 30, 285]]);
});
