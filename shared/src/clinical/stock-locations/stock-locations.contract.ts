import { crud, type CrudOptions } from "#contract/crud.ts";
import { code as codeForm } from "#contract/fields.ts";
import { localNameFields, usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";

/** What a place is for: stores keep, from shelves goods are given out, and from quarantine nothing is. */
export const locationKinds = ["store", "shelf", "quarantine"] as const;

/** One of them. */
export type LocationKind = (typeof locationKinds)[number];

/** The fields of a place where goods are kept. */
export const stockLocationFields = {
  /** No two of a branch have one. */
  code: field.text(codeForm, { given: "once", sort: true }),
  ...localNameFields,
  /** Fixed, so that what was set aside there is never on a shelf of a sudden. */
  kind: field.word(locationKinds, { given: "once", filter: true }),
  /** Into one that is not in use nothing more is put. */
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where places of goods are served, and to whom. */
export const stockLocationCrud = {
  path: "/v1/stock-locations",
  resource: "stock_locations",
  noun: ["stock location", "stock locations"],
  prefix: "loc",
  home: "branch",
  sort: "code",
} as const satisfies CrudOptions;

const { list, get, create, update } = crud(stockLocationFields, stockLocationCrud);

/** The endpoints of places where goods are kept. */
export const stockLocationsContract = {
  list: { ...list, summary: "List where the acting branch keeps goods" },
  get,
  create: { ...create, errors: [...create.errors, "duplicate_value"] },
  update,
} as const;
