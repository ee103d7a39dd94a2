import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { stockTransfersContract } from "@edgeward/shared/clinical/stock-transfers/stock-transfers.contract.ts";
import { leftOnTheWay } from "@edgeward/shared/clinical/stock-transfers/transfer-parts.contract.ts";
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
  return { came: String(left), missing: "", reason: "" };
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
    return [{ line_id: line.id, quantity, ...said }];
  });
  return receipts.length === 0 ? null : { to_location_id: place, receipts };
}
