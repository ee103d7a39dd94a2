import { defineModule } from "@edgeward/shared/module/module.ts";
import { lookUpScan } from "./look-up.ts";
import { scansContract } from "./scans.contract.ts";

/** `POST /v1/scans`. */
export const scansModule = defineModule("scans", scansContract, {
  lookUp: async ({ body }, ctx) => {
    const { code, patients, appointment } = await lookUpScan(ctx, body.text);
    return {
      kind: code.kind,
      patient_ids: patients.map(({ id }) => id),
      appointment_id: appointment?.id ?? null,
      problem: code.kind === "damaged" ? code.problem : null,
    };
  },
});
