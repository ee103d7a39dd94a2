import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeStudy, orderStudy } from "./radiology-studies.commands.ts";
import {
  radiologyComputed,
  radiologyContract,
  radiologyCrud,
  radiologyFields,
} from "./radiology-studies.contract.ts";
import { radiologyEvents } from "./radiology-studies.events.ts";
import { orderedGuard, reportedGuard } from "./radiology-studies.guard.ts";
import { listedStudies } from "./radiology-studies.queries.ts";
import { radiologyStudiesTable } from "./radiology-studies.table.ts";

const ordered = radiologyEvents["study.ordered"];
const updated = radiologyEvents["study.updated"];

/** Images that doctors ask for, from the order to the verified report. */
export const radiologyStudies = defineRecord(radiologyContract, radiologyFields, {
  crud: radiologyCrud,
  table: radiologyStudiesTable,
  events: { updated },
  // A number is on images already: neither gives it up.
  rules: { release: () => null },
  writes: {
    "radiology_study.create": [
      writesOf(radiologyStudiesTable, { makes: true, events: [ordered, updated] }),
    ],
    "radiology_study.update": [
      writesOf(radiologyStudiesTable, {
        changes: [
          "study_instance_uid",
          "body_site",
          "laterality",
          "contrast",
          "contrast_allergy_checked",
          "renal_function",
          "pregnancy_status",
          "pndt_form_f",
          "priority",
          "work_order",
          "clinical_notes",
          "diagnosis_code",
          "scheduled_at",
          "room_id",
          "radiation_dose",
          "series_count",
          "image_count",
          "report",
          "past_reports",
          "critical_ack",
          "status",
          "status_history",
          "ordered_at",
          "acquired_at",
          "metadata",
        ],
        events: Object.values(radiologyEvents),
      }),
    ],
  },
  guards: { "radiology_study.create": orderedGuard, "radiology_study.update": reportedGuard },
  handlers: (records) => ({
    list: async ({ query }, ctx) =>
      records.list(ctx, await askedOfPerson(ctx, query), listedStudies(query)),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, radiologyComputed);
      return records.present(ctx, await orderStudy(ctx, body, records.mapping.first(body)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const { status: _status, report: _report, critical_ack: _told, ...rest } = body;
      return records.present(ctx, await changeStudy(ctx, row, records.mapping.later(rest), body));
    },
  }),
});
