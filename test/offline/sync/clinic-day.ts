import type { Answer } from "#support/product-http.ts";
import type { Product } from "#support/product.ts";
import { pdfBytes } from "#support/document-files.ts";
import { jsonOf, upload } from "#offline/files/file-desk.ts";
import type { ClinicStaff, Person } from "./clinic-staff.ts";

type Body = Readonly<Record<string, unknown>>;

/** A visit whose whole way is compared, and whose it is. */
export interface Visited {
  readonly patientId: string;
  readonly encounterId: string;
}

/** The record's id of an answer, or a member of it that is text. */
export function idOf(body: Body, name = "id"): string {
  const value = body[name];
  if (typeof value !== "string") throw new Error(`no ${name} in ${JSON.stringify(body)}`);
  return value;
}

/** The members of a list in an answer. */
export function listOf(body: Body, name = "data"): readonly Body[] {
  const value = body[name];
  if (!Array.isArray(value)) throw new Error(`no list ${name} in ${JSON.stringify(body)}`);
  const items: readonly unknown[] = value;
  return items.map((item) => (typeof item === "object" && item !== null ? { ...item } : {}));
}

const change = (who: Person, path: string, id: string, body: unknown) =>
  who.ask("PUT", `${path}/${id}`, body);

/** How somebody has said it at the desk, after the notice was read to them. */
const said = (name: string) => ({
  notice_version: "2026-01",
  language: "mr",
  captured_method: "signature_pad",
  given_by: { relation: "self", name },
});

/** Registers somebody at the desk, with what they agree to. */
export async function registered(staff: ClinicStaff, name: string, more: Body = {}) {
  const body = { name, gender: "female", dob: "1988-06-12", consent_status: "granted", ...more };
  return idOf(await staff.clerk.ask("POST", "/v1/patients", body));
}

/** Orders tests and brings their specimens into the laboratory by their labels. */
async function receivedOrder(staff: ClinicStaff, visit: Visited, tests: readonly string[]) {
  const order = await staff.doctor.ask("POST", "/v1/lab/orders", {
    patient_id: visit.patientId,
    encounter_id: visit.encounterId,
    ordered_by: staff.doctor.id,
    priority: "urgent",
    tests: tests.map((code) => ({ test_code: code })),
  });
  const id = idOf(order);
  await change(staff.technician, "/v1/lab/orders", id, { status: "collected" });
  await staff.technician.ask("POST", "/v1/print-jobs", {
    document_type: "lab_label",
    source_id: id,
  });
  const collected = await staff.technician.ask("GET", `/v1/lab/orders/${id}`);
  const labels = listOf(collected, "specimens").map((one) => idOf(one, "barcode"));
  const scanned = { status: "received", scanned: labels };
  const received = await change(staff.technician, "/v1/lab/orders", id, scanned);
  return { id, labels, tests: listOf(received, "tests") };
}

/** Enters the value of a test, and has the pathologist verify it. Returns the version that stands. */
async function verified(
  staff: ClinicStaff,
  orderId: string,
  test: Body,
  value: number,
): Promise<string> {
  const entered = await staff.technician.ask("POST", "/v1/lab/results", {
    order_id: orderId,
    test_id: idOf(test),
    observations: [{ value_num: value }],
  });
  const result = idOf(entered);
  return idOf(await change(staff.pathologist, "/v1/lab/results", result, { status: "final" }));
}

function medicine(more: Body = {}) {
  return {
    drug_name: "Calpol",
    generic_name: "Paracetamol",
    strength: "500 mg",
    form: "tablet",
    route: "oral",
    dose: 1,
    dose_unit: "tablet",
    frequency: "tds",
    duration_days: 3,
    ...more,
  };
}

/** Issues a prescription in a visit. */
function prescribed(staff: ClinicStaff, visit: Visited, more: Body = {}) {
  return staff.doctor.ask("POST", "/v1/prescriptions", {
    patient_id: visit.patientId,
    encounter_id: visit.encounterId,
    prescriber_id: staff.doctor.id,
    allergies_checked: true,
    items: [medicine(more)],
  });
}

/** Files a paper that somebody has brought along. */
async function filed(product: Product, staff: ClinicStaff, visit: Visited) {
  const fields = {
    category: "patient",
    patient_id: visit.patientId,
    encounter_id: visit.encounterId,
    title: "Letter of the family doctor",
  };
  const headers = { authorization: `Bearer ${staff.clerk.token}` };
  const plan = { path: "/v1/documents/upload", filename: "letter.pdf", fields, headers };
  const answer = await upload(product, "branch", Buffer.from(pdfBytes), plan);
  if (answer.status !== 201) throw new Error(`filing answered ${answer.bytes.toString("utf8")}`);
  return idOf(jsonOf(answer));
}

