import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { code, enumOf, idOf, json, str } from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { metadataField, readOnlyFields, recordReadOnly, recordShape } from "#contract/record.ts";

/** Where a draft stands. */
export const draftStatuses = ["open", "submitted", "discarded"] as const;

/** The state of a draft. */
export type DraftStatus = (typeof draftStatuses)[number];

const mostBytes = 65_536;
/** What somebody has typed so far, by the fields of the form. */
export const formState = json(mostBytes);

const createDraftBody = z.strictObject({
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  kind: code,
  entity_id: str(1, 64).nullable().optional(),
  form_state: formState,
  metadata: metadataField,
});

/** What only the server sets on a draft. */
export const draftReadOnly = [
  ...recordReadOnly,
  "branch_id",
  "kind",
  "entity_id",
  "owner_id",
  "device_id",
  "expires_at",
] as const;

const updateDraftBody = z.strictObject({
  ...readOnlyFields(draftReadOnly),
  form_state: formState.optional(),
  status: enumOf(draftStatuses).optional(),
  metadata: metadataField,
});

/** A draft, as the wire writes it. */
export const draftShape = z.strictObject({
  id: idOf("drf"),
  branch_id: idOf("brn").nullable(),
  kind: z.string(),
  entity_id: z.string().nullable(),
  owner_id: z.string(),
  device_id: z.string().nullable(),
  form_state: z.record(z.string(), z.unknown()),
  status: z.enum(draftStatuses),
  expires_at: z.string(),
  ...recordShape,
});

/** A draft, as the wire writes it. */
export type Draft = z.output<typeof draftShape>;

const idParams = z.strictObject({ id: idOf("drf") });
const read = { resource: "drafts", action: "read" } as const;
const update = { resource: "drafts", action: "update" } as const;
const tag = "Drafts";

/** The endpoints of drafts. */
export const draftsContract = {
  list: readEndpoint({
    path: "/v1/drafts",
    summary: "List drafts of the acting branch, the caller's own unless an owner is named",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...recordFilters,
      owner_id: str(1, 64).optional(),
      kind: code.optional(),
      entity_id: str(1, 64).optional(),
      status: enumOf(draftStatuses).optional(),
    }),
    response: pageOf(draftShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  get: readEndpoint({
    path: "/v1/drafts/{id}",
    summary: "Get one draft",
    tag,
    access: read,
    params: idParams,
    query: noQuery,
    response: draftShape,
  }),
  create: writeEndpoint({
    method: "POST",
    path: "/v1/drafts",
    summary: "Keep a form that is not finished",
    tag,
    access: { resource: "drafts", action: "create" },
    operation: "draft.create",
    home: "any",
    params: noParams,
    query: noQuery,
    body: createDraftBody,
    response: draftShape,
    status: 201,
    errors: ["tenant_mismatch", "branch_mismatch"],
  }),
  update: writeEndpoint({
    method: "PUT",
    path: "/v1/drafts/{id}",
    summary: "Keep a draft's newer state, or say that it was sent",
    tag,
    access: update,
    operation: "draft.update",
    home: "any",
    params: idParams,
    query: noQuery,
    body: updateDraftBody,
    response: draftShape,
    status: 200,
    errors: ["invalid_transition", "version_conflict", "branch_mismatch", "read_only_field"],
  }),
  discard: writeEndpoint({
    method: "DELETE",
    path: "/v1/drafts/{id}",
    summary: "Discard a draft",
    tag,
    access: update,
    operation: "draft.discard",
    home: "any",
    params: idParams,
    query: noQuery,
    body: null,
    response: draftShape,
    status: 200,
    errors: ["invalid_transition", "version_conflict", "branch_mismatch"],
  }),
} as const;
