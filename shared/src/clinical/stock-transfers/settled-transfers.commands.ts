import type * as z from "zod";
import { lockItems } from "#clinical/stock/stock-places.commands.ts";
import { emitMove, putMove } from "#clinical/stock/stock.commands.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import type { stockTransfersContract } from "./stock-transfers.contract.ts";
import { transferStates } from "./stock-transfers.states.ts";
import type { StockTransferRow } from "./stock-transfers.table.ts";
import { openMissing, type SentLine, type SettledLine } from "./transfer-parts.contract.ts";

type Given = NonNullable<z.output<typeof stockTransfersContract.update.body>["settlements"]>;

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

function refuseElsewhere(ctx: WriteContext, row: StockTransferRow): void {
  if (row.branch_id !== ctx.branch.id) {
    const { branch_id } = row;
    const message =
      "What is missing is accounted for by the branch that has sent it; name that one in X-Branch-Id.";
    throw new AppError("branch_mismatch", message, { branch_id });
  }
  if (row.status !== "short")
    throw refusedTransition(transferStates.subject, row.status, "received", []);
}

/** What became of units of one line. @throws AppError validation_error, conflicting_fields, by its field */
function settled(one: Given[number], left: number, path: string) {
  const { found = 0, written_off = 0, reason_code = null, note = null } = one;
  if (found + written_off > left)
    throw wrong(
      `${path}.${found > left ? "found" : "written_off"}`,
      `is more than is missing: ${left}`,
    );
  if (found + written_off === 0)
    throw wrong(`${path}.found`, "is at least 1, where nothing is written off");
  if (written_off > 0 && reason_code === null)
    throw wrong(`${path}.reason_code`, "is required: why it is written off");
  if (written_off === 0 && reason_code !== null)
    throw wrong(
      `${path}.reason_code`,
      "goes without: nothing is written off",
      "conflicting_fields",
    );
  return { line_id: one.line_id, found, written_off, reason_code, note };
}

/** Takes units back to where they were sent from, and writes off there what did not turn up. */
function putBack(
  ctx: WriteContext,
  row: StockTransferRow,
  { stock_id: id, item_id, batch_no, unit }: SentLine,
  { found, written_off, reason_code, note }: SettledLine,
): void {
  const batch = { row: { id, item_id, batch_no, location_id: row.from_location_id }, unit };
  const source_id = row.id;
  const back = { kind: "transfer", quantity: found + written_off, source_id, note } as const;
  putMove(ctx, batch, back);
  if (written_off === 0) return;
  const off = { kind: "write_off", quantity: -written_off, source_id, reason_code, note } as const;
  emitMove(ctx, "adjusted", putMove(ctx, batch, off));
}

/**
 * Says what became of units that were missing where a transfer was received: those that turned up stand where they were
 * sent from again, the rest is written off there, with its reason.
 * @throws AppError branch_mismatch, invalid_transition, validation_error, invalid_reference, conflicting_fields
 */
export async function settleMissing(ctx: WriteContext, row: StockTransferRow, given: Given) {
  refuseElsewhere(ctx, row);
  const left = openMissing(row);
  await lockItems(
    ctx,
    row.lines.map(({ item_id: id }) => id),
  );
  const fresh: SettledLine[] = [];
  const acts: (() => void)[] = [];
  for (const [nth, one] of given.entries()) {
    const path = `settlements.${nth}`;
    const line = row.lines.find(({ id }) => id === one.line_id);
    if (line === undefined)
      throw wrong(`${path}.line_id`, "names no line of this", "invalid_reference");
    if (given.findIndex(({ line_id: id }) => id === line.id) !== nth)
      throw wrong(`${path}.line_id`, "is accounted for by an entry above");
    const said = settled(one, left.get(line.id) ?? 0, path);
    const kept = { ...said, at: ctx.write.at, by: ctx.caller.id };
    fresh.push(kept);
    acts.push(() => putBack(ctx, row, line, kept));
  }
  return { changed: { settlements: [...(row.settlements ?? []), ...fresh] }, acts };
}
