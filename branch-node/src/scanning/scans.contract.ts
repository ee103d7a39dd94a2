import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { idOf, str, verbatim } from "@edgeward/shared/contract/fields.ts";

/** What a scanned code can mean. */
const scanKinds = [
  "patient",
  "token",
  "token_code",
  "specimen",
  "abha",
  "gs1",
  "product",
  "pairing",
  "damaged",
  "text",
] as const;

/** A tube by the label that was printed for it here. */
const scannedSpecimen = z.strictObject({
  specimen_code: z.string(),
  specimen_type: z.string(),
  tests: z.array(z.string()),
  collected_at: z.string().nullable(),
  /** Null for a patient whose record is not here. */
  patient_id: idOf("pat").nullable(),
});

/** A tube by the label that was printed for it here. */
export type ScannedSpecimen = z.output<typeof scannedSpecimen>;

/** What a scanned code has led to. */
const lookedUp = z.strictObject({
  kind: z.enum(scanKinds),
  /** Best first; more than one only where a number or a specimen's code was given twice. */
  patient_ids: z.array(idOf("pat")),
  appointment_id: idOf("apt").nullable(),
  /** Those whose label says the code: one of each patient, the newest first. */
  specimens: z.array(scannedSpecimen),
  /** What is wrong with a damaged code. */
  problem: str(1, 200).nullable(),
});

/** What a scanned code has led to. */
export type LookedUp = z.output<typeof lookedUp>;

/** What a branch node knows of a code that somebody has scanned. */
export const scansContract = {
  lookUp: writeEndpoint({
    method: "POST",
    path: "/v1/scans",
    summary:
      "Whose a scanned code is: a wristband, a token's slip, an ABHA card, a specimen's label, a printed number",
    tag: "Scans",
    // A look-up leaves its mark in the audit, and a code may hold a name: neither belongs into an address.
    access: { resource: "patients", action: "read" },
    operation: "scan.look_up",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: z.strictObject({ text: verbatim(1, 8_192) }),
    response: lookedUp,
    status: 200,
  }),
} as const;
