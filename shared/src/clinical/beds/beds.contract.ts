import * as z from "zod";
import {
  crud,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { enumOf, idOf, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { statusHistoryForm, statusHistoryShape } from "#contract/record.ts";

/** What a bed offers: by it a stay is charged. */
export const bedClasses = [
  "general",
  "semi_private",
  "private",
  "deluxe",
  "icu",
  "hdu",
  "nicu",
  "picu",
  "isolation",
  "day_care",
] as const;

/** The states of a bed; the ways between them stand in the state table beside this file. */
export const bedStatuses = ["vacant", "reserved", "occupied", "cleaning", "blocked"] as const;

/** One state of a bed. */
export type BedStatus = (typeof bedStatuses)[number];

/** The states that a bed has by itself; in the others an admission holds it. */
export const ownBedStatuses = ["vacant", "cleaning", "blocked"] as const;

/** Who lies in a bed, or has it kept: what a board shows. */
const occupantShape = z.strictObject({
  admission_id: z.string(),
  patient_id: z.string(),
  patient_name: z.string(),
  uhid: z.string(),
  gender: z.string(),
  dob: z.string().nullable(),
  admission_status: z.string(),
  admitted_at: z.string().nullable(),
  expected_discharge_date: z.string().nullable(),
  doctor_id: z.string(),
});

/** Who lies in a bed, or has it kept. */
export type BedOccupant = z.output<typeof occupantShape>;

/** The fields of a bed. */
export const bedFields = {
  ward_id: field.id("wrd", { given: "once", filter: true }),
  room_id: field.text(idOf("rom"), { optional: true }),
  /** As it is written on the bed. No two of a ward have one. */
  code: field.text(str(1, 60), { given: "once", sort: true }),
  bed_class: field.word(bedClasses, { filter: true }),
  status: field.word(bedStatuses, { given: "later", initial: "vacant" }),
  /** Why nobody can be put into it. */
  status_reason: field.text(str(1, 200), { optional: true, given: "later" }),
  /** Since when it is as it is; null for a bed that has never been otherwise. */
  status_since: field.text(ts, { optional: true, given: "never" }),
  status_history: field.json(statusHistoryForm(bedStatuses), statusHistoryShape, {
    given: "never",
  }),
  /** One, or none; two only where they were put there apart, until a person has decided between them. */
  occupants: field.computed(z.array(occupantShape)),
} as const;

/** Where beds are served, and to whom. */
export const bedCrud = {
  path: "/v1/beds",
  resource: "beds",
  noun: ["bed", "beds"],
  prefix: "bed",
  home: "branch",
  sort: "code",
} as const satisfies CrudOptions;

const bedShape = recordAnswer(bedFields, bedCrud);

/** A bed of a ward. */
export type Bed = z.output<typeof bedShape>;

const { get, create } = crud(bedFields, bedCrud);
const update = updateEndpoint(bedFields, bedCrud, {});

/** The endpoints of beds. */
export const bedsContract = {
  list: {
    ...listEndpoint(bedFields, bedCrud, { status: enumOf(bedStatuses).optional() }),
    summary: "List the beds of the acting branch, or of one of its wards",
  },
  get,
  create: { ...create, errors: [...create.errors, "duplicate_value", "invalid_reference"] },
  update: {
    ...update,
    summary: "Block a bed, have it cleaned, or give it back to whoever comes next",
    errors: [...update.errors, "invalid_reference", "invalid_transition"],
  },
} as const;