/** What became of the consent that somebody has given at the desk, and withdrawn before they left. */
export interface GivenAndWithdrawn {
  readonly consentId: string;
  readonly result: string;
  readonly corrected: string;
  readonly labels: readonly string[];
}

/**
 * An out-patient: token, vitals, blood test with its report corrected, prescription, sick leave, a paper that is filed, and
 * a consent that is given and withdrawn.
 */
export async function outpatient(
  product: Product,
  staff: ClinicStaff,
): Promise<Visited & GivenAndWithdrawn> {
  const { clerk, nurse, doctor, pathologist } = staff;
  const name = "Savitri Jadhav";
  const patientId = await registered(staff, name, { phone: "98220 71717" });
  const sharing = await clerk.ask("POST", "/v1/consents", {
    patient_id: patientId,
    consent_type: "data_sharing",
    purpose_code: "CAREMGT",
    decision: "permit",
    ...said(name),
  });
  const walkIn = await clerk.ask("POST", "/v1/appointments", {
    patient_id: patientId,
    provider_id: doctor.id,
    source: "walk_in",
  });
  const opened = await nurse.ask("POST", "/v1/encounters", {
    patient_id: patientId,
    doctor_id: doctor.id,
    encounter_type: "OPD",
    appointment_id: idOf(walkIn),
    vitals: { temp_c: 38.4, pulse_bpm: 96, sbp: 118, dbp: 76 },
  });
  const visit = { patientId, encounterId: idOf(opened) };
  const begun = { visit_status: "in_progress", chief_complaint: "Fever since two days" };
  await change(doctor, "/v1/encounters", visit.encounterId, begun);
  const order = await receivedOrder(staff, visit, ["cbc", "glucose-fasting"]);
  const results: string[] = [];
  for (const test of order.tests)
    results.push(
      await verified(staff, order.id, test, usualValues[String(test["test_code"])] ?? 1),
    );
  const [result = ""] = results;
  const corrected = await change(pathologist, "/v1/lab/results", result, {
    status: "corrected",
    status_reason: "Read from the wrong tube",
    observations: [{ value_num: 10.9 }],
  });
  await prescribed(staff, visit);
  await filed(product, staff, visit);
  const consentId = idOf(sharing);
  const withdrawn = { status: "revoked", status_reason: "Changed her mind" };
  await change(clerk, "/v1/consents", consentId, withdrawn);
  await change(doctor, "/v1/encounters", visit.encounterId, {
    notes: "Viral fever, no focus.",
    diagnoses: [{ code: "B34.9", system: "icd10", use: "final", rank: 1 }],
    disposition: "home",
    visit_status: "completed",
  });
  return {
    ...visit,
    consentId,
    result,
    corrected: idOf(corrected),
    labels: order.labels,
  };
}

/** What healthy people have, where it is not 1. */
const usualValues: Readonly<Record<string, number>> = {
  hb: 13.1,
  wbc: 7,
  rbc: 4.4,
  hct: 40,
  mcv: 88,
  mch: 29,
  mchc: 33,
  rdw: 12.9,
  plt: 260,
  neut: 60,
  lymph: 30,
  mono: 5,
  eos: 3,
  "glucose-fasting": 88,
};

async function imaged(staff: ClinicStaff, visit: Visited): Promise<string> {
  const { doctor, radiographer, radiologist, otherDoctor } = staff;
  const path = "/v1/radiology/studies";
  const study = await doctor.ask("POST", path, {
    patient_id: visit.patientId,
    encounter_id: visit.encounterId,
    ordered_by: doctor.id,
    modality: "DX",
    body_site: "Chest",
    priority: "stat",
  });
  const id = idOf(study);
  const soon = { status: "scheduled", scheduled_at: new Date().toISOString() };
  await change(radiographer, path, id, soon);
  await change(radiographer, path, id, { status: "in_progress" });
  await change(radiographer, path, id, { status: "acquired", image_count: 2 });
  const report = { findings: "Both lungs clear.", impression: "No pneumothorax." };
  await change(radiologist, path, id, { status: "preliminary", report });
  await change(otherDoctor, path, id, { status: "final" });
  return id;
}

