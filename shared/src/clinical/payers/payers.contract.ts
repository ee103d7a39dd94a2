import { bp, gstin } from "#contract/code-fields.ts";
import { crud, type CrudOptions } from "#contract/crud.ts";
import { address, code, email, int, str, text } from "#contract/fields.ts";
import { usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";

/** What somebody is who pays for patients. */
const payerTypes = ["insurer", "tpa", "government_scheme", "corporate"] as const;

/** The fields of a payer. */
export const payerFields = {
  code: field.text(code, { given: "once", unique: "duplicate_value", sort: true }),
  name: field.text(str(1, 200), { search: "words", sort: true }),
  type: field.word(payerTypes, { filter: true }),
  gstin: field.text(gstin, { optional: true }),
  /** Whom questions about a claim reach there. */
  contact_name: field.text(str(1, 200), { optional: true }),
  phone: field.phone({ optional: true }),
  email: field.text(email, { optional: true }),
  address: field.json(address, address, { optional: true }),
  /** In how many days after a claim it pays. */
  payment_terms_days: field.int(int(0, 365), { optional: true }),
  /** What it holds back of a settlement for income tax, in hundredths of a per cent. */
  tds_bp: field.int(bp, { optional: true }),
  notes: field.text(text(2000), { optional: true }),
  /** To one that is not in use nothing more is billed. */
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where payers are served, and to whom. */
export const payerCrud = {
  path: "/v1/payers",
  resource: "payers",
  noun: ["payer", "payers"],
  prefix: "pyr",
  home: "hub",
  sort: "name",
} as const satisfies CrudOptions;

const { list, get, create, update } = crud(payerFields, payerCrud);

/** The endpoints of payers. */
export const payersContract = {
  list,
  get,
  create: { ...create, errors: [...create.errors, "hub_only"] },
  update: { ...update, errors: [...update.errors, "hub_only"] },
} as const;
