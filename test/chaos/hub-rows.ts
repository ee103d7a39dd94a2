import * as z from "zod";
import type { Operation, SqlRow } from "@edgeward/shared/db/model.ts";
import type { ReceivedOperation } from "./hub.ts";

const resultShape = z.object({ code: z.string().optional() });

/** Rows of `received_operations` as their parts. */
export function keptOperations(rows: readonly SqlRow[]): readonly ReceivedOperation[] {
  return rows.map((row) => ({
    nodeId: String(row["node_id"]),
    epoch: Number(row["epoch"]),
    seq: Number(row["seq"]),
    outcome: String(row["outcome"]),
    code: resultShape.parse(row["result"]).code ?? null,
    waitsFor: typeof row["waits_for"] === "string" ? row["waits_for"] : null,
    branchId: String(row["branch_id"]),
    receivedAt: String(row["received_at"]),
    waitedOnce: row["waited_once"] === true,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- kept as it was parsed when it came
    operation: row["operation"] as Operation,
  }));
}
