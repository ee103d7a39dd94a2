import * as z from "zod";
import {
  crud,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { date, idOf, int, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { statusHistoryForm, statusHistoryShape } from "#contract/record.ts";

/** What is otherwise than the usual hours: somebody is away, nobody is booked, or a holiday is worked. */
export const exceptionKinds = ["leave", "closed", "open"] as const;

/** One kind of exception. */
export type ExceptionKind = (typeof exceptionKinds)[number];

/** Whether an exception counts. */
export const exceptionStatuses = ["active", "withdrawn"] as const;

/** The state of an exception. */
export type ExceptionStatus = (typeof exceptionStatuses)[number];

/** The fields of an exception of somebody's usual hours, or of a branch's. */
export const exceptionFields = {
  /** Whose hours; of all at the branch, where nobody is named. */
  provider_id: field.id("stf", { given: "once", optional: true, filter: true }),
  kind: field.word(exceptionKinds, { given: "once", filter: true }),
  starts_at: field.text(ts, {}),
  ends_at: field.text(ts, {}),
  reason: field.text(str(0, 200), { optional: true }),
  status: field.word(exceptionStatuses, { given: "later", initial: "active", filter: true }),
  status_history: field.json(statusHistoryForm(exceptionStatuses), statusHistoryShape, {
    given: "never",
  }),
  /** How many booked appointments it stands in the way of. */
  affected_count: field.computed(int(0, Number.MAX_SAFE_INTEGER)),
  /** Those of them that come first. */
  affected_ids: field.computed(z.array(idOf("apt"))),
} as const;

/** Where exceptions are served, and to whom. */
export const exceptionCrud = {
  path: "/v1/schedule-exceptions",
  resource: "schedule_exceptions",
  noun: ["schedule exception", "schedule exceptions"],
  prefix: "scx",
  home: "branch",
  sort: "starts_at",
  orders: ["starts_at", "-starts_at", "created_at", "-created_at"],
} as const satisfies CrudOptions;

const exceptionShape = recordAnswer(exceptionFields, exceptionCrud);

/** An exception of the usual hours. */
export type ScheduleException = z.output<typeof exceptionShape>;

const { get, create } = crud(exceptionFields, exceptionCrud);

const update = updateEndpoint(exceptionFields, exceptionCrud, {
  /** Kept in the history of states beside a new state. */
  status_reason: str(0, 500).optional(),
});

/** The endpoints of exceptions. */
export const scheduleExceptionsContract = {
  list: {
    ...listEndpoint(exceptionFields, exceptionCrud, {
      date_from: date.optional(),
      date_to: date.optional(),
    }),
    summary: "List the acting branch's exceptions of the usual hours, by time",
  },
  get,
  create: {
    ...create,
    summary: "Say that somebody is away, that nobody is booked, or that a holiday is worked",
    errors: [...create.errors, "invalid_reference", "owned_by_branch", "forbidden"],
  },
  update: {
    ...update,
    summary: "Change the times of an exception, or withdraw it",
    errors: [...update.errors, "invalid_transition", "owned_by_branch", "forbidden"],
  },
} as const;
