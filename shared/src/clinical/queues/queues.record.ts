import { refuseUnknownDepartment } from "#clinical/departments/departments.commands.ts";
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
  check: (ctx, body) => refuseUnknownDepartment(ctx, body["department"]),
  sample: (serial) => ({
    code: `dressing-${serial}`,
    token_prefix: prefixNo(serial),
    name: `Dressing ${serial}`,
  }),
});
