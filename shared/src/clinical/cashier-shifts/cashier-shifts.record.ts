import { refuseForeignScope } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeShift, openShift } from "./cashier-shifts.commands.ts";
import {
  cashierShiftCrud,
  cashierShiftFields,
  cashierShiftsContract,
} from "./cashier-shifts.contract.ts";
import { cashierShiftEvents } from "./cashier-shifts.events.ts";
import { cashierShiftGuard } from "./cashier-shifts.guard.ts";
import { cashierShiftsTable } from "./cashier-shifts.table.ts";

const { opened, updated, counted, handed_over, closed } = cashierShiftEvents;

/** Shifts at the drawers: opened with a float, counted blind, handed over and closed once. */
export const cashierShifts = defineRecord(cashierShiftsContract, cashierShiftFields, {
  crud: cashierShiftCrud,
  table: cashierShiftsTable,
  events: { updated },
  // A drawer that was counted twice is for people to look at: neither shift gives its number up.
  rules: { release: () => null },
  writes: {
    "cashier_shift.create": [writesOf(cashierShiftsTable, { makes: true, events: [opened] })],
    "cashier_shift.update": [
      writesOf(cashierShiftsTable, {
        changes: [
          "movements",
          "takings",
          "expected_minor",
          "denominations",
          "counted_minor",
          "variance_minor",
          "variance_reason",
          "counted_at",
          "handed_to",
          "credited_minor",
          "accepted_by",
          "closed_at",
          "status",
          "status_history",
          "metadata",
        ],
        events: [updated, counted, handed_over, closed],
      }),
    ],
  },
  guards: {
    "cashier_shift.create": cashierShiftGuard,
    "cashier_shift.update": cashierShiftGuard,
  },
  handlers: (records) => ({
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return records.present(ctx, await openShift(ctx, body));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, await changeShift(ctx, row, body));
    },
  }),
});
