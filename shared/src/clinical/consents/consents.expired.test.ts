import { expect, test } from "vitest";
import type { Operation } from "#db/model.ts";
import type { RecordRow } from "#db/table.ts";
import { expireCommand } from "./consents.expired.ts";

const valid_until = "2026-07-01T00:00:00.000Z";
const over = "2026-07-01T00:00:01.000Z";
const granted = { patient_id: "pat_1", status: "granted", valid_until };

const expired = { table: "consents", id: "cns_1", fields: { status: "expired" } };
const ofPatient = (id: string) => ({
  table: "patients",
  id,
  fields: { consent_status: "expired" },
});

/** What a hub says of a consent that ends by itself, where that arrives. */
function judged(row: object | null, at: string, changes: readonly object[] = [expired]) {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- nothing else of it is looked at
  const operation = { at, changes } as unknown as Operation;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- nothing else of it is looked at
  const before = () => row as RecordRow | null;
  const nothing = { among: () => [], sumOf: () => 0, schema: { find: () => null }, roles: null };
  return expireCommand.guard?.({ operation, before, ...nothing });
}

test("a node ends a consent by itself when its time is over, and never before or otherwise", () => {
  expect(judged(granted, over)).toBeNull();
  expect(judged(null, over)).toBeNull();
  // Withdrawn elsewhere meanwhile: which of the two stands is the merge's to say.
  expect(judged({ ...granted, status: "revoked" }, over)).toBeNull();
  expect(judged(granted, "2026-06-30T23:59:59.999Z")).toContain("its time is not over");
  expect(judged({ ...granted, valid_until: null }, over)).toContain("its time is not over");
  const revoked = { ...expired, fields: { status: "revoked" } };
  expect(judged(granted, over, [revoked])).toContain("status: is another one");
});

test("the record of its own patient goes along, and nobody else's", () => {
  expect(judged(granted, over, [expired, ofPatient("pat_1")])).toBeNull();
  expect(judged(granted, over, [expired, ofPatient("pat_2")])).toContain("is not the patient");
});
