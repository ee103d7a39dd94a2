import type * as z from "zod";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { code as codeForm } from "#contract/fields.ts";
import { localNameFields, usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";

/** The fields of a ward. */
export const wardFields = {
  /** No two of a branch have one. */
  code: field.text(codeForm, { given: "once", sort: true }),
  ...localNameFields,
  department: field.text(codeForm, { optional: true, filter: true }),
  /** To one that is not in use nobody new is admitted. */
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where wards are served, and to whom. */
export const wardCrud = {
  path: "/v1/wards",
  resource: "wards",
  noun: ["ward", "wards"],
  prefix: "wrd",
  home: "branch",
  sort: "code",
} as const satisfies CrudOptions;

const wardShape = recordAnswer(wardFields, wardCrud);

/** A ward of a branch. */
export type Ward = z.output<typeof wardShape>;

const { list, get, create, update } = crud(wardFields, wardCrud);

/** The endpoints of wards. */
export const wardsContract = {
  list: { ...list, summary: "List the wards of the acting branch" },
  get,
  create: { ...create, errors: [...create.errors, "duplicate_value", "invalid_reference"] },
  update: { ...update, errors: [...update.errors, "invalid_reference"] },
} as const;
