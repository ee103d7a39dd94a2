import * as z from "zod";
import { enumOf, str, ts, verbatim } from "#contract/fields.ts";
import { paperStates } from "./device-values.contract.ts";

const answers = z.strictObject({
  identity: verbatim(0, 1_000).nullable(),
  tells_status: z.boolean(),
  tells_paper: z.boolean(),
  confirms: z.boolean(),
  language: z.literal("star").nullable(),
  identity_before: verbatim(0, 1_000).nullable(),
});

const health = z.strictObject({
  since: ts,
  last_seen_at: ts.nullable(),
  paper: enumOf(paperStates).nullable(),
  cover_open: z.boolean().nullable(),
  drawer_open: z.boolean().nullable(),
  error_code: str(1, 64).nullable(),
  answers: answers.optional(),
});

/** The form of what is kept of a device and not answered as it is. */
export const deviceForms = {
  health,
  pairing_code_hash: str(1, 128),
  pairing_expires_at: ts,
} as const;
