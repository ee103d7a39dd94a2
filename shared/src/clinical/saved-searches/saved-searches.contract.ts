import * as z from "zod";
import { crud, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { json, str } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm } from "#contract/record.ts";

/** The lists of which searches are kept. */
const searchedPages = ["patients"] as const;

/** Whether a search is still wanted. */
const searchStatuses = ["active", "removed"] as const;

const mostBytes = 2_048;

/** The fields of a saved search. */
export const savedSearchFields = {
  page: field.word(searchedPages, { given: "once", filter: true }),
  owner_id: field.text(actorIdForm, { given: "never" }),
  /** No two of one person's searches of a list have one name. */
  name: field.text(str(1, 60), {}),
  /** What the list is narrowed by, as its address says it. Of one that is removed nothing is kept. */
  filters: field.json(json(mostBytes), z.record(z.string(), z.unknown()), {}),
  status: field.word(searchStatuses, { given: "later", initial: "active" }),
} as const;

/** Where saved searches are served, and to whom. */
export const savedSearchCrud = {
  path: "/v1/saved-searches",
  resource: "saved_searches",
  noun: ["saved search", "saved searches"],
  prefix: "svs",
  home: "branch",
} as const satisfies CrudOptions;

const savedSearchShape = recordAnswer(savedSearchFields, savedSearchCrud);

/** A search that somebody has given a name. */
export type SavedSearch = z.output<typeof savedSearchShape>;

const { list, get, create, update } = crud(savedSearchFields, savedSearchCrud);

/** The endpoints of saved searches. */
export const savedSearchesContract = {
  list: { ...list, summary: "List the caller's own saved searches at the acting branch" },
  get,
  create: {
    ...create,
    summary: "Keep a search under a name, for the caller alone",
    errors: [...create.errors, "duplicate_value"],
  },
  update: {
    ...update,
    summary: "Rename a saved search, change what it asks, or remove it",
    errors: [...update.errors, "duplicate_value"],
  },
} as const;
