import { sql, type SqlBool } from "kysely";
import { updatePatientBody } from "./patients.contract.ts";
import { releaseNumber } from "./patients.numbers.ts";
import { firstConsentGuard, noteFirstConsent } from "#clinical/consents/first-consent.commands.ts";
import { listEncounters } from "#clinical/encounters/encounters.commands.ts";
import type { InputOf } from "#contract/endpoint.ts";
import { whereFields, writtenState } from "#db/read.ts";
import { found } from "#write/write.ts";
import type { Page } from "#contract/paging.ts";
import { fieldError } from "#kernel/errors.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { closedPatients, refuseClosed } from "#resource/closed-patients.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import type { Condition } from "#resource/word-search.ts";
import { patientReadOnly, patientsContract, type Patient } from "./patients.contract.ts";
import {
  birthOf,
  changePatient,
  draftPatient,
  lacksGuardian,
  registerPatient,
} from "./patients.commands.ts";
import { patientChanges } from "./patients.changes.ts";
import { probableDuplicates, registeredAlike } from "./patients.duplicates.ts";
import { patientEvents } from "./patients.events.ts";
import { mergePatient, mergingGuard, unmergePatient } from "./patients.merge.ts";
import { findPatient, presentListed, patients, type PatientCandidate } from "./patients.queries.ts";
import { keyGroups } from "./patients.keys.ts";
import { searchPage } from "./patients.search.ts";
import { refuseUnfitPhoto } from "./patients.photo.ts";
import { patientsTable, unverified, type PatientRow } from "./patients.table.ts";
import { patientWrites } from "./patients.writes.ts";

type ListQuery = InputOf<typeof patientsContract.list>["query"];

function fitsFilters(query: ListQuery): (row: PatientCandidate) => boolean {
  const { identity_unverified: wanted } = query;
  const fits = patients.lists.fits(query);
  return (row) =>
    fits(row) &&
    (query.ids === undefined || query.ids.includes(row.id)) &&
    (wanted === undefined || (row.identity_unverified === true) === (wanted === "true"));
}

// A merged record is shown by its survivor; who asks for merged ones, or for this very one, has them.
function listedPatients(query: ListQuery): readonly Condition[] {
  const { status, ids, identity_unverified: wanted } = query;
  return [
    ...(ids === undefined ? [] : [whereFields({ id: ids })]),
    ...(status === undefined && ids === undefined ? [sql<SqlBool>`status <> 'merged'`] : []),
    ...(wanted === "true" ? [sql<SqlBool>`${sql.raw(unverified)}`] : []),
    ...(wanted === "false" ? [sql<SqlBool>`${sql.raw(unverified)} IS NULL`] : []),
  ];
}

async function listPatients(ctx: ReadContext, query: ListQuery): Promise<Page<Patient>> {
  const { limit, cursor, sort: _, ...filters } = query;
  if (keyGroups(filters, ctx.valueSeal).length === 0)
    return patients.list(ctx, query, listedPatients(query));
  const page = await searchPage(ctx, filters, { limit, cursor }, fitsFilters(query));
  auditPage(ctx, page.data);
  return page;
}

function auditPage(ctx: ReadContext, shown: readonly Patient[]): void {
  for (const patient of shown) ctx.auditRead("patients", patient.id, patient.id);
}

/** @throws AppError validation_error for a consent that nobody can have withdrawn or outlived yet */
function refuseLaterConsent(status: Patient["consent_status"] | undefined): void {
  if (status !== "revoked" && status !== "expired") return;
  const message = "of somebody who is new is pending, granted or denied";
  throw fieldError({ path: "consent_status", code: "validation_error", message });
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
    list: ({ query }, ctx) => listPatients(ctx, query),

    search: async ({ query }, ctx) => {
      const { limit, cursor, ...terms } = query;
      if (keyGroups(terms, ctx.valueSeal).length === 0) {
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
      const { guardian, village, line1, postal_code, number, age_years: age, ...known } = query;
      const birth =
        known.dob === undefined ? birthOf(ctx, { dob: undefined, age_years: age }) : known;
      const rows = await probableDuplicates(ctx, {
        ...known,
        dob: birth.dob ?? null,
        dob_estimated: known.dob === undefined,
        emergency_contact: guardian === undefined ? null : { name: guardian },
        address: { city: village, line1, postal_code },
        identifiers: number === undefined ? [] : [{ value: ctx.valueSeal.seal(number) }],
      });
      const data = rows.map(presentListed);
      auditPage(ctx, data);
      return { data };
    },

    get: ({ params }, ctx) => patients.get(ctx, params.id),

    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      await refuseUnfitPhoto(ctx, body.photo_document_id, null);
      refuseLaterConsent(body.consent_status);
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
      noteFirstConsent(ctx, patient);
      // Nobody can have changed the record yet.
      const answer = await patients.present(ctx, patient, writtenState(ctx.write, patient.id));
      return { ...answer, warnings: warningsOf(ctx, patient, alike) };
    },

    update: async ({ params, body }, ctx) => {
      const current = await patients.forChange(ctx, params.id);
      await patients.refuseReadOnly(ctx, current, body);
      await refuseUnfitPhoto(ctx, body.photo_document_id, current);
      const changed = changePatient(ctx, current, body);
      const patient = await patients.present(ctx, changed);
      return { ...patient, warnings: warningsOf(ctx, changed, []) };
    },

    merge: async ({ params, body }, ctx) => {
      // Both at once, so that of two merges that meet on one record the second waits.
      const rows = await ctx.write.loadAll(patientsTable, [params.id, body.survivor_id].toSorted());
      const current = await patients.forChange(ctx, params.id);
      // The survivor is answered as well.
      refuseClosed(await closedPatients({ ...ctx, nowMs: ctx.now() }, new Set([body.survivor_id])));
      const { patient, survivor } = await mergePatient(ctx, current, rows, body);
      return {
        patient: await patients.present(ctx, patient),
        survivor: await patients.present(ctx, survivor),
      };
    },

    unmerge: async ({ params, body }, ctx) => {
      const current = await patients.forChange(ctx, params.id);
      const { patient, survivor, keptFields } = await unmergePatient(ctx, current, body);
      return {
        patient: await patients.present(ctx, patient),
        survivor: await patients.present(ctx, survivor),
        kept_fields: [...keptFields],
      };
    },

    changes: ({ params, query }, ctx) => patientChanges(ctx, params.id, query),

    encounters: async ({ params, query }, ctx) => {
      const row = found(await findPatient(ctx.db, ctx.tenantId, params.id));
      ctx.auditRead("patients", row.id, row.id);
      return listEncounters(ctx, { ...query, patient_id: row.id });
    },
  },
  {
    writes: patientWrites,
    guards: {
      "patient.create": firstConsentGuard,
      "patient.merge": mergingGuard,
      "patient.unmerge": mergingGuard,
    },
    rules: {
      table: patientsTable,
      updatedEvent: patientEvents.updated,
      body: updatePatientBody,
      readOnly: patientReadOnly,
      change: changePatient,
      release: releaseNumber,
      isSentByDevices: true,
    },
  },
);
