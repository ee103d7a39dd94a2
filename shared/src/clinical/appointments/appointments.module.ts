import type { InputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { readPage } from "#db/page.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError } from "#kernel/errors.ts";
import { daysBetween } from "#kernel/zones.ts";
import { refuseForeignScope, refuseReadOnly, refuseStale } from "#resource/body-checks.ts";
import {
  emptyPage,
  foundInScope,
  maySeeBranch,
  refuseOtherBranch,
} from "#resource/branch-scope.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import { hoursAt } from "./appointments.booking.ts";
import {
  cancelAppointment,
  changeAppointment,
  refuseBeyondCheckIn,
} from "./appointments.changes.ts";
import { bookAppointment, referencedProvider } from "./appointments.commands.ts";
import {
  appointmentReadOnly,
  appointmentsContract,
  type Appointment,
} from "./appointments.contract.ts";
import {
  filteredAppointments,
  findAppointment,
  presentAppointment,
  presentAppointments,
  takenTimes,
  zoneOfBranch,
} from "./appointments.queries.ts";
import { gridOfDays, placeReason, sellerOf } from "./appointments.slots.ts";
import { appointmentsTable, type AppointmentRow } from "./appointments.table.ts";
import { appointmentWrites } from "./appointments.writes.ts";

type ListQuery = InputOf<typeof appointmentsContract.list>["query"];
type SlotQuery = InputOf<typeof appointmentsContract.slots>["query"];

const longestSlotRange = 31;

async function listAppointments(ctx: ReadContext, query: ListQuery): Promise<Page<Appointment>> {
  const { limit, cursor, sort = "slot_time", branch_id: branchId = ctx.branch.id, ...rest } = query;
  if (!maySeeBranch(ctx.caller, branchId)) return emptyPage();
  const isActing = branchId === ctx.branch.id;
  const zone = isActing ? ctx.branch.timeZone : await zoneOfBranch(ctx.db, ctx.tenantId, branchId);
  if (zone === null) return emptyPage();
  const filters = { ...rest, branchId };
  const page = await readPage(filteredAppointments(ctx.db, ctx.tenantId, filters, zone), {
    sortColumn: sort.replace("-", ""),
    isDescending: sort.startsWith("-"),
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "appointments",
    tenantId: ctx.tenantId,
    filters,
  });
  for (const row of page.data) ctx.auditRead("appointments", row.id, row.patient_id);
  return { ...page, data: await presentAppointments(ctx, page.data) };
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
  const situation = { now: ctx.now(), taken, seller: sellerOf(ctx), isOnLeave };
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

async function appointmentForChange(ctx: WriteContext, id: string): Promise<AppointmentRow> {
  const row = foundInScope(ctx.caller, await ctx.write.load(appointmentsTable, id));
  refuseOtherBranch(ctx, row);
  refuseStale(ctx, row);
  return row;
}

/** Appointments: when whom, and the queue of those who are there. */
export const appointmentsModule = defineModule(
  "appointments",
  appointmentsContract,
  {
    list: ({ query }, ctx) => listAppointments(ctx, query),

    slots: async ({ query }, ctx) => ({ data: await listSlots(ctx, query) }),

    get: async ({ params }, ctx) => {
      const row = foundInScope(ctx.caller, await findAppointment(ctx.db, ctx.tenantId, params.id));
      ctx.auditRead("appointments", row.id, row.patient_id);
      return presentAppointment(ctx, row);
    },

    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return presentAppointment(ctx, await bookAppointment(ctx, body));
    },

    update: async ({ params, body }, ctx) => {
      refuseBeyondCheckIn(ctx, body);
      const row = await appointmentForChange(ctx, params.id);
      const known = await presentAppointment(ctx, row);
      refuseReadOnly(body, known, appointmentReadOnly);
      return presentAppointment(ctx, await changeAppointment(ctx, row, body));
    },

    cancel: async ({ params, query }, ctx) => {
      refuseBeyondCheckIn(ctx, null);
      const row = await appointmentForChange(ctx, params.id);
      return presentAppointment(ctx, await cancelAppointment(ctx, row, query));
    },
  },
  {
    writes: appointmentWrites,
    rules: { table: appointmentsTable, updatedEvent: "appointment.updated", isSentByDevices: true },
  },
);
