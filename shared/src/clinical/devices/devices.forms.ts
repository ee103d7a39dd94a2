import * as z from "zod";
import { enumOf, json, str, ts, verbatim } from "#contract/fields.ts";
import { recordForms, statusHistoryForm } from "#contract/record.ts";
import { deviceFields } from "./devices.contract.ts";
import {
  deviceStatuses,
  deviceTypes,
  healthStatuses,
  paperStates,
} from "./device-values.contract.ts";

const answers = z.strictObject({
  identity: verbatim(0, 1_000).nullable(),
  tells_status: z.boolean(),
  confirms: z.boolean(),
  language: z.literal("star").nullable(),
});

const health = z.strictObject({
  since: ts,
  last_seen_at: ts.nullable(),
  paper: enumOf(paperStates).nullable(),
  cover_open: z.boolean().nullable(),
  error_code: str(1, 64).nullable(),
  answers: answers.optional(),
});

const { location, ...fields } = deviceFields;

/** The form in which a device's fields are kept. */
export const deviceForms = {
  ...recordForms("dev"),
  ...fields,
  location_text: location,
  device_type: enumOf(deviceTypes),
  serial_no: str(1, 64),
  health_status: enumOf(healthStatuses),
  health,
  status: enumOf(deviceStatuses),
  status_history: statusHistoryForm(deviceStatuses),
  public_key: json(1_024),
  last_rotated_at: ts,
  pairing_code_hash: str(1, 128),
  pairing_expires_at: ts,
} as const;
