import { clinicalCommands } from "@edgeward/shared/clinical/index.ts";
import { bedsTable } from "@edgeward/shared/clinical/beds/beds.table.ts";
import { triageTable } from "@edgeward/shared/clinical/triage/triage.table.ts";
import { appointmentsTable } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { clientsTable } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import type { EventType } from "@edgeward/shared/contract/event-types.ts";
import { recordForms } from "@edgeward/shared/contract/record.ts";
import {
  writesOf,
  type Command,
  type TableWrites,
} from "@edgeward/shared/resource/command-writes.ts";
import { commandOf } from "@edgeward/shared/resource/commands.ts";
import { createJudge } from "@edgeward/shared/sync/judge/judge.ts";
import * as z from "zod";
import { billsTable, readingsTable, referralsTable, stockTable } from "./tables.ts";

const anyForm = z.unknown();

// No command writes programs; this one does, so that the rules of merging refuse it.
const forgedClients = {
  ...clientsTable,
  forms: {
    ...Object.fromEntries(Object.keys(clientsTable.columns).map((name) => [name, anyForm])),
    ...recordForms("cli"),
  },
};

/** What the simulation's own steps publish. */
export const simEvents = {
  visited: { type: "encounters.created", meaning: "a visit has begun" },
  progressed: { type: "encounters.updated", meaning: "a visit has gone on" },
  moved: { type: "sim_stock_moves.moved", meaning: "stock has moved" },
} as const satisfies Readonly<Record<string, EventType>>;

const access = { resource: "patients", action: "update" } as const;

function command(operation: string, ...writes: readonly TableWrites[]): Command {
  return commandOf({ operation, access }, writes);
}

const queue = ["queue_no", "queue_code", "token_code", "business_date"] as const;

/** Commands of the simulation: its own records, some that take several steps of the product at once, and forgeries. */
const simCommands: readonly Command[] = [
  command(
    "visit.create",
    writesOf(appointmentsTable, { makes: true }),
    writesOf(encountersTable, { makes: true, events: [simEvents.visited] }),
  ),
  command(
    "encounter.progress",
    writesOf(encountersTable, {
      changes: ["visit_status", "status_history", "started_at"],
      events: [simEvents.progressed],
    }),
  ),
  command(
    "appointment.reschedule",
    writesOf(appointmentsTable, { changes: ["provider_id", "slot_time", "end_time"] }),
  ),
  command(
    "appointment.check_in",
    writesOf(appointmentsTable, { changes: ["status", "status_history", ...queue] }),
  ),
  command("bed.furnish", writesOf(bedsTable, { makes: true })),
  command(
    "triage.arrive",
    writesOf(triageTable, { makes: true }),
    writesOf(encountersTable, { makes: true }),
  ),
  command("reading.create", writesOf(readingsTable, { makes: true })),
  command("referral.create", writesOf(referralsTable, { makes: true })),
  command("referral.move", writesOf(referralsTable, { changes: ["status"] })),
  command("stock.move", writesOf(stockTable, { makes: true, events: [simEvents.moved] })),
  command("bill.finalise", writesOf(billsTable, { makes: true })),
  command(
    "client.create",
    writesOf(patientsTable, { makes: true, changes: ["blood_group"] }),
    writesOf(forgedClients, { makes: true }),
  ),
  command("forged.update", writesOf(encountersTable, { changes: ["notes"] })),
  command("forged.rebook", writesOf(appointmentsTable, { changes: ["reason"] })),
];

const own = new Set(simCommands.map(({ name }) => name));

/** The product's judge, with the product's commands and the simulation's. */
export const simJudge = createJudge([
  ...clinicalCommands.filter(({ name }) => !own.has(name)),
  ...simCommands,
]);
