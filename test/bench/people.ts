import { demoPatients, type PatientBody } from "@edgeward/hub/demo/people.ts";
import type { PatientRow } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { SystemColumn } from "@edgeward/shared/db/table.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";
import { formatUhid, nextUhidBase } from "@edgeward/shared/kernel/uhid.ts";

/** Bodies of `POST /v1/patients`: invented people whose unique numbers are left out, since two runs would invent the same. */
export function inventBodies(count: number, seed: number): readonly PatientBody[] {
  return demoPatients(count, seed).map(
    ({ abha_id: _id, abha_address: _address, identifiers: _known, ...rest }) => rest,
  );
}

/** A patient's own columns as a branch would have filled them. */
export type PatientFields = Omit<PatientRow, SystemColumn>;

/** A patient who has been registered at a branch and not yet been sent. */
export interface Registered {
  readonly id: string;
  readonly fields: PatientFields;
}

const empty = {
  abha_id: null,
  abha_address: null,
  alternate_phone: null,
  marital_status: null,
  relative: null,
  deceased_at: null,
  photo_document_id: null,
  merged_into_id: null,
  merge_reason: null,
  merge_details: null,
  identity_unverified: null,
  merged_ids: null,
  is_unidentified: false,
  is_vip: false,
  is_deceased: false,
  dob_estimated: false,
  allergies: [],
  no_known_allergies: null,
  conditions: null,
  identifiers: [],
} as const;

function fieldsOf(body: PatientBody, branchId: string, uhid: string): PatientFields {
  const name = body.name ?? "";
  return {
    ...empty,
    branch_id: branchId,
    uhid,
    name,
    name_key: normaliseName(name),
    gender: body.gender,
    dob: typeof body.dob === "string" ? body.dob : "1980-07-01",
    phone: body.phone ?? body.mobile ?? null,
    email: body.email ?? null,
    consent_status: body.consent_status ?? "pending",
    address: body.address ?? null,
    blood_group: body.blood_group ?? null,
    preferred_language: body.preferred_language ?? null,
    emergency_contact: null,
    status: "active",
    metadata: {},
  };
}

/** People registered at a branch that has been offline. @param firstBase the UHID series goes on above it */
export function registerOffline(
  plan: {
    readonly count: number;
    readonly seed: number;
    readonly branchId: string;
    readonly code: string;
  },
  firstBase: number,
  newId: IdSource,
): readonly Registered[] {
  let base = firstBase;
  return inventBodies(plan.count, plan.seed).map((body) => {
    base = nextUhidBase(plan.code, base);
    return { id: newId("pat"), fields: fieldsOf(body, plan.branchId, formatUhid(plan.code, base)) };
  });
}
