import { expect, test } from "vitest";
import type { Operation } from "#db/model.ts";
import type { RecordRow } from "#db/table.ts";
import { breachCommand } from "./triage.breached.ts";

const due_at = "2026-07-01T10:00:00.000Z";
const waiting = { status: "waiting", due_at, breached_at: null };

/** What a hub says of a breach that arrives. */
function judged(row: object | null, breached_at: unknown, at = "2026-07-01T10:00:01.000Z") {
  const change = {
    table: "triage",
    id: "tri_1",
    kind: "update",
    fields: { breached_at },
    base: {},
    version: 2,
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- nothing else of it is looked at
  const operation = { at, changes: [change] } as unknown as Operation;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- nothing else of it is looked at
  const before = () => row as RecordRow | null;
  const nothing = { among: () => [], sumOf: () => 0, schema: { find: () => null }, roles: null };
  return breachCommand.guard?.({ operation, before, ...nothing });
}

test("a breach is of somebody who waits, at the time of their level, which is over", () => {
  expect(judged(waiting, due_at)).toBeNull();
  expect(judged(null, due_at)).toBeNull();
  // A branch that was put back tells the same once more.
  expect(judged({ ...waiting, breached_at: due_at }, due_at)).toBeNull();
  expect(judged({ ...waiting, status: "in_treatment" }, due_at)).toContain("nobody waits");
  expect(judged(waiting, "2026-07-01T09:00:00.000Z")).toContain("is not the time");
  expect(judged(waiting, null)).toContain("is not the time");
  expect(judged(waiting, due_at, due_at)).toContain("is not the time");
  const earlier = { ...waiting, breached_at: "2026-07-01T09:00:00.000Z" };
  expect(judged(earlier, due_at)).toContain("is set once");
});
