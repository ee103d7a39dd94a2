import type { AdmissionRow } from "@edgeward/shared/clinical/admissions/admissions.table.ts";
import type { BedRow } from "@edgeward/shared/clinical/beds/beds.table.ts";
import type { AppointmentRow } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import type { EncounterRow } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import type { PatientRow } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { ClientRow } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import { formatUhid } from "@edgeward/shared/kernel/uhid.ts";
import { staffOf } from "./nodes.ts";
import type { SystemColumn } from "@edgeward/shared/db/table.ts";

/** A patient's own fields. */
export function patientFields(
  branchId: string | null,
  ordinal: number,
): Omit<PatientRow, SystemColumn> {
  return {
    branch_id: branchId,
    metadata: {},
    uhid: formatUhid("SIM1", ordinal),
    name: `Patient ${ordinal}`,
    name_key: `patient ${ordinal}`,
    gender: "female",
    dob: null,
    dob_estimated: false,
    phone: null,
    alternate_phone: null,
    email: null,
    abha_id: null,
    abha_address: null,
    consent_status: "pending",
    address: null,
    blood_group: null,
    marital_status: null,
    relative: null,
    preferred_language: null,
    emergency_contact: null,
    allergies: [],
    no_known_allergies: null,
    conditions: null,
    identifiers: [],
    is_unidentified: false,
    is_vip: false,
    is_deceased: false,
    deceased_at: null,
    photo_document_id: null,
    status: "active",
    merged_into_id: null,
    merge_reason: null,
    merge_details: null,
    identity_unverified: null,
    merged_ids: null,
  };
}

/** An appointment's own fields; every one has a time of its own, so that none is refused. */
export function appointmentFields(
  branchId: string,
  patientId: string,
  at: string,
): Omit<AppointmentRow, SystemColumn> {
  return {
    branch_id: branchId,
    metadata: {},
    patient_id: patientId,
    provider_id: staffOf(800),
    slot_time: at,
    duration_min: 15,
    end_time: at,
    service_id: null,
    encounter_type: "OPD",
    channel: "in_person",
    source: "walk_in",
    status: "checked_in",
    queue_no: null,
    queue_code: null,
    token_code: null,
    business_date: null,
    reminder_status: "not_scheduled",
    reminder_channels: [],
    reason: null,
    priority: "routine",
    booking_id: null,
    rescheduled_count: 0,
    cancel_reason: null,
    cancel_note: null,
    video_url: null,
    is_overbook: true,
    status_history: [],
    called_at: null,
    former_tokens: null,
    set_aside_at: null,
    priority_reason: null,
    referred_by: null,
  };
}

/** An encounter's own fields. */
export function encounterFields(
  branchId: string,
  patientId: string,
  appointmentId: string | null,
): Omit<EncounterRow, SystemColumn> {
  return {
    branch_id: branchId,
    metadata: {},
    patient_id: patientId,
    doctor_id: null,
    encounter_type: "OPD",
    visit_status: "arrived",
    diagnosis_code: null,
    diagnosis_system: "icd10",
    diagnoses: [],
    notes: null,
    addenda: [],
    care_stage: null,
    disposition: null,
    appointment_id: appointmentId,
    admission_id: null,
    triage_id: null,
    triage_waived_reason: null,
    chief_complaint: null,
    advice: null,
    vitals: null,
    vitals_history: [],
    started_at: null,
    ended_at: null,
    department: null,
    location: null,
    follow_up_date: null,
    telehealth: null,
    status_history: [],
  };
}

/** A bed's own fields, in the only ward. */
export function bedFields(branchId: string, code: string): Omit<BedRow, SystemColumn> {
  return {
    branch_id: branchId,
    metadata: {},
    ward_id: "wrd_01jd7x2vry38gapbnk0v8yyk24",
    room_id: null,
    code,
    bed_class: "general",
    status: "vacant",
    status_reason: null,
    status_since: null,
    status_history: [],
  };
}

/** A stay's own fields, but the bed and the times. */
export function admissionFields(
  branchId: string,
  patientId: string,
  encounterId: string,
): Omit<AdmissionRow, SystemColumn> {
  return {
    branch_id: branchId,
    metadata: {},
    patient_id: patientId,
    encounter_id: encounterId,
    admitting_doctor_id: staffOf(800),
    attending_doctor_id: null,
    admission_type: "elective",
    admit_source: null,
    ward_id: null,
    bed_id: null,
    room_id: null,
    bed_class: "general",
    expected_discharge_date: null,
    deposit_required_minor: null,
    diet: null,
    payer_type: "self",
    mlc: false,
    mlc_no: null,
    attendant: null,
    status: "admitted",
    admitted_at: null,
    discharged_at: null,
    transfers: [],
    discharge: null,
    discharge_clearances: {
      nursing: false,
      pharmacy: false,
      lab: false,
      billing: false,
      doctor: false,
    },
    clearance_history: [],
    status_history: [],
  };
}

/** A program's own fields: central reference, which no branch may make. */
export function clientFields(ordinal: number): Omit<ClientRow, SystemColumn> {
  return {
    branch_id: null,
    metadata: {},
    name: `Program ${ordinal}`,
    secret_hash: "none",
    roles: [],
    scopes: null,
    branches: null,
    status: "active",
  };
}
