import { updatePatientBody } from "./patients.contract.ts";
import { releaseNumber } from "./patients.numbers.ts";
import { listEncounters } from "#clinical/encounters/encounters.commands.ts";
import type { InputOf } from "#contract/endpoint.ts";
import { mapPage, readPage } from "#db/page.ts";
import { travelState } from "#db/read.ts";
import { found } from "#write/write.ts";
import type { Page } from "#contract/paging.ts";
import { fieldError } from "#kernel/errors.ts";
import { refuseForeignScope, refuseReadOnly, refuseStale } from "#resource/body-checks.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import { patientReadOnly, patientsContract, type Patient } from "./patients.contract.ts";
import {
  changePatient,
  draftPatient,
  lacksGuardian,
  patientForChange,
  registerPatient,
} from "./patients.commands.ts";
import { probableDuplicates, registeredAlike } from "./patients.duplicates.ts";
import {
  findPatient,
  keyGroups,
  presentListed,
  presentNewPatient,
  presentPatient,
  readPatient,
  type PatientCandidate,
} from "./patients.queries.ts";
import { searchPage } from "./patients.search.ts";
import { patientsTable, type PatientRow } from "./patients.table.ts";
import { patientWrites } from "./patients.writes.ts";

type ListQuery = InputOf<typeof patientsContract.list>["query"];

function fitsFilters(query: ListQuery): (row: PatientCandidate) => boolean {
  const { gender, dob, status, consent_status: consent, branch_id: branchId } = query;
  return (row) =>
    (gender === undefined || row.gender === gender) &&
    (dob === undefined || row.dob === dob) &&
    (status === undefined || row.status === status) &&
    (consent === undefined || row.consent_status === consent) &&
    (branchId === undefined || row.branch_id === branchId) &&
    (query.created_from === undefined || row.created_at >= query.created_from) &&
    (query.created_to === undefined || row.created_at < query.created_to) &&
    (query.updated_from === undefined || row.updated_at >= query.updated_from) &&
    (query.updated_to === undefined || row.updated_at < query.updated_to);
}

function filteredPatients(ctx: ReadContext, query: ListQuery) {
  let rows = ctx.db
    .selectFrom("patients")
    .selectAll()
    .select(travelState("patients").as("travel_state"))
    .where("tenant_id", "=", ctx.tenantId);
  if (query.gender !== undefined) rows = rows.where("gender", "=", query.gender);
  if (query.dob !== undefined) rows = rows.where("dob", "=", query.dob);
  if (query.status !== undefined) rows = rows.where("status", "=", query.status);
  if (query.consent_status !== undefined) {
    rows = rows.where("consent_status", "=", query.consent_status);
  }
  if (query.branch_id !== undefined) rows = rows.where("branch_id", "=", query.branch_id);
  if (query.created_from !== undefined) rows = rows.where("created_at", ">=", query.created_from);
  if (query.created_to !== undefined) rows = rows.where("created_at", "<", query.created_to);
  if (query.updated_from !== undefined) rows = rows.where("updated_at", ">=", query.updated_from);
  if (query.updated_to !== undefined) rows = rows.where("updated_at", "<", query.updated_to);
  return rows;
}

async function listPatients(ctx: ReadContext, query: ListQuery): Promise<Page<Patient>> {
  const { limit, cursor, sort = "-created_at", ...filters } = query;
  if (keyGroups(filters).length > 0) {
    return searchPage(ctx, filters, { limit, cursor }, fitsFilters(query));
  }
  const page = await readPage(filteredPatients(ctx, query), {
    sortColumn: sort === "name" ? "name_key" : "created_at",
    isDescending: sort.startsWith("-"),
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "patients",
    tenantId: ctx.tenantId,
    filters,
  });
  return mapPage(page, presentListed);
}

function auditPage(ctx: ReadContext, patients: readonly Patient[]): void {
  for (const patient of patients) ctx.auditRead("patients", patient.id, patient.id);
}

function warningsOf(ctx: WriteContext, row: PatientRow, alike: readonly string[]) {
  return [
    ...(alike.length === 0
      ? []
      : [
          {
            code: "possible_duplicate",
            message: "Somebody with these details is already registered.",
            patient_ids: [...alike],
          },
        ]),
    ...(lacksGuardian(ctx, row)
      ? [
          {
            code: "guardian_missing",
            message: "A patient under 18 should have a guardian as emergency contact.",
            field: "emergency_contact",
          },
        ]
      : []),
  ];
}

/** Patients: who they are. */
export const patientsModule = defineModule(
  "patients",
  patientsContract,
  {
    list: async ({ query }, ctx) => {
      const page = await listPatients(ctx, query);
      auditPage(ctx, page.data);
      return page;
    },

    search: async ({ query }, ctx) => {
      const { limit, cursor, ...terms } = query;
      if (keyGroups(terms).length === 0) {
        throw fieldError({
          path: "q",
          code: "validation_error",
          message: "give something to search for",
        });
      }
      const page = await searchPage(ctx, terms, { limit, cursor });
      auditPage(ctx, page.data);
      return page;
    },

    duplicates: async ({ query }, ctx) => {
      const rows = await probableDuplicates(ctx.db, ctx.tenantId, {
        name: query.name ?? null,
        dob: query.dob ?? null,
        phone: query.phone ?? null,
        abha_id: query.abha_id ?? null,
      });
      const data = rows.map(presentListed);
      auditPage(ctx, data);
      return { data };
    },

    get: async ({ params }, ctx) => {
      const patient = found(await readPatient(ctx.session, ctx.tenantId, params.id));
      ctx.auditRead("patients", patient.id, patient.id);
      return patient;
    },

    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const draft = await draftPatient(ctx, body);
      if (ctx.caller.type === "staff" && lacksGuardian(ctx, draft) && !draft.is_unidentified) {
        throw fieldError({
          path: "emergency_contact",
          code: "validation_error",
          message: "is required for a patient under 18: who answers for the child",
        });
      }
      const [alike] = await Promise.all([
        registeredAlike(ctx.session, ctx.tenantId, draft),
        ctx.write.refuseTaken(patientsTable, { ...draft, uhid: body.uhid ?? "" }),
      ]);
      const patient = await registerPatient(ctx, draft, body.uhid);
      return { ...presentNewPatient(ctx, patient), warnings: warningsOf(ctx, patient, alike) };
    },

    update: async ({ params, body }, ctx) => {
      const current = await patientForChange(ctx, params.id);
      refuseStale(ctx, current);
      refuseReadOnly(body, await presentPatient(ctx, current), patientReadOnly);
      const changed = changePatient(ctx, current, body);
      const patient = await presentPatient(ctx, changed);
      return { ...patient, warnings: warningsOf(ctx, changed, []) };
    },

    encounters: async ({ params, query }, ctx) => {
      const row = found(await findPatient(ctx.db, ctx.tenantId, params.id));
      ctx.auditRead("patients", row.id, row.id);
      return listEncounters(ctx, { ...query, patient_id: row.id });
    },
  },
  {
    writes: patientWrites,
    rules: {
      table: patientsTable,
      updatedEvent: "patient.updated",
      body: updatePatientBody,
      readOnly: patientReadOnly,
      change: changePatient,
      release: releaseNumber,
      isSentByDevices: true,
    },
  },
);
