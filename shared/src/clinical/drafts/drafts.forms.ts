import { code, enumOf, str, ts } from "#contract/fields.ts";
import { actorIdForm, recordForms } from "#contract/record.ts";
import { draftStatuses, formState } from "./drafts.contract.ts";

/** The form in which a draft's fields are kept. */
export const draftForms = {
  ...recordForms("drf"),
  draft_kind: code,
  subject_id: str(1, 64),
  owner_id: actorIdForm,
  device_id: str(1, 64),
  form_state: formState,
  draft_status: enumOf(draftStatuses),
  expires_at: ts,
} as const;
