import * as z from "zod";
import { crud, listEndpoint, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { date, idOf, str } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";

/** Who keeps a holiday, or whether it is one of the clinic's own. */
const holidayKinds = ["public", "bank", "school", "optional", "observance", "clinic"] as const;

/** Whether a holiday counts. */
const holidayStatuses = ["active", "withdrawn"] as const;

const mostBranches = 500;

/** The fields of a holiday. */
export const holidayFields = {
  /** The local day of each branch. */
  date: field.text(date, { sort: true }),
  name: field.text(str(1, 120), { search: "words" }),
  kind: field.word(holidayKinds, { initial: "public", filter: true }),
  /** Whether nobody is booked on the day; otherwise it is only shown. */
  closes: field.bool({ initial: true }),
  /** The branches that keep it; all of the tenant, where none are named. */
  branches: field.json(z.array(idOf("brn")).min(1).max(mostBranches), z.array(z.string()), {
    optional: true,
  }),
  note: field.text(str(0, 200), { optional: true }),
  status: field.word(holidayStatuses, { given: "later", initial: "active", filter: true }),
} as const;

/** Where holidays are served, and to whom. */
export const holidayCrud = {
  path: "/v1/holidays",
  resource: "holidays",
  noun: ["holiday", "holidays"],
  prefix: "hol",
  home: "hub",
  sort: "date",
} as const satisfies CrudOptions;

const holidayShape = recordAnswer(holidayFields, holidayCrud);

/** A holiday. */
export type Holiday = z.output<typeof holidayShape>;

const { get, create, update } = crud(holidayFields, holidayCrud);

/** The endpoints of holidays. */
export const holidaysContract = {
  list: listEndpoint(holidayFields, holidayCrud, {
    date_from: date.optional(),
    date_to: date.optional(),
  }),
  get,
  create: { ...create, errors: [...create.errors, "duplicate_value", "hub_only"] },
  update: { ...update, errors: [...update.errors, "duplicate_value", "hub_only"] },
} as const;
