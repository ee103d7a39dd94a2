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

// Who may report on images, and that somebody else has looked at them as well, is judged again at the hub: also of what a
// program at a branch sends that has a fault.
let hand: HandWriting;
let count = 0;

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

function newNumber(): string {
  count += 1;
  return `HAND-X${String(count).padStart(7, "0")}`;
}

/** A study whose images are there. */
function study(patient: BatchOperation, doctor: Actor, more: Fields = {}): Change {
  const at = new Date().toISOString();
  return insert("radiology_studies", "rad", {
    branch_id: hand.branchId,
    patient_id: patient.entity_id,
    encounter_id: null,
    ordered_by: doctor.id,
    accession_no: newNumber(),
    study_instance_uid: null,
    modality: "US",
    body_site: "Abdomen",
    laterality: null,
    procedure_code: null,
    contrast: false,
    contrast_allergy_checked: false,
    renal_function: null,
    pregnancy_status: null,
    pndt_form_f: false,
    priority: "routine",
    work_order: `4${at}`,
    clinical_notes: null,
    diagnosis_code: null,
    scheduled_at: null,
    room_id: null,
    radiation_dose: null,
    series_count: null,
    image_count: null,
    report: null,
    past_reports: [],
    status: "ordered",
    status_history: [{ status: "ordered", at, by: doctor.id, reason: null }],
    ordered_at: at,
    acquired_at: null,
    metadata: {},
    ...more,
  });
}

test("a report on images holds by what another doctor has verified, and is amended beside what it said", async () => {
  const { node, operation, send, staffOf } = hand;
  const [doctor, other, lab] = [
    await staffOf("doctor"),
    await staffOf("doctor"),
    await staffOf("lab"),
  ];
  const patient = node.register();
  const at = new Date().toISOString();
  const said = { findings: "Clear.", impression: "Normal.", birads: null, critical: false };
  const by = (reporter: Actor, verifier: Actor | null) => ({
    ...said,
    reported_by: reporter.id,
    reported_at: at,
    verified_by: verifier?.id ?? null,
    verified_at: verifier === null ? null : at,
  });
  const first = study(patient, doctor);
  const opened = operation("radiology_study.create", doctor, first);
  let version = 1;
  let seen = opened.hlc;
  const changing = (actor: Actor, fields: Fields, past: readonly unknown[] = []) => {
    const change: Change = {
      table: "radiology_studies",
      id: first.id,
      kind: "update",
      fields: { ...fields },
      added: past.length === 0 ? {} : { past_reports: [...past] },
      base: { status: seen, report: seen, past_reports: opened.hlc },
      version: version + 1,
    };
    return operation("radiology_study.update", actor, change);
  };
  const reported = changing(doctor, { status: "preliminary", report: by(doctor, null) });
  expect(
    await send([
      patient,
      operation("radiology_study.create", doctor, study(patient, doctor, { status: "final" })),
      operation(
        "radiology_study.create",
        doctor,
        study(patient, doctor, { report: by(doctor, other) }),
      ),
      opened,
      changing(lab, { status: "preliminary", report: by(lab, null) }),
      changing(doctor, { status: "preliminary", report: by(other, null) }),
      changing(doctor, { status: "preliminary", report: by(doctor, other) }),
      reported,
    ]),
  ).toEqual([
    applied,
    aside("changes.0.fields.status: of a study that is ordered is draft or ordered"),
    aside("changes.0.fields.report: comes when there are images"),
    applied,
    aside("changes.0.fields.report: is not theirs to give"),
    aside("changes.0.fields.report.reported_by: is not who reports"),
    aside("changes.0.fields.report.verified_by: goes with the state final or amended"),
    applied,
  ]);
  seen = reported.hlc;
  version = 2;
  const verified = changing(other, { status: "final", report: by(doctor, other) });
  expect(
    await send([
      changing(doctor, { status: "final", report: by(doctor, doctor) }),
      changing(doctor, { status: "final", report: by(doctor, null) }),
      changing(doctor, { status: "final" }),
      changing(doctor, { status: "final", report: by(doctor, other) }),
      changing(doctor, { status: "final", report: by(other, doctor) }),
      verified,
    ]),
  ).toEqual([
    aside("changes.0.fields.report.verified_by: is who reported"),
    aside("changes.0.fields.report.verified_by: is missing"),
    aside("changes.0.fields.report: is missing"),
    aside("changes.0.fields.report.verified_by: is not who verifies"),
    aside("changes.0.fields.report.reported_by: is not who reported"),
    applied,
  ]);
  seen = verified.hlc;
  version = 3;
  const amended = { ...by(doctor, other), impression: "A stone." };
  const kept = { at, by: other.id, reason: "Overlooked", report: by(doctor, other) };
  const past = { ...kept, report: { ...kept.report, impression: "Something else." } };
  expect(
    await send([
      changing(doctor, { status: "acquired", report: { ...amended, verified_by: null } }),
      changing(other, { status: "amended", report: amended }),
      changing(other, { status: "amended", report: amended }, [past]),
      changing(other, { status: "amended", report: amended }, [kept]),
    ]),
  ).toEqual([
    aside("changes.0.fields.report: was verified; it is amended by another one"),
    aside("changes.0.added.past_reports: lack the report that is amended"),
    aside("changes.0.added.past_reports: lack the report that is amended"),
    applied,
  ]);
});

