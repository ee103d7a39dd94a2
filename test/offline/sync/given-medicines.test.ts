import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
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
import { paracetamol } from "#support/prescribed-item.ts";

// What somebody was given, and by whom, is judged again at the hub by the prescription that it names: also of what a program
// at a branch sends that has a fault, or whose key is in other hands.
let hand: HandWriting;
const newId = createIdSource(Date.now);

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

const item = paracetamol(newId("rxi"));

const encounter_id = newId("enc");

function prescription(patient: BatchOperation, doctor: Actor): Change {
  const at = new Date().toISOString();
  return insert("prescriptions", "rx", {
    branch_id: hand.branchId,
    patient_id: patient.entity_id,
    encounter_id,
    prescriber_id: doctor.id,
    rx_no: "HAND-R0000001",
    items: [item],
    allergies_checked: true,
    interaction_alerts: [],
    override: null,
    weight_kg: null,
    status: "issued",
    status_history: [{ status: "issued", at, by: doctor.id, reason: null }],
    issued_at: at,
    valid_until: at.slice(0, 10),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    replaces_id: null,
    metadata: {},
  });
}

test("a medicine is given by who notes it, as the prescription of its patient says, and corrected with why", async () => {
  const { node, operation, send, staffOf } = hand;
  const [doctor, nurse, clerk] = [
    await staffOf("doctor"),
    await staffOf("nurse"),
    await staffOf("front_desk"),
  ];
  const [patient, stranger] = [node.register(), node.register()];
  const rx = prescription(patient, doctor);
  const due_at = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000).toISOString();
  const base: Fields = {
    branch_id: hand.branchId,
    patient_id: patient.entity_id,
    prescription_id: rx.id,
    prescribed_item_id: item.id,
    encounter_id,
    admission_id: null,
    due_at,
    status: "given",
    given_at: new Date().toISOString(),
    dose: 1,
    dose_unit: "tablet",
    route: "oral",
    reason: null,
    follows_id: null,
    performed_by: nurse.id,
    amends_id: null,
    amend_reason: null,
    metadata: {},
  };
  const noted = (more: Fields) => insert("medication_administrations", "mad", { ...base, ...more });
  const given = (more: Fields, actor: Actor = nurse) =>
    operation("medication_administration.create", actor, noted(more));
  const ungiven = { given_at: null, dose: null, dose_unit: null, route: null };
  const first = noted({});
  const at = (fault: string) => aside(`changes.0.fields.${fault}`);
  expect(
    await send([
      patient,
      stranger,
      operation("prescription.create", doctor, rx),
      given({ performed_by: doctor.id }),
      given({ patient_id: stranger.entity_id }),
      given({ prescribed_item_id: newId("rxi") }),
      given({ dose: 2 }),
      given({ dose_unit: "ml" }),
      given({ due_at: null }),
      given({ status: "refused", ...ungiven }),
      given({ status: "held", reason: "Asleep" }),
      given({ status: "entered_in_error" }),
      operation("medication_administration.create", nurse, first),
    ]),
  ).toEqual([
    applied,
    applied,
    applied,
    at("performed_by: is not who notes it"),
    at("patient_id: is not the patient of the prescription"),
    at("prescribed_item_id: names no medicine of the prescription"),
    at("reason: is required: why more is given than is prescribed"),
    at("dose_unit: is tablet by the prescription"),
    at("due_at: is required: which dose it is"),
    at("reason: is required: why it was not given"),
    at("given_at: goes with the state given"),
    at("status: of a new one is another"),
    applied,
  ]);
  const [[code] = []] = await send([given({ performed_by: clerk.id }, clerk)]);
  expect(code).toBe("no_right_then");
  const amended = { amends_id: first.id, amend_reason: "Noted at the wrong bed" };
  const correction = (more: Fields, actor: Actor = nurse) =>
    operation("medication_administration.update", actor, noted({ ...amended, ...more }));
  const given_at = first.fields["given_at"];
  const same = { given_at };
  expect(
    await send([
      correction({ ...same, amends_id: null }),
      correction({ ...same, performed_by: doctor.id }),
      correction({ ...same, patient_id: stranger.entity_id }),
      correction({ ...same, dose: 0.5, amend_reason: null }),
      correction({ ...same, dose: 2 }),
      // Whoever corrects it signs the version, and not the dose.
      correction({ ...same, status: "entered_in_error" }, doctor),
    ]),
  ).toEqual([
    at("amends_id: is missing"),
    at("performed_by: is what was noted first"),
    at("patient_id: is what was noted first"),
    at("amend_reason: is missing"),
    at("reason: is required: why more is given than is prescribed"),
    applied,
  ]);
});
