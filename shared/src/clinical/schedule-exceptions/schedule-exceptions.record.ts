import { sql, type SqlBool } from "kysely";
import type * as z from "zod";
import { referencedStaff } from "#clinical/staff/staff.commands.ts";
import { isAllowed } from "#contract/access.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { isoInstant } from "#kernel/clock.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { addDays, instantOf } from "#kernel/zones.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import { defineRecord } from "#resource/record.ts";
import { nextState } from "#resource/state-machine.ts";
import {
  exceptionCrud,
  exceptionFields,
  exceptionStatuses,
  scheduleExceptionsContract,
} from "./schedule-exceptions.contract.ts";
import { exceptionEvents } from "./schedule-exceptions.events.ts";
import { affectedByEach } from "./schedule-exceptions.queries.ts";
import { exceptionStates } from "./schedule-exceptions.states.ts";
import { scheduleExceptionsTable, type ScheduleExceptionRow } from "./schedule-exceptions.table.ts";

type CreateBody = z.output<typeof scheduleExceptionsContract.create.body>;
type UpdateBody = z.output<typeof scheduleExceptionsContract.update.body>;

const longestMs = 366 * 24 * 3_600_000;

/** @throws AppError validation_error for times in the wrong order, or further apart than a year */
function refuseTimes({ starts_at: from, ends_at: to }: Pick<CreateBody, "starts_at" | "ends_at">) {
  const length = Date.parse(to) - Date.parse(from);
  const wrong = (message: string) =>
    fieldError({ path: "ends_at", code: "validation_error", message });
  if (length <= 0) throw wrong("must be after starts_at");
  if (length > longestMs) throw wrong("must be within a year of starts_at");
}

/** A doctor says when the doctor is away, and nobody else. @throws AppError forbidden */
function refuseOthersHours(ctx: WriteContext, providerId: string | null): void {
  const held = ctx.role === null ? ctx.caller.roles : [ctx.role];
  const mayForAll = held.some(
    (role) => role !== "doctor" && isAllowed([role], exceptionCrud.resource, "create"),
  );
  if (mayForAll || providerId === ctx.caller.id) return;
  throw new AppError("forbidden", "A doctor changes no hours but the doctor's own.");
}

async function refuseProvider(ctx: WriteContext, { kind, provider_id: id }: CreateBody) {
  if (typeof id === "string") {
    const statuses = ["active", "on_leave"];
    await referencedStaff(ctx, "provider_id", id, { roles: ["doctor", "nurse"], statuses });
  } else if (kind === "leave") {
    const message = "is required: who is away";
    throw fieldError({ path: "provider_id", code: "validation_error", message });
  }
}

function restated(ctx: WriteContext, row: ScheduleExceptionRow, body: UpdateBody) {
  const from = enumValueOf(exceptionStatuses, row.status);
  const wanted = body.status;
  if (wanted === undefined || wanted === from) return {};
  const status = nextState(exceptionStates, from, wanted);
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason: body.status_reason ?? null };
  return { status, status_history: [...row.status_history, step] };
}

// What is over keeps the times it had: who was told so has been told.
function refuseWithdrawn(row: ScheduleExceptionRow, body: UpdateBody): void {
  const isMoved = body.starts_at !== undefined || body.ends_at !== undefined;
  if (row.status === "active" || !isMoved) return;
  const path = body.starts_at === undefined ? "ends_at" : "starts_at";
  throw fieldError({ path, code: "validation_error", message: "of what was withdrawn stays" });
}

/** When a branch's usual hours do not hold: somebody's leave, a closed day, a holiday that is worked. */
export const scheduleExceptions = defineRecord(scheduleExceptionsContract, exceptionFields, {
  crud: exceptionCrud,
  table: scheduleExceptionsTable,
  events: exceptionEvents,
  computed: affectedByEach,
  sample: (serial) => ({
    kind: "closed",
    starts_at: isoInstant(Date.UTC(2032, 0, serial)),
    ends_at: isoInstant(Date.UTC(2032, 0, serial, 12)),
    reason: "Stocktaking",
  }),
  writes: {
    "schedule_exception.update": [
      writesOf(scheduleExceptionsTable, {
        changes: ["starts_at", "ends_at", "reason", "status", "status_history", "metadata"],
        events: [exceptionEvents.updated],
      }),
    ],
  },
  handlers: (records) => ({
    list: ({ query }, ctx) => {
      const { date_from: from, date_to: to } = query;
      const startOf = (date: string) => isoInstant(instantOf(date, "00:00", ctx.branch.timeZone));
      return records.list(ctx, query, [
        ...(from === undefined ? [] : [sql<SqlBool>`ends_at > ${startOf(from)}`]),
        ...(to === undefined ? [] : [sql<SqlBool>`starts_at < ${startOf(addDays(to, 1))}`]),
      ]);
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseTimes(body);
      refuseOthersHours(ctx, body.provider_id ?? null);
      await refuseProvider(ctx, body);
      const row = ctx.write.insert(scheduleExceptionsTable, ctx.newId(exceptionCrud.prefix), {
        ...records.mapping.first(body),
        branch_id: ctx.branch.id,
        status_history: [{ status: "active", at: ctx.write.at, by: ctx.caller.id, reason: null }],
      });
      ctx.write.emit(exceptionEvents.created, scheduleExceptionsTable, row, {});
      return records.present(ctx, row);
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      refuseOthersHours(ctx, row.provider_id);
      refuseWithdrawn(row, body);
      refuseTimes({ starts_at: row.starts_at, ends_at: row.ends_at, ...timesOf(body) });
      const patch = { ...records.mapping.later(body), ...restated(ctx, row, body) };
      const after = ctx.write.update(scheduleExceptionsTable, row, patch);
      if (after !== row)
        ctx.write.emit(exceptionEvents.updated, scheduleExceptionsTable, after, {});
      return records.present(ctx, after);
    },
  }),
});

function timesOf({ starts_at, ends_at }: UpdateBody) {
  return {
    ...(starts_at === undefined ? {} : { starts_at }),
    ...(ends_at === undefined ? {} : { ends_at }),
  };
}
