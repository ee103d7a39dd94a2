import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import type { Product } from "#support/product.ts";
import type { BatchOperation } from "./hand-node.ts";

const newId = createIdSource(Date.now);

/** Somebody of the demo's tenant who works at one branch only. */
export async function addStaff(
  product: Product,
  role: string,
  branchId: string,
): Promise<BatchOperation["actor"]> {
  const id = newId("stf");
  await product.hubRows(
    `INSERT INTO staff SELECT (jsonb_populate_record(s, $2::jsonb)).*
       FROM staff AS s WHERE tenant_id = $1 AND status = 'active' ORDER BY s.id LIMIT 1`,
    [product.demo.tenant_id, JSON.stringify({ id, roles: [role], branches: [branchId] })],
  );
  return { id, type: "staff", role };
}
