import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { idOf, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import {
  actorIdForm,
  readOnlyFields,
  statusHistoryForm,
  statusHistoryShape,
} from "#contract/record.ts";
import {
  dispensedShape,
  dispenseStatuses,
  givenDispensed,
  givenReturns,
  keptReturns,
  notPerformedReasons,
  returnsShape,
} from "./dispense-parts.contract.ts";

const never = { given: "never" } as const;

/** The fields of a dispense. */
export const dispenseFields = {
  /** Without one it is over the counter. */
  prescription_id: field.id("rx", { given: "once", optional: true, filter: true }),
  /** The prescription's, where there is one; of whoever is not known, nobody. */
  patient_id: field.id("pat", { given: "once", optional: true, filter: true }),
  /** The shelf from which it is given out. */
  location_id: field.id("loc", { given: "once", filter: true }),
  lines: field.json(givenDispensed, dispensedShape, { given: "once" }),
  counselling_done: field.bool({ initial: false }),
  /** Who has seen it, of what is not given out by one person alone. */
  witness_id: field.id("stf", { given: "once", optional: true }),
  dispensed_by: field.text(actorIdForm, { given: "never", filter: true }),
  returns: field.json(keptReturns, returnsShape, never),
  status: field.word(dispenseStatuses, { given: "later", initial: "preparation", filter: true }),
  /** Why it is not given out, of one that is declined. */
  not_performed_reason: field.word(notPerformedReasons, { given: "later", optional: true }),
  status_history: field.json(statusHistoryForm(dispenseStatuses), statusHistoryShape, never),
  /** When it was handed over. */
  completed_at: field.text(ts, { ...never, optional: true }),
} as const;

/** Where dispenses are served, and to whom. */
export const dispenseCrud = {
  path: "/v1/pharmacy/dispense",
  resource: "dispenses",
  noun: ["dispense", "dispenses"],
  prefix: "dsp",
  home: "branch",
  orders: ["created_at", "-created_at"],
  ofBranches: true,
} as const satisfies CrudOptions;

/** What a dispense has from the server alone. */
export const dispenseComputed = ["dispensed_by", "returns", "completed_at"] as const;

/** What a dispense has only once it is on record. */
export const dispenseLater = ["status", "status_history", "not_performed_reason"] as const;

const create = createEndpoint(
  dispenseFields,
  dispenseCrud,
  readOnlyFields([...dispenseLater, ...dispenseComputed]),
);
const { returns: _returns, ...changeable } = dispenseFields;
const update = updateEndpoint(changeable, dispenseCrud, {
  status_reason: str(3, 200).optional(),
  /** What comes back. */
  returns: givenReturns.optional(),
  /** The quarantine into which it goes. */
  to_location_id: idOf("loc").optional(),
});

/** The endpoints of dispenses. */
export const dispensesContract = {
  list: {
    ...listEndpoint(dispenseFields, dispenseCrud, {}),
    summary: "List what the acting branch has given out, newest first",
  },
  get: getEndpoint(dispenseFields, dispenseCrud),
  create: {
    ...create,
    summary: "Take medicines off the shelf, for a prescription or over the counter",
    errors: [
      ...create.errors,
      "invalid_reference",
      "read_only_field",
      "patient_merged",
      "insufficient_balance",
      "batch_expired",
      "batch_blocked",
      "over_dispense",
      "prescription_required",
      "price_over_mrp",
    ],
  },
  update: {
    ...update,
    response: getEndpoint(dispenseFields, dispenseCrud).response,
    summary:
      "Say that a dispense is ready, hand it over, cancel or decline it, or take some of it back",
    errors: [
      ...update.errors,
      "invalid_transition",
      "invalid_reference",
      "conflicting_fields",
      "already_billed",
    ],
  },
} as const;