test("who was told of a critical finding is noted once, under the name of who has told it", async () => {
  const { node, operation, send, staffOf } = hand;
  const [doctor, lab] = [await staffOf("doctor"), await staffOf("lab")];
  const patient = node.register();
  const first = study(patient, doctor);
  const opened = operation("radiology_study.create", doctor, first);
  let seen = opened.hlc;
  let version = 1;
  const changing = (actor: Actor, fieldsAt: (at: string) => Fields) => {
    const change: Change = {
      table: "radiology_studies",
      id: first.id,
      kind: "update",
      fields: {},
      added: {},
      base: { status: seen, report: seen, critical_ack: opened.hlc },
      version: version + 1,
    };
    const made = operation("radiology_study.update", actor, change);
    return { ...made, changes: [{ ...change, fields: { ...fieldsAt(made.at) } }] };
  };
  const report = (critical: boolean) => (at: string) => ({
    status: "preliminary",
    report: {
      findings: "A bleeding.",
      impression: "Bleeds.",
      birads: null,
      critical,
      reported_by: doctor.id,
      reported_at: at,
      verified_by: null,
      verified_at: null,
    },
  });
  const told =
    (by: Actor, more: Fields = {}) =>
    (at: string) => ({
      critical_ack: { by: by.id, at, notified_to: "Ward 2", read_back: true, ...more },
    });
  const harmless = changing(doctor, report(false));
  expect(await send([patient, opened, harmless])).toEqual([applied, applied, applied]);
  seen = harmless.hlc;
  version = 2;
  expect(await send([changing(doctor, told(doctor))])).toEqual([
    aside("changes.0.fields.critical_ack: is of a critical finding alone"),
  ]);
  const critical = changing(doctor, report(true));
  expect(await send([critical])).toEqual([applied]);
  seen = critical.hlc;
  version = 3;
  const [unread] = await send([changing(lab, told(lab, { read_back: false }))]);
  expect(unread?.[0]).not.toBe("applied");
  expect(
    await send([
      changing(lab, told(doctor)),
      changing(lab, told(lab, { at: "2026-01-01T00:00:00.000Z" })),
      changing(lab, told(lab)),
    ]),
  ).toEqual([
    aside("changes.0.fields.critical_ack.by: is not who has told it"),
    aside("changes.0.fields.critical_ack.at: is not when it was noted"),
    applied,
  ]);
  version = 4;
  expect(await send([changing(doctor, told(doctor))])).toEqual([
    aside("changes.0.fields.critical_ack: was given already"),
  ]);
  expect(await send([changing(doctor, () => ({ critical_ack: null }))])).toEqual([
    aside("changes.0.fields.critical_ack: was given, and stays"),
  ]);
});
