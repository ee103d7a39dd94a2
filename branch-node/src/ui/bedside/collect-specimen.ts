import { ApiError } from "@edgeward/shared/contract/client.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** What came of a label that was read at a bed. */
export type Collected =
  | { readonly outcome: "collected"; readonly name: string }
  /** It is of somebody else than who lies there: nothing was collected. */
  | { readonly outcome: "mismatch" }
  /** No order of this branch has such a label. */
  | { readonly outcome: "unknown" };

const ownPrefix = /^EW1:S:/u;

/** The numbers of orders that a label may be of: its own, or that before the count of the specimen. */
function numbersOn(label: string): readonly string[] {
  return [...new Set([label, label.replace(/-\d+$/u, "")])];
}

/**
 * Takes the specimen whose label was read as collected from the patient whose record is open: the branch refuses one that was
 * ordered for anybody else.
 */
export function useCollectSpecimen(): (text: string, patientId: string) => Promise<Collected> {
  const client = useClient();
  const intent = useIntent();
  async function orderWith(label: string) {
    for (const order_no of numbersOn(label)) {
      const query = { order_no, limit: "1" };
      const [order] = (await client.call(labOrdersContract.list, { query })).body.data;
      if (order !== undefined) return order;
    }
    return null;
  }
  return async (text, patientId) => {
    const label = text.trim().replace(ownPrefix, "").toUpperCase();
    if (label.length < 6 || label.length > 32) return { outcome: "unknown" };
    const order = await orderWith(label);
    if (order === null) return { outcome: "unknown" };
    const status = "collected" as const;
    const body = { status, wristband: patientId, scanned: [label] };
    const request = { params: { id: order.id }, body };
    try {
      await client.call(labOrdersContract.update, request, { idempotencyKey: intent.key() });
      intent.finish();
      return { outcome: "collected", name: label };
    } catch (error) {
      if (wasAnswered(error)) intent.finish();
      if (error instanceof ApiError && error.code === "specimen_mismatch")
        return { outcome: "mismatch" };
      throw error;
    }
  };
}
