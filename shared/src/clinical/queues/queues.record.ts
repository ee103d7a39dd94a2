import { refuseUnknownDepartment } from "#clinical/departments/departments.commands.ts";
import { eventTypes } from "#contract/event-types.ts";
import { defineRecord } from "#resource/record.ts";
import { queueCrud, queueFields, queuesContract } from "./queues.contract.ts";
import { queuesTable } from "./queues.table.ts";

/** The n-th prefix of three letters: `AAA`, `AAB`. */
function prefixNo(serial: number): string {
  const letter = (place: number) => String.fromCharCode(65 + (Math.floor(serial / place) % 26));
  return letter(676) + letter(26) + letter(1);
}

/** Queues: in what order a branch calls whom, and what its tokens begin with. */
export const queues = defineRecord(queuesContract, queueFields, {
  crud: queueCrud,
  table: queuesTable,
  events: eventTypes("queue", {
    created: "a queue of a branch was set up",
    updated: "a queue of a branch was changed, switched on or switched off",
  }),
  check: (ctx, body) => refuseUnknownDepartment(ctx, body["department"]),
  sample: (serial) => ({
    code: `dressing-${serial}`,
    token_prefix: prefixNo(serial),
    name: `Dressing ${serial}`,
  }),
});
