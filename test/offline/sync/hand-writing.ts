import { createIdSource, type IdPrefix } from "@edgeward/shared/kernel/ids.ts";
import { startProduct } from "#support/product.ts";
import { addStaff } from "./added-staff.ts";
import { enrolHandNode, replyOf, type BatchOperation } from "./hand-node.ts";

/** One record's change in an operation. */
export type Change = BatchOperation["changes"][number];
/** Who gives an operation. */
export type Actor = BatchOperation["actor"];
/** Fields of a record, by their names. */
export type Fields = Readonly<Record<string, unknown>>;

const newId = createIdSource(Date.now);

/** A new record as an operation brings it. */
export function insert(table: string, prefix: IdPrefix, fields: Fields): Change {
  return { table, id: newId(prefix), kind: "insert", fields: { ...fields }, base: {}, version: 1 };
}

/** How an operation is answered that is taken. */
export const applied = ["applied", null];

/** How one is answered that its command's guard puts aside. */
export function aside(message: string): readonly (string | null)[] {
  return ["not_of_command", message];
}

/** A hub, and a branch whose operations are written by hand: also those that no program of ours would make. */
export async function startHandWriting() {
  const product = await startProduct({ hubOnly: true });
  const { branch_id: branchId } = product.demo;
  const node = await enrolHandNode(product, branchId);
  let seq = 1;
  return {
    node,
    branchId,
    staffOf: (role: string) => addStaff(product, role, branchId),
    send: async (ops: readonly BatchOperation[]) => {
      const reply = replyOf(await node.send(node.batch(seq, ops)));
      seq += ops.length;
      return reply.results.map(({ code, outcome, message }) => [code ?? outcome, message ?? null]);
    },
    operation: (
      type: string,
      actor: Actor,
      change: Change,
      ...more: readonly Change[]
    ): BatchOperation => ({
      ...node.register(),
      type,
      entity: change.table,
      entity_id: change.id,
      actor,
      at: new Date().toISOString(),
      changes: [change, ...more],
      events: [],
    }),
    /** The facts that have taken a balance below nothing, as people are shown them. */
    overdrawn: async () => {
      const rows = await product.hubRows(
        "SELECT entity_id FROM conflicts WHERE tenant_id = $1 AND conflict_kind = 'balance' ORDER BY id",
        [product.demo.tenant_id],
      );
      return rows.map((row) => String(row["entity_id"]));
    },
    /** What has happened beyond what records of a table allow, as people are shown it, in the order in which it came. */
    beyond: (entity: string) =>
      product.hubRows(
        `SELECT entity_id, field, kept_value, other_value, patient_id FROM conflicts
          WHERE tenant_id = $1 AND entity = $2 AND conflict_kind = 'balance' ORDER BY hlc`,
        [product.demo.tenant_id, entity],
      ),
    /** What credit notes at the hub have taken back of a bill, and what the bill says of it. */
    creditedOf: async (invoiceId: string) => {
      const of = [product.demo.tenant_id, invoiceId];
      const notes = await product.hubRows(
        "SELECT total_minor FROM credit_notes WHERE tenant_id = $1 AND invoice_id = $2 ORDER BY id",
        of,
      );
      const [bill] = await product.hubRows(
        "SELECT credited_minor FROM invoices WHERE tenant_id = $1 AND id = $2",
        of,
      );
      return {
        notes: notes.map(({ total_minor: amount }) => Number(amount)),
        credited: Number(bill?.["credited_minor"]),
      };
    },
    stop: async () => {
      await node.stop();
      await product.stop();
    },
  };
}

/** What such a test has at hand. */
export type HandWriting = Awaited<ReturnType<typeof startHandWriting>>;
