import * as z from "zod";
import { currencyCode, invoiceNumber } from "#contract/code-fields.ts";
import { crud, type CrudOptions } from "#contract/crud.ts";
import { updateEndpoint } from "#contract/crud.ts";
import { date, enumOf, idOf, int, money, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";

/** The states of a cashier's shift. */
export const shiftStatuses = ["open", "counted", "handed_over", "closed"] as const;

/** One state of a cashier's shift. */
export type ShiftStatus = (typeof shiftStatuses)[number];

/** By what money came or went. */
export const tenderMethods = [
  "cash",
  "card",
  "upi",
  "netbanking",
  "cheque",
  "demand_draft",
  "neft_rtgs",
  "wallet",
  "insurance",
  "corporate_credit",
  "advance",
] as const;

const mostMovements = 500;
const mostOfDrawer = 1_000_000_000_000;
const amount = int(1, mostOfDrawer);
const movementKinds = ["pay_in", "pay_out"] as const;
const never = { given: "never" } as const;
const later = { given: "never", optional: true } as const;

/** What a body puts into the drawer or takes out of it. */
const givenMovement = z.strictObject({
  kind: enumOf(movementKinds),
  amount_minor: amount,
  reason: str(3, 200),
});

const keptMovement = z.strictObject({
  id: idOf("cmv"),
  kind: enumOf(movementKinds),
  amount_minor: amount,
  reason: str(3, 200),
  at: ts,
  by: actorIdForm,
});

/** What was put in or taken out, as it is kept. */
export const keptMovements = z.array(keptMovement).max(mostMovements);

/** What was put into a drawer or taken out of it. */
export type CashMovement = z.output<typeof keptMovement>;

const movementsShape = z.array(
  z.strictObject({
    id: idOf("cmv"),
    kind: z.enum(movementKinds),
    amount_minor: z.int(),
    reason: z.string(),
    at: z.string(),
    by: z.string(),
  }),
);

const denomination = z.strictObject({
  value_minor: int(1, 100_000_000),
  /** How many of that note or coin. */
  pieces: int(0, 1_000_000),
});

/** The notes and coins of a count. */
export const denominations = z.array(denomination).min(1).max(40);

/** The notes and coins of a count, as they are kept. */
export type Denominations = z.output<typeof denominations>;

const denominationsShape = z.array(z.strictObject({ value_minor: z.int(), pieces: z.int() }));

const taking = z.strictObject({
  method: enumOf(tenderMethods),
  received_minor: money,
  returned_minor: money,
});

/** What came in and went out by each tender, as it is kept. */
export const takingsForm = z.array(taking).max(tenderMethods.length);

/** What came in and went out by each tender. */
export type Takings = z.output<typeof takingsForm>;

const takingsShape = z.array(
  z.strictObject({
    method: z.enum(tenderMethods),
    received_minor: z.int(),
    returned_minor: z.int(),
  }),
);

/** A sum that may be short. */
const signed = int(-mostOfDrawer * 1_000, mostOfDrawer * 1_000);

/** The fields of a cashier's shift. Amounts are in the minor unit of its currency. */
export const cashierShiftFields = {
  shift_no: field.text(invoiceNumber, { given: "never", filter: true }),
  cashier_id: field.text(actorIdForm, { given: "never", filter: true }),
  /** The drawer: one has one open shift. */
  counter: field.text(str(1, 40), { given: "once", filter: true }),
  currency: field.text(currencyCode, never),
  /** The day at the branch on which it was opened. */
  business_date: field.text(date, { given: "never", filter: true }),
  /** What was in the drawer at first. */
  float_minor: field.int(int(0, mostOfDrawer), { given: "once" }),
  movements: field.json(keptMovements, movementsShape, never),
  /** Null until it is counted: who counts does not see what should be there. */
  takings: field.json(takingsForm, takingsShape, later),
  expected_minor: field.int(signed, later),
  denominations: field.json(denominations, denominationsShape, later),
  counted_minor: field.int(money, later),
  /** What was counted less what should be there. */
  variance_minor: field.int(signed, later),
  variance_reason: field.text(str(3, 500), { given: "later", optional: true }),
  counted_at: field.text(ts, later),
  /** Who takes over what was counted. */
  handed_to: field.id("stf", { given: "later", optional: true, filter: true }),
  /** What was taken over, or put away: as much as was counted. */
  credited_minor: field.int(money, later),
  /** Who has closed it. */
  accepted_by: field.text(actorIdForm, later),
  closed_at: field.text(ts, later),
  status: field.word(shiftStatuses, { given: "later", initial: "open", filter: true }),
  status_history: field.json(statusHistoryForm(shiftStatuses), statusHistoryShape, never),
} as const;

/** Where cashiers' shifts are served, and to whom. */
export const cashierShiftCrud = {
  path: "/v1/cashier-shifts",
  resource: "cashier_shifts",
  noun: ["cashier shift", "cashier shifts"],
  prefix: "csh",
  home: "branch",
  orders: ["created_at", "-created_at"],
} as const satisfies CrudOptions;

const { list, get, create } = crud(cashierShiftFields, cashierShiftCrud);

/** A count: a sum, or notes and coins. */
const givenCount = z.strictObject({
  sum_minor: int(0, mostOfDrawer).optional(),
  denominations: denominations.optional(),
});

/** What a body says of a count. */
export type GivenCount = z.output<typeof givenCount>;

const update = updateEndpoint(cashierShiftFields, cashierShiftCrud, {
  /** Puts cash into the drawer, or takes some out. */
  movement: givenMovement.optional(),
  /** Ends the shift's takings. */
  count: givenCount.optional(),
});

/** The endpoints of cashiers' shifts. */
export const cashierShiftsContract = {
  list: { ...list, summary: "List the cashiers' shifts of the acting branch, newest first" },
  get,
  create: {
    ...create,
    summary: "Open a cashier's shift with what is in the drawer",
    errors: [...create.errors, "duplicate_value"],
  },
  update: {
    ...update,
    summary: "Pay in or out, count, hand over, take over or close a cashier's shift",
    errors: [
      ...update.errors,
      "invalid_transition",
      "forbidden",
      "invalid_reference",
      "conflicting_fields",
    ],
  },
} as const;
