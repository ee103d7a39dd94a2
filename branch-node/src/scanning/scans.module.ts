import type { LabelledSpecimen } from "@edgeward/shared/clinical/print-jobs/print-jobs.specimens.ts";
import { defineModule } from "@edgeward/shared/resource/module.ts";
import { lookUpScan, patientIdsOf } from "./look-up.ts";
import { scansContract, type ScannedSpecimen } from "./scans.contract.ts";

function presentSpecimen({ label, patient }: LabelledSpecimen): ScannedSpecimen {
  const { specimen_code, specimen_type, tests, collected_at } = label;
  return {
    specimen_code,
    specimen_type,
    tests: [...tests],
    collected_at,
    patient_id: patient?.id ?? null,
  };
}

/** `POST /v1/scans`. */
export const scansModule = defineModule("scans", scansContract, {
  lookUp: async ({ body }, ctx) => {
    const found = await lookUpScan(ctx, body.text);
    const { code, appointment, specimens } = found;
    return {
      kind: code.kind,
      patient_ids: [...patientIdsOf(found)],
      appointment_id: appointment?.id ?? null,
      specimens: specimens.map(presentSpecimen),
      problem: code.kind === "damaged" ? code.problem : null,
    };
  },
});
