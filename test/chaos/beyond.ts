import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { patientEvents } from "@edgeward/shared/clinical/patients/patients.events.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { formatUhid } from "@edgeward/shared/kernel/uhid.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { forgedValue } from "./acts.ts";
import type { SimBranch } from "./branch.ts";
import { nodeOf } from "./nodes.ts";
import { tableNamed } from "./tables.ts";

/** What somebody with a node's key makes of an honest change of a patient. */
type Forgery = (operation: Operation, row: RecordRow) => Partial<Operation>;

function withFields(
  { changes }: Operation,
  row: RecordRow,
  fields: Readonly<Record<string, unknown>>,
): Partial<Operation> {
  const base = Object.fromEntries(Object.keys(fields).map((name) => [name, stampOf(row, name)]));
  return {
    changes: changes.map((change) => ({
      ...change,
      fields: { ...change.fields, ...fields },
      base: { ...change.base, ...base },
    })),
  };
}

const forgeries: readonly Forgery[] = [
  (operation, row) => withFields(operation, row, { uhid: formatUhid("SIM9", 1) }),
  (operation, row) => withFields(operation, row, { name: "\u001b@" }),
  () => ({ type: "patient.teleport" }),
  () => ({ actor: { id: nodeOf(1).nodeId, type: "system", role: null } }),
  ({ events }) => ({ events: events.map((one) => ({ ...one, type: patientEvents.created.type })) }),
  ({ events }) => ({ events: events.map((one) => ({ ...one, branch_id: nodeOf(9).branchId })) }),
  () => ({ entity_id: "pat_00000000000000000000000000" }),
  ({ changes }) => ({ changes: [...changes, ...changes] }),
];

/** Only those who forge write it: what a mirror brings back of theirs is as it was before. */
export const forgedField = "metadata";

/** Whether an operation was made by somebody who goes beyond its command. */
export function isBeyond({ reason }: Pick<Operation, "reason">): boolean {
  return reason === forgedValue;
}

/** A change of a patient that says more than its command may, as it waits to be sent. */
export async function goBeyond(branch: SimBranch, one: number, way: number): Promise<void> {
  const rows = await branch.rows(patientsTable);
  const row = rows[rows.length === 0 ? 0 : one % rows.length];
  const forge = forgeries[way % forgeries.length];
  if (row === undefined || forge === undefined) return;
  let opId = "";
  await branch.write(
    "patient.update",
    (write) => {
      write.update(tableNamed("patients"), row, { [forgedField]: { sent: `${one} ${way}` } });
      const next = { ...row, version: row.version + 1 };
      write.emit(patientEvents.updated, patientsTable, next, {});
    },
    {
      after: async ({ operation }, session) => {
        if (operation.changes.length === 0) return;
        opId = operation.op_id;
        const forged = { ...operation, ...forge(operation, row), reason: forgedValue };
        await session.query("UPDATE journal SET operation = ? WHERE op_id = ?", [
          JSON.stringify(forged),
          operation.op_id,
        ]);
      },
    },
  );
  // Nobody was told that it is safe.
  branch.acknowledged.delete(opId);
}
