import * as z from "zod";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { code, json, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm } from "#contract/record.ts";

/** Where a draft stands. */
export const draftStatuses = ["open", "submitted", "discarded"] as const;

/** The state of a draft. */
export type DraftStatus = (typeof draftStatuses)[number];

const mostBytes = 65_536;

/** The fields of a draft. */
export const draftFields = {
  kind: field.text(code, { given: "once", filter: true, column: "draft_kind" }),
  /** The record that the form is about, where there is one already. */
  entity_id: field.text(str(1, 64), {
    given: "once",
    optional: true,
    filter: true,
    column: "subject_id",
  }),
  owner_id: field.text(actorIdForm, { given: "never", filter: true }),
  device_id: field.text(str(1, 64), { given: "never", optional: true }),
  form_state: field.json(json(mostBytes), z.record(z.string(), z.unknown()), {}),
  status: field.word(draftStatuses, {
    given: "later",
    initial: "open",
    filter: true,
    column: "draft_status",
  }),
  expires_at: field.text(ts, { given: "never" }),
} as const;

/** Where drafts are served, and to whom. */
export const draftCrud = {
  path: "/v1/drafts",
  resource: "drafts",
  noun: ["draft", "drafts"],
  prefix: "drf",
  home: "any",
  orders: [],
} as const satisfies CrudOptions;

/** A draft, as the wire writes it. */
export const draftShape = recordAnswer(draftFields, draftCrud);

/** A draft, as the wire writes it. */
export type Draft = z.output<typeof draftShape>;

const { list, get, create, update } = crud(draftFields, draftCrud);

/** The endpoints of drafts. */
export const draftsContract = {
  list: {
    ...list,
    summary: "List drafts of the acting branch, the caller's own unless an owner is named",
  },
  get,
  create: { ...create, summary: "Keep a form that is not finished" },
  update: {
    ...update,
    summary: "Keep a draft's newer state, or say that it was sent",
    errors: [...update.errors, "invalid_transition"],
  },
  discard: {
    ...update,
    method: "DELETE",
    summary: "Discard a draft",
    operation: "draft.discard",
    body: null,
    errors: ["invalid_transition", "version_conflict", "branch_mismatch"],
  },
} as const;
