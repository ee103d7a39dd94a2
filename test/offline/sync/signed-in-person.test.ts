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

// What somebody has to sign for in person is judged again at the hub: a program at a branch that has a fault, or somebody
// else's hand in it, must not let a result be verified by who entered it, or a patient go whom nobody has cleared.
let hand: HandWriting;
const newId = createIdSource(Date.now);

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

interface Version {
  readonly status: string;
  readonly performed_by: string;
  readonly verified_by: string | null;
}

/** A version of a result of a patient. */
function result(patient: BatchOperation, version: Version, amends: string | null): Change {
  const at = new Date().toISOString();
  return insert("lab_results", "lrs", {
    branch_id: hand.branchId,
    order_id: newId("lor"),
    test_id: newId("lot"),
    test_code: "hb",
    patient_id: patient.entity_id,
    encounter_id: null,
    specimen_id: null,
    revision: amends === null ? 1 : 2,
    amends_result_id: amends,
    status_reason: null,
    observations: [],
    conclusion: null,
    attachments: [],
    performed_at: at,
    verified_at: version.verified_by === null ? null : at,
    critical: false,
    critical_ack: null,
    metadata: {},
    ...version,
  });
}

test("a result holds by what somebody else than who entered it has verified, who may", async () => {
  const { node, operation, send, staffOf } = hand;
  const [entered, verifier, nurse] = [
    await staffOf("lab"),
    await staffOf("lab"),
    await staffOf("nurse"),
  ];
  const patient = node.register();
  const performed_by = entered.id;
  const first = result(patient, { status: "preliminary", performed_by, verified_by: null }, null);
  const already = { status: "final", performed_by, verified_by: verifier.id };
  const unsigned = { status: "preliminary", performed_by, verified_by: verifier.id };
  const amending = (verified_by: string | null) =>
    result(patient, { status: "final", performed_by, verified_by }, first.id);
  expect(
    await send([
      patient,
      operation("lab_result.create", entered, result(patient, already, null)),
      operation("lab_result.create", entered, result(patient, unsigned, null)),
      operation("lab_result.create", entered, first),
      operation("lab_result.update", entered, amending(entered.id)),
      operation("lab_result.update", entered, amending(null)),
      operation("lab_result.update", verifier, amending(verifier.id)),
    ]),
  ).toEqual([
    applied,
    aside("changes.0.fields.status: of a result that is entered is preliminary"),
    aside("changes.0.fields.verified_by: a result is verified by its next version"),
    applied,
    aside("changes.0.fields.verified_by: is who entered the result"),
    aside("changes.0.fields.verified_by: is missing"),
    applied,
  ]);
  const [[code] = []] = await send([operation("lab_result.update", nurse, amending(nurse.id))]);
  expect(code).toBe("no_right_then");
});

const uncleared = { nursing: false, pharmacy: false, lab: false, billing: false, doctor: false };

function stay(patient: BatchOperation, visit: BatchOperation, doctor: Actor): Change {
  const at = new Date().toISOString();
  const status = "discharge_initiated";
  return insert("admissions", "adm", {
    branch_id: hand.branchId,
    patient_id: patient.entity_id,
    encounter_id: visit.entity_id,
    admitting_doctor_id: doctor.id,
    attending_doctor_id: doctor.id,
    admission_type: "elective",
    admit_source: null,
    ward_id: null,
    room_id: null,
    bed_id: null,
    bed_class: "general",
    expected_discharge_date: null,
    deposit_required_minor: null,
    diet: null,
    payer_type: "self",
    mlc: false,
    mlc_no: null,
    attendant: null,
    status,
    admitted_at: at,
    discharged_at: null,
    transfers: [],
    discharge: null,
    discharge_clearances: uncleared,
    clearance_history: [],
    status_history: [{ status, at, by: doctor.id, reason: null }],
    metadata: {},
  });
}

test("a patient is cleared to go by those whose it is, each under their own name", async () => {
  const { node, operation, send, staffOf } = hand;
  const [nurse, doctor, manager] = [
    await staffOf("nurse"),
    await staffOf("doctor"),
    await staffOf("branch_admin"),
  ];
  const patient = node.register();
  const visit = node.openEncounter(patient.entity_id);
  const admission = stay(patient, visit, doctor);
  const opened = operation("admission.create", doctor, admission);
  const step = (kind: string, by: Actor, isWaived = false) => ({
    kind,
    is_cleared: true,
    is_waived: isWaived,
    at: new Date().toISOString(),
    by: by.id,
    reason: isWaived ? "The nurse has gone home" : null,
  });
  let version = 1;
  let seen = opened.hlc;
  const clearing = (actor: Actor, cleared: Fields, steps: readonly unknown[]) => {
    version += 1;
    const fields = { discharge_clearances: { ...uncleared, ...cleared } };
    const change: Change = {
      table: "admissions",
      id: admission.id,
      kind: "update",
      fields,
      added: steps.length === 0 ? {} : { clearance_history: [...steps] },
      base: { discharge_clearances: seen, clearance_history: seen },
      version,
    };
    return operation("admission.update", actor, change);
  };
  const nursing = clearing(nurse, { nursing: true }, [step("nursing", nurse)]);
  const forged = [
    clearing(nurse, { nursing: true, doctor: true }, [step("nursing", nurse)]),
    clearing(nurse, { doctor: true }, [step("doctor", nurse)]),
    clearing(nurse, { doctor: true }, [step("doctor", doctor)]),
    clearing(manager, { doctor: true }, [step("doctor", manager, true)]),
    clearing(nurse, { billing: true }, [step("billing", nurse, true)]),
    clearing(nurse, { doctor: true }, []),
  ];
  const at = "changes.0.added.clearance_history.0";
  expect(await send([patient, visit, opened, ...forged, nursing])).toEqual([
    applied,
    applied,
    applied,
    aside("changes.0.fields.discharge_clearances.doctor: nobody has said so"),
    aside(`${at}.kind: is not theirs to clear`),
    aside(`${at}.by: is not who cleared`),
    aside(`${at}.kind: is not theirs to waive`),
    aside(`${at}.kind: is not theirs to waive`),
    aside("changes.0.fields.discharge_clearances.doctor: nobody has said so"),
    applied,
  ]);
  // Behind a change of another stay, and with a step that takes back what the field gives.
  const other = node.register();
  const otherVisit = node.openEncounter(other.entity_id);
  const otherStay = stay(other, otherVisit, doctor);
  const begun = operation("admission.create", doctor, otherStay);
  const { id } = otherStay;
  const diet: Change = {
    table: "admissions",
    id,
    kind: "update",
    fields: { diet: "soft" },
    base: { diet: begun.hlc },
    version: 2,
  };
  seen = nursing.hlc;
  const doctors = clearing(nurse, { nursing: true, doctor: true }, []);
  const behind = { ...doctors, entity_id: id, changes: [diet, ...doctors.changes] };
  const takenBack = clearing(doctor, { nursing: true, doctor: true }, [
    { ...step("doctor", doctor), is_cleared: false },
  ]);
  expect(await send([other, otherVisit, begun, behind, takenBack])).toEqual([
    applied,
    applied,
    applied,
    aside("changes.1.id: admission.update writes one record of admissions alone"),
    aside("changes.0.fields.discharge_clearances.doctor: nobody has said so"),
  ]);
  version = 2;
  const more = { nursing: true, pharmacy: true };
  expect(await send([clearing(manager, more, [step("pharmacy", manager, true)])])).toEqual([
    applied,
  ]);
});
