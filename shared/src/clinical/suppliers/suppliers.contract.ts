import { gstin, taxPan } from "#contract/code-fields.ts";
import { crud, type CrudOptions } from "#contract/crud.ts";
import { address, code, email, int, str, text } from "#contract/fields.ts";
import { usageStatuses } from "#contract/local-names.ts";
import { field } from "#contract/record-fields.ts";

/** The fields of a supplier. */
export const supplierFields = {
  code: field.text(code, { given: "once", unique: "duplicate_value", sort: true }),
  name: field.text(str(1, 200), { search: "words", sort: true }),
  /** The number under which it is registered for tax; one that is too small to be registered has none. */
  gstin: field.text(gstin, { optional: true, unique: "duplicate_value", filter: true }),
  pan: field.text(taxPan, { optional: true }),
  /** The licence by which it may sell drugs. */
  drug_licence_no: field.text(str(1, 64), { optional: true }),
  /** Whom orders and complaints reach there. */
  contact_name: field.text(str(1, 200), { optional: true }),
  phone: field.phone({ optional: true }),
  email: field.text(email, { optional: true }),
  address: field.json(address, address, { optional: true }),
  /** In how many days after its invoice it is paid. */
  payment_terms_days: field.int(int(0, 180), { optional: true }),
  notes: field.text(text(2000), { optional: true }),
  /** From one that is not in use nothing more is ordered. */
  status: field.word(usageStatuses, { initial: "active", filter: true }),
} as const;

/** Where suppliers are served, and to whom. */
export const supplierCrud = {
  path: "/v1/suppliers",
  resource: "suppliers",
  noun: ["supplier", "suppliers"],
  prefix: "sup",
  home: "any",
  sort: "name",
} as const satisfies CrudOptions;

/** The endpoints of suppliers. */
export const suppliersContract = crud(supplierFields, supplierCrud);