/** An emergency: nobody knows who it is, triaged and judged anew, imaged, with a critical value that somebody is told. */
export async function emergency(staff: ClinicStaff): Promise<Visited> {
  const { clerk, nurse, doctor } = staff;
  const unknown = { gender: "male", is_unidentified: true };
  const patientId = idOf(await clerk.ask("POST", "/v1/patients", unknown));
  const opened = await nurse.ask("POST", "/v1/encounters", {
    patient_id: patientId,
    encounter_type: "emergency",
  });
  const visit = { patientId, encounterId: idOf(opened) };
  const triage = await nurse.ask("POST", "/v1/triage", {
    encounter_id: visit.encounterId,
    level: 3,
    chief_complaint: "Found on the road",
    mode_of_arrival: "ambulance_108",
    vitals: { pulse_bpm: 124, sbp: 96, dbp: 60, spo2_pct: 93 },
    mlc: true,
  });
  const triageId = idOf(triage);
  await change(nurse, "/v1/triage", triageId, { level: 2 });
  await change(doctor, "/v1/triage", triageId, { status: "in_treatment" });
  await change(doctor, "/v1/encounters", visit.encounterId, {
    doctor_id: doctor.id,
    visit_status: "in_progress",
  });
  const order = await receivedOrder(staff, visit, ["potassium"]);
  const [test = {}] = order.tests;
  const critical = await verified(staff, order.id, test, 6.9);
  const told = { critical_ack: { notified_to: "Dr. on duty", read_back: true } };
  await change(staff.technician, "/v1/lab/results", critical, told);
  await imaged(staff, visit);
  await change(doctor, "/v1/triage", triageId, { status: "completed" });
  await change(doctor, "/v1/encounters", visit.encounterId, {
    diagnosis_code: "S09.9",
    disposition: "transferred",
    visit_status: "completed",
  });
  return visit;
}

const waived = "Nobody of that office is in the house";

async function discharged(staff: ClinicStaff, admissionId: string): Promise<void> {
  const { doctor, nurse, pharmacist, technician, manager } = staff;
  const path = "/v1/admissions";
  await change(doctor, path, admissionId, { status: "discharge_initiated" });
  const clear = (who: Person, kind: string, more: Body = {}) =>
    change(who, path, admissionId, { discharge_clearances: { [kind]: true }, ...more });
  await clear(nurse, "nursing");
  await clear(pharmacist, "pharmacy");
  await clear(technician, "lab");
  await clear(manager, "billing", { status_reason: waived });
  await clear(doctor, "doctor");
  const discharge = { type: "routine", condition: "improved", summary: "Recovered well." };
  await change(doctor, path, admissionId, { status: "discharge_ready", discharge });
  await change(doctor, path, admissionId, { status: "discharged" });
}

async function vacantBeds(staff: ClinicStaff): Promise<readonly string[]> {
  const { nurse } = staff;
  const query = "status=vacant&bed_class=general&limit=2";
  return listOf(await nurse.ask("GET", `/v1/beds?${query}`)).map((bed) => idOf(bed));
}

/** Somebody in whose bed another one was put is refused, and nothing is kept of it. */
export function admitted(staff: ClinicStaff, patientId: string, bedId: string): Promise<Answer> {
  return staff.doctor.try("POST", "/v1/encounters", {
    patient_id: patientId,
    doctor_id: staff.doctor.id,
    encounter_type: "IPD",
    workflow_event: "admit",
    admission: {
      admitting_doctor_id: staff.doctor.id,
      admission_type: "emergency",
      bed_class: "general",
      payer_type: "self",
      bed_id: bedId,
    },
  });
}

/** An in-patient: admitted with the visit, given a medicine, moved, cleared and discharged. */
export async function inpatient(staff: ClinicStaff): Promise<Visited & { readonly bed: string }> {
  const { nurse, doctor } = staff;
  const patientId = await registered(staff, "Bhausaheb Shinde", { gender: "male" });
  const [bed = "", otherBed = ""] = await vacantBeds(staff);
  const answer = await admitted(staff, patientId, bed);
  if (answer.status !== 201) throw new Error(`admitting answered ${JSON.stringify(answer.body)}`);
  const visit = { patientId, encounterId: idOf(answer.body) };
  const admissionId = idOf(answer.body, "admission_id");
  const rx = await prescribed(staff, visit, {
    frequency: "stat",
    duration_days: null,
    quantity: 1,
  });
  const [item = {}] = listOf(rx, "items");
  await nurse.ask("POST", "/v1/medication-administrations", {
    patient_id: patientId,
    prescription_id: idOf(rx),
    prescribed_item_id: idOf(item),
    due_at: rx["issued_at"],
    status: "given",
  });
  const move = { bed_id: otherBed, transfer_reason: "Nearer to the nurses" };
  await change(nurse, "/v1/admissions", admissionId, move);
  await change(doctor, "/v1/encounters", visit.encounterId, {
    diagnosis_code: "J18.9",
    disposition: "home",
  });
  await discharged(staff, admissionId);
  await change(doctor, "/v1/encounters", visit.encounterId, { visit_status: "completed" });
  return { ...visit, bed: otherBed };
}
