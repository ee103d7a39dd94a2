import { afterAll, beforeAll, expect, test } from "vitest";
import {
  applied,
  aside,
  insert,
  startHandWriting,
  type Change,
  type Fields,
  type HandWriting,
} from "./hand-writing.ts";

// What a payer was asked for and has decided is judged again at the hub: also of what a program at a branch sends that has a
// fault.
let hand: HandWriting;

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

const estimate = {
  room_minor: 1_000,
  surgeon_minor: 2_000,
  investigations_minor: 0,
  medicines_minor: 0,
  implants_minor: 0,
  other_minor: 0,
};

test("an authorisation is of the sum of its parts, stays as it was sent, and is decided within what was asked for", async () => {
  const { node, operation, send, staffOf } = hand;
  const clerk = await staffOf("billing");
  const patient = node.register();
  const request = (more: Fields = {}): Change => {
    const at = new Date().toISOString();
    return insert("preauth", "pre", {
      branch_id: hand.branchId,
      patient_id: patient.entity_id,
      encounter_id: null,
      admission_id: null,
      payer_id: "pyr_01jd7x2vry38gapbnk0v8yyk24",
      policy: { policy_no: "P-1", member_id: "M-1" },
      request_type: "initial",
      parent_id: null,
      planned_admission: null,
      expected_days: null,
      diagnosis_codes: ["K35.8"],
      procedure_codes: [],
      doctor_id: "stf_01jd7x2vry38gapbnk0v8yyk24",
      estimate,
      requested_minor: 3_000,
      approved_minor: null,
      authorization_no: null,
      valid_until: null,
      remarks: null,
      documents: [],
      queries: [],
      submitted_at: at,
      sla_due_at: at,
      decided_at: null,
      status: "submitted",
      status_history: [{ status: "submitted", at, by: clerk.id, reason: null }],
      metadata: {},
      ...more,
    });
  };
  const first = request();
  const asked = operation("preauth.create", clerk, first);
  const made = (more: Fields) => operation("preauth.create", clerk, request(more));
  const change = (fields: Fields) =>
    operation("preauth.update", clerk, {
      table: "preauth",
      id: first.id,
      kind: "update",
      fields: { ...fields },
      added: {},
      base: Object.fromEntries(Object.keys(fields).map((name) => [name, asked.hlc])),
      version: 2,
    });
  expect(
    await send([
      patient,
      made({ requested_minor: 3_001 }),
      made({ approved_minor: 3_000, authorization_no: "A-1" }),
      asked,
      change({ estimate: { ...estimate, room_minor: 9_000 }, requested_minor: 11_000 }),
      change({ approved_minor: 3_000 }),
      change({ status: "approved", approved_minor: 3_001, authorization_no: "A-1" }),
      change({ status: "approved", approved_minor: 3_000 }),
      change({ status: "partially_approved", approved_minor: 3_000, authorization_no: "A-1" }),
    ]),
  ).toEqual([
    applied,
    aside("changes.0.fields.requested_minor: is not what the estimate comes to"),
    aside("changes.0.fields.approved_minor: goes with an approval"),
    applied,
    aside("changes.0.fields.estimate: stays as it was submitted"),
    aside("changes.0.fields.approved_minor: is said with the decision"),
    aside("changes.0.fields.approved_minor: is more than was asked for: 3000"),
    aside("changes.0.fields.authorization_no: is required: the payer's number of the approval"),
    aside("changes.0.fields.approved_minor: is not a part of what was asked for: 3000"),
  ]);
});
