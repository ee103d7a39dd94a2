import { afterAll, beforeAll, expect, test } from "vitest";
import type { BatchOperation } from "./hand-node.ts";
import {
  applied,
  aside,
  insert,
  startHandWriting,
  type Actor,
  type Change,
  type Fields,
  type HandWriting,
} from "./hand-writing.ts";

// Who certifies, and what goes with a certificate of a type, is judged again at the hub: also of what a program at a branch
// sends that has a fault.
let hand: HandWriting;
let count = 0;

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

function certificate(patient: BatchOperation, doctor: Actor, more: Fields = {}): Change {
  const at = new Date().toISOString();
  count += 1;
  return insert("certificates", "crt", {
    branch_id: hand.branchId,
    patient_id: patient.entity_id,
    encounter_id: `enc_${"0".repeat(26)}`,
    doctor_id: doctor.id,
    certificate_no: `HAND-C${String(count).padStart(7, "0")}`,
    certificate_type: "sick_leave",
    rest_from: "2026-11-24",
    rest_to: "2026-11-26",
    fit_from: null,
    fit_for: null,
    referred_to: null,
    referred_place: null,
    reason: null,
    remarks: null,
    shows_diagnosis: false,
    diagnosis: null,
    summary: null,
    status: "issued",
    status_history: [{ status: "issued", at, by: doctor.id, reason: null }],
    issued_at: at,
    metadata: {},
    ...more,
  });
}

test("a certificate is its doctor's own, complete, and never another one afterwards", async () => {
  const { node, operation, send, staffOf } = hand;
  const [doctor, other, clerk] = [
    await staffOf("doctor"),
    await staffOf("doctor"),
    await staffOf("front_desk"),
  ];
  const patient = node.register();
  const made = certificate(patient, doctor);
  const opened = operation("certificate.create", doctor, made);
  const issue = (more: Fields, actor = doctor) =>
    operation("certificate.create", actor, certificate(patient, doctor, more));
  const later: Change = {
    table: "certificates",
    id: made.id,
    kind: "update",
    fields: { rest_to: "2027-11-26" },
    added: {},
    base: { rest_to: opened.hlc },
    version: 2,
  };
  const answers = await send([
    patient,
    issue({}, other),
    issue({ status: "cancelled" }),
    issue({ rest_to: "2026-11-20" }),
    issue({ referred_to: "Cardiology" }),
    issue({ diagnosis: "Dengue fever" }),
    issue({ shows_diagnosis: true }),
    issue({
      certificate_type: "referral",
      rest_from: null,
      rest_to: null,
      referred_to: "Anybody",
      reason: "Pain",
    }),
    opened,
    operation("certificate.update", doctor, later),
  ]);
  expect(answers.slice(0, -1)).toEqual([
    applied,
    aside("changes.0.fields.doctor_id: is not who issues it"),
    aside("changes.0.fields.status: of a new certificate is issued"),
    aside("changes.0.fields.rest_to: must not be before rest_from"),
    aside("changes.0.fields.referred_to: does not go with a certificate of the type sick_leave"),
    aside("changes.0.fields.diagnosis: stands there where it is to be shown, and nowhere else"),
    aside("changes.0.fields.diagnosis: stands there where it is to be shown, and nowhere else"),
    aside("changes.0.fields.summary: is of a referral, and of no other certificate"),
    applied,
  ]);
  expect(answers.at(-1)).not.toEqual(applied);
  const [[code] = []] = await send([issue({}, clerk)]);
  expect(code).toBe("no_right_then");
});
