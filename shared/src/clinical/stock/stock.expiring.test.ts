import { expect, test } from "vitest";
import { lateCommand } from "#clinical/preauth/preauth.breached.ts";
import type { Operation } from "#db/model.ts";
import type { RecordRow } from "#db/table.ts";
import type { Command } from "#resource/command-writes.ts";
import { expiringCommand } from "./stock.expiring.ts";

/** What a hub says of what a node tells by itself, where that arrives. */
function judged({ guard }: Command, row: object | null, fields: object, at: string) {
  const change = { table: "any", id: "any_1", kind: "update", fields, base: {}, version: 2 };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- nothing else of it is looked at
  const operation = { at, changes: [change] } as unknown as Operation;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- nothing else of it is looked at
  const before = () => row as RecordRow | null;
  return guard?.({
    operation,
    before,
    among: () => [],
    sumOf: () => 0,
    schema: { find: () => null },
    roles: null,
  });
}

test("a batch is said to expire soon when its last 90 days have begun, by its own day, and once", () => {
  const row = { expires_at: "2026-12-31T18:30:00.000Z", expiry_told_at: null };
  const began = "2026-10-02T18:30:00.000Z";
  const said = (of: object | null, expiry_told_at: unknown, at = "2026-10-03T00:00:00.000Z") =>
    judged(expiringCommand, of, { expiry_told_at }, at);
  expect(said(row, began)).toBeNull();
  expect(said(null, began)).toBeNull();
  // A branch that was put back tells the same once more.
  expect(said({ ...row, expiry_told_at: began }, began)).toBeNull();
  expect(said(row, "2026-10-01T18:30:00.000Z")).toContain("is not when");
  expect(said(row, null)).toContain("is not when");
  expect(said(row, began, "2026-10-02T18:29:59.999Z")).toContain("is not when");
  expect(said({ ...row, expires_at: null }, began)).toContain("is not when");
  expect(said({ ...row, expiry_told_at: "2026-10-01T18:30:00.000Z" }, began)).toContain("set once");
});

test("a payer is said to be late at the time that was left to it, after it, and once", () => {
  const due = "2026-07-01T10:00:00.000Z";
  const row = { sla_due_at: due, breach_told_at: null, status: "submitted" };
  const said = (of: object | null, breach_told_at: unknown, at = "2026-07-01T10:00:01.000Z") =>
    judged(lateCommand, of, { breach_told_at }, at);
  expect(said(row, due)).toBeNull();
  expect(said(null, due)).toBeNull();
  expect(said({ ...row, breach_told_at: due }, due)).toBeNull();
  // What another branch has noted meanwhile is no fault of this one.
  expect(said({ ...row, status: "approved" }, due)).toBeNull();
  expect(said(row, "2026-07-01T09:00:00.000Z")).toContain("is not the time");
  expect(said(row, null)).toContain("is not the time");
  expect(said(row, due, due)).toContain("is not the time");
  expect(said({ ...row, sla_due_at: null }, due)).toContain("is not the time");
  const earlier = { ...row, breach_told_at: "2026-07-01T09:00:00.000Z" };
  expect(said(earlier, due)).toContain("set once");
});
