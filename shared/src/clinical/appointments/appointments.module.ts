import { sql, type SqlBool } from "kysely";
import {
  affectedBy,
  displacedFrom,
  findException,
} from "#clinical/schedule-exceptions/schedule-exceptions.commands.ts";
import type { InputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError } from "#kernel/errors.ts";
import { daysBetween, localDate } from "#kernel/zones.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { emptyPage } from "#resource/branch-scope.ts";
import type { ReadContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import type { Condition } from "#resource/word-search.ts";
import { closuresFor, hoursAt } from "./appointments.booking.ts";
import {
  cancelAppointment,
  changeAppointment,
  refuseBeyondCheckIn,
} from "./appointments.changes.ts";
import { bookAppointment, referencedProvider } from "./appointments.commands.ts";
import { appointmentsContract, type Appointment } from "./appointments.contract.ts";
import { appointmentEvents } from "./appointments.events.ts";
import { nextAppointments } from "./appointments.next.ts";
import { appointments, onDays, takenTimes, zoneOfBranch } from "./appointments.queries.ts";
import { gridOfDays, placeReason, sellerOf } from "./appointments.slots.ts";
import { appointmentsTable } from "./appointments.table.ts";
import { appointmentWrites } from "./appointments.writes.ts";

type ListQuery = InputOf<typeof appointmentsContract.list>["query"];
type SlotQuery = InputOf<typeof appointmentsContract.slots>["query"];

const longestSlotRange = 31;

const nothing = sql<SqlBool>`1 = 0`;

/** The conditions of a list that asks for those who have to be moved. */
async function displacements(
  ctx: ReadContext,
  query: ListQuery,
  zone: string,
): Promise<readonly Condition[]> {
  const { schedule_exception_id: id, displaced, branch_id: branchId = ctx.branch.id } = query;
  const exception = id === undefined ? null : await findException(ctx.db, ctx.tenantId, id);
  const of = { tenantId: ctx.tenantId, branchId, zone };
  return [
    ...(exception === null ? [] : [exception === undefined ? nothing : affectedBy(exception)]),
    ...(displaced === undefined
      ? []
      : [await displacedFrom(ctx.db, of, localDate(ctx.now(), zone))]),
  ];
}

async function listAppointments(ctx: ReadContext, query: ListQuery): Promise<Page<Appointment>> {
  const { branch_id: branchId = ctx.branch.id } = query;
  const isActing = branchId === ctx.branch.id;
  const zone = isActing ? ctx.branch.timeZone : await zoneOfBranch(ctx.db, ctx.tenantId, branchId);
  if (zone === null) return emptyPage();
  const conditions = [...onDays(query, zone), ...(await displacements(ctx, query, zone))];
  return appointments.list(ctx, await askedOfPerson(ctx, query), conditions);
}

function daysOf(query: SlotQuery): { readonly from: string; readonly to: string } {
  const { date, date_from: from, date_to: to } = query;
  const wrong = (path: string, message: string) =>
    fieldError({ path, code: "validation_error", message });
  if (date !== undefined) {
    if (from === undefined && to === undefined) return { from: date, to: date };
    throw fieldError({
      path: "date",
      code: "conflicting_fields",
      message: "give date, or a range",
    });
  }
  if (from === undefined) throw wrong("date", "give date, or date_from and date_to");
  if (to === undefined) throw wrong("date_to", "is required beside date_from");
  if (to < from) throw wrong("date_to", "is before date_from");
  if (daysBetween(from, to) < longestSlotRange) return { from, to };
  throw wrong("date_to", `must be within ${longestSlotRange} days`);
}

async function listSlots(ctx: ReadContext, query: SlotQuery) {
  const days = daysOf(query);
  const provider = await referencedProvider(ctx, "provider_id", query.provider_id);
  const places = gridOfDays(hoursAt(ctx.branch, provider), days.from, days.to);
  const within = { start: places[0]?.start ?? 0, end: places.at(-1)?.blockEnd ?? 0 };
  const taken = await takenTimes(ctx.db, ctx.tenantId, provider.id, within);
  const isOnLeave = provider.status === "on_leave";
  const closureOf = await closuresFor(ctx, provider.id, within);
  const situation = { now: ctx.now(), taken, seller: sellerOf(ctx), isOnLeave, closureOf };
  const asked = query.duration_min;
  return places.map((place) => {
    const length = asked === undefined ? place.end - place.start : asked * 60_000;
    const reason = placeReason(place, length, situation);
    return {
      start_at: isoInstant(place.start),
      end_at: isoInstant(place.start + length),
      available: reason === null,
      remaining: reason === null ? 1 : 0,
      reason,
    };
  });
}

/** Appointments: when whom, and the queue of those who are there. */
export const appointmentsModule = defineModule(
  "appointments",
  appointmentsContract,
  {
    list: ({ query }, ctx) => listAppointments(ctx, query),

    slots: async ({ query }, ctx) => ({ data: await listSlots(ctx, query) }),

    next: async ({ query }, ctx) => {
      const data = await nextAppointments(ctx, query.patient_id);
      for (const { appointment_id: id, patient_id: of } of data)
        ctx.auditRead("appointments", id, of);
      return { data };
    },

    get: ({ params }, ctx) => appointments.get(ctx, params.id),

    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return appointments.present(ctx, await bookAppointment(ctx, body));
    },

    update: async ({ params, body }, ctx) => {
      refuseBeyondCheckIn(ctx, body);
      const row = await appointments.forChange(ctx, params.id);
      await appointments.refuseReadOnly(ctx, row, body);
      return appointments.present(ctx, await changeAppointment(ctx, row, body));
    },

    cancel: async ({ params, query }, ctx) => {
      refuseBeyondCheckIn(ctx, null);
      const row = await appointments.forChange(ctx, params.id);
      return appointments.present(ctx, await cancelAppointment(ctx, row, query));
    },
  },
  {
    writes: appointmentWrites,
    rules: {
      table: appointmentsTable,
      updatedEvent: appointmentEvents.updated,
      isSentByDevices: true,
    },
  },
);
