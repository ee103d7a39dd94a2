import type * as z from "zod";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { code as codeForm } from "#contract/fields.ts";
import { localNameFields, usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";
import { patternField } from "#contract/text-field.ts";

const prefixForm = patternField(/^[A-Z]{1,3}$/u, "must be one to three capitals, such as GEN");

/** The fields of a queue. */
export const queueFields = {
  /** As appointments have it in `queue_code`, and boards in their address. No two of a branch have one. */
  code: field.text(codeForm, { given: "once", sort: true }),
  /** What its tokens begin with; without one the first three letters of the code. No two of a branch have one. */
  token_prefix: field.text(prefixForm, { optional: true }),
  ...localNameFields,
  /** Whose patients stand in it unless somebody says otherwise. */
  department: field.text(codeForm, { optional: true, filter: true }),
  /** In one that is not in use nobody new is put. */
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where queues are served, and to whom. */
export const queueCrud = {
  path: "/v1/queues",
  resource: "queues",
  noun: ["queue", "queues"],
  prefix: "que",
  home: "branch",
  sort: "code",
} as const satisfies CrudOptions;

const queueShape = recordAnswer(queueFields, queueCrud);

/** A queue of a branch. */
export type Queue = z.output<typeof queueShape>;

const { list, get, create, update } = crud(queueFields, queueCrud);

/** The endpoints of queues. */
export const queuesContract = {
  list: { ...list, summary: "List the queues of the acting branch" },
  get,
  create: { ...create, errors: [...create.errors, "duplicate_value", "invalid_reference"] },
  update: { ...update, errors: [...update.errors, "duplicate_value", "invalid_reference"] },
} as const;
