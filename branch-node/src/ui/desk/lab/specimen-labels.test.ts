import { expect, test } from "vitest";
import { documentShapes } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { labelsOf } from "./specimen-labels.ts";

const at = "2026-11-25T08:00:00.000Z";
const patient = {
  id: "pat_1",
  name: "Meera Joshi",
  uhid: "PUN1-000012-3",
  gender: "female",
  dob: "1980-02-03",
  phone: null,
} as const;

const taken = {
  collected_at: at,
  collected_by: "stf_1",
  received_at: null,
  received_by: null,
  rejected: false,
  reject_reason: null,
  reject_note: null,
  rejected_at: null,
  rejected_by: null,
} as const;

const asked = {
  loinc: null,
  container: null,
  fasting: false,
  price_minor: null,
  turnaround_minutes: null,
  status: "pending",
  is_critical_open: false,
} as const;

const order = {
  priority: "stat",
  specimens: [
    { ...taken, id: "spc_1", type: "blood", barcode: "LAB-000001-1" },
    { ...taken, id: "spc_2", type: "serum", barcode: "LAB-000001-2" },
    { ...taken, id: "spc_3", type: "serum", barcode: "LAB-000001-3", rejected: true },
  ],
  tests: [
    { ...asked, id: "lot_1", test_code: "hb", name: "Haemoglobin", specimen_type: "blood" },
    { ...asked, id: "lot_2", test_code: "sodium", name: "Sodium", specimen_type: "serum" },
  ],
} as const;

test("each usable specimen has a label that can be printed, with the tests that are done of it", () => {
  const specimens = order.specimens.map((each) => ({ ...each }));
  const tests = order.tests.map((each) => ({ ...each }));
  const labels = labelsOf({ ...order, specimens, tests }, patient, at);
  const read = labels.map(({ data }) => documentShapes.lab_label.parse(data));
  expect(read.map((each) => [each.specimen_code, each.tests, each.is_urgent])).toEqual([
    ["LAB-000001-1", ["hb"], true],
    ["LAB-000001-2", ["sodium"], true],
  ]);
  expect(labels.map((each) => [each.document_type, each.source_id])).toEqual([
    ["lab_label", "pat_1"],
    ["lab_label", "pat_1"],
  ]);
});
