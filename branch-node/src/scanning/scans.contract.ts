import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { idOf, str } from "@edgeward/shared/contract/fields.ts";

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

/** What a branch node knows of a code that somebody has scanned. */
export const scansContract = {
  lookUp: writeEndpoint({
    method: "POST",
    path: "/v1/scans",
    summary: "Whose a scanned code is: a wristband, a token's slip, an ABHA card, a printed number",
    tag: "Scans",
    // A look-up leaves its mark in the audit, and a code may hold a name: neither belongs into an address.
    access: { resource: "patients", action: "read" },
    operation: "scan.look_up",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: z.strictObject({ text: z.string().min(1).max(8_192) }),
    response: z.strictObject({
      kind: z.enum(scanKinds),
      /** Best first; more than one only where a number was given twice. */
      patient_ids: z.array(idOf("pat")),
      appointment_id: idOf("apt").nullable(),
      /** What is wrong with a damaged code. */
      problem: str(1, 200).nullable(),
    }),
    status: 200,
  }),
} as const;
