import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { stockTransfersContract } from "@edgeward/shared/clinical/stock-transfers/stock-transfers.contract.ts";
import {
  leftOnTheWay,
  openMissing,
} from "@edgeward/shared/clinical/stock-transfers/transfer-parts.contract.ts";
import type * as z from "zod";
import { readCount, type MoveReason } from "#ui/desk/stores/move-draft.ts";

/** What was sent from one place to another. */
export type Transfer = z.output<typeof stockTransfersContract.get.response>;

/** What has come of a transfer. */
export type ArrivalBody = NonNullable<RequestOf<typeof stockTransfersContract.update>["body"]>;

/** What is sent. */
export type SendingBody = NonNullable<RequestOf<typeof stockTransfersContract.create>["body"]>;

/** What is typed of one line that has come. */
export interface ArrivalDraft {
  readonly came: string;
  readonly missing: string;
  readonly reason: MoveReason | "";
  /** The number of a batch of its own, where the one that was sent is on record here with another label. */
  readonly batch: string;
}

/** Lines of which some is still on its way, with how much. */
export function openLines({ lines, receipts }: Pick<Transfer, "lines" | "receipts">) {
  const left = leftOnTheWay(lines, receipts);
  return lines.flatMap((line) => {
    const units = left.get(line.id) ?? 0;
    return units > 0 ? [{ ...line, left: units }] : [];
  });
}

/** A line that is open. */
export type OpenLine = ReturnType<typeof openLines>[number];

/** What is lacking of a line before it can be received. */
export type ArrivalGap = "quantity" | "tooMuch" | "reason";

/** As a form begins: all that was sent has come. */
export function begunArrival({ left }: Pick<OpenLine, "left">): ArrivalDraft {
  return { came: String(left), missing: "", reason: "", batch: "" };
}

/** A number under which a batch is kept apart from another one of its number. */
export function ownBatchOf({ batch_no: no }: Pick<OpenLine, "batch_no">): string {
  return `${no}/2`;
}

function read({ came, missing }: ArrivalDraft) {
  const none = missing.trim() === "" ? 0 : readCount(missing);
  return { came: readCount(came), missing: none };
}

/** What of a line cannot be sent as it is. */
export function arrivalGaps(
  { left }: Pick<OpenLine, "left">,
  draft: ArrivalDraft,
): readonly ArrivalGap[] {
  const { came, missing } = read(draft);
  if (came === null || missing === null) return ["quantity"];
  if (came + missing > left) return ["tooMuch"];
  return missing > 0 && draft.reason === "" ? ["reason"] : [];
}

/** What is sent of lines that lack nothing; of what has neither come nor is missing nothing is said. */
export function arrivalBody(
  lines: readonly OpenLine[],
  drafts: Readonly<Record<string, ArrivalDraft>>,
  place: string,
): ArrivalBody | null {
  const receipts = lines.flatMap((line) => {
    const draft = drafts[line.id] ?? begunArrival(line);
    const { came, missing } = read(draft);
    const quantity = came ?? 0;
    if (quantity + (missing ?? 0) === 0) return [];
    const said =
      missing !== null && missing > 0 && draft.reason !== ""
        ? { missing, reason_code: draft.reason }
        : {};
    const batch = draft.batch.trim().toUpperCase();
    const own = batch === "" || quantity === 0 ? {} : { batch_no: batch };
    return [{ line_id: line.id, quantity, ...own, ...said }];
  });
  return receipts.length === 0 ? null : { to_location_id: place, receipts };
}

/** Lines of which some is missing that nobody has accounted for, with how much, and why it is missing. */
export function missingLines(transfer: Pick<Transfer, "lines" | "receipts" | "settlements">) {
  const missing = openMissing(transfer);
  return transfer.lines.flatMap((line) => {
    const units = missing.get(line.id) ?? 0;
    const why = transfer.receipts.findLast(
      ({ line_id: id, missing: some }) => id === line.id && some > 0,
    );
    return units > 0 ? [{ ...line, missing: units, reason: why?.reason_code ?? null }] : [];
  });
}

/** A line of which some is missing. */
export type MissingLine = ReturnType<typeof missingLines>[number];

/** What is typed of a line of which some is missing. */
export interface AccountDraft {
  readonly found: string;
  readonly writtenOff: string;
  readonly reason: MoveReason | "";
}

/** As a form begins: all that is missing is written off, for the reason that its receiver has said. */
export function begunAccount({ missing, reason }: Pick<MissingLine, "missing" | "reason">) {
  return { found: "", writtenOff: String(missing), reason: reason ?? "" } as const;
}

function readAccount({ found, writtenOff }: AccountDraft) {
  const none = (typed: string) => (typed.trim() === "" ? 0 : readCount(typed));
  return { found: none(found), writtenOff: none(writtenOff) };
}

/** What of a line cannot be noted as it is. */
export function accountGaps(
  { missing }: Pick<MissingLine, "missing">,
  draft: AccountDraft,
): readonly ArrivalGap[] {
  const { found, writtenOff } = readAccount(draft);
  if (found === null || writtenOff === null) return ["quantity"];
  if (found + writtenOff > missing) return ["tooMuch"];
  return writtenOff > 0 && draft.reason === "" ? ["reason"] : [];
}

/** What is sent of lines that lack nothing; null where nothing is said of any. */
export function accountBody(
  lines: readonly MissingLine[],
  drafts: Readonly<Record<string, AccountDraft>>,
): ArrivalBody | null {
  const settlements = lines.flatMap((line) => {
    const draft = drafts[line.id] ?? begunAccount(line);
    const { found, writtenOff } = readAccount(draft);
    const [back, off] = [found ?? 0, writtenOff ?? 0];
    if (back + off === 0) return [];
    const why = off > 0 && draft.reason !== "" ? { reason_code: draft.reason } : {};
    return [{ line_id: line.id, found: back, written_off: off, ...why }];
  });
  return settlements.length === 0 ? null : { settlements };
}
