import type { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { moveReasons } from "@edgeward/shared/clinical/stock/stock-parts.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import * as z from "zod";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { readCount, type MoveReason } from "#ui/desk/stores/move-draft.ts";
import { foundBody, foundFields, type FoundDraft } from "./found-draft.ts";

/** What is sent of a sheet. */
export type CountBody = NonNullable<RequestOf<typeof stockMovesContract.countPlace>["body"]>;

const lineFields = z.object({
  counted: z.string(),
  /** How many should have been there when that was typed. */
  expected: z.int(),
  reason: z.enum(["", ...moveReasons]),
});

const countFields = z.object({
  lines: z.record(z.string(), lineFields),
  found: z.array(foundFields).catch([]),
  /** Whether what should be there is hidden, so that nobody counts towards it. */
  isBlind: z.boolean(),
});

/** What is typed of one batch. */
export type CountedLine = Readonly<z.output<typeof lineFields>>;

/** A sheet, as it is typed: of each batch that was counted what was found, and what stands there besides. */
export interface CountDraft {
  readonly lines: Readonly<Record<string, CountedLine>>;
  readonly found: readonly FoundDraft[];
  readonly isBlind: boolean;
}

/** A sheet on which nothing was counted. */
export const emptyCount: CountDraft = { lines: {}, found: [], isBlind: true };

/** The sheet, as the branch keeps it. */
export function countState(fields: CountDraft, intentKey: string): FormState {
  return { fields: { ...fields }, intent_key: intentKey };
}

/** Reads such a sheet back; null for what is none. */
export function readSheet(formState: FormState): CountDraft | null {
  return z.object({ fields: countFields }).safeParse(formState).data?.fields ?? null;
}

type Counted = Pick<Batch, "id" | "on_hand">;

/** A sheet with what was found of a batch. */
export function withCounted(draft: CountDraft, { id, on_hand }: Counted, counted: string) {
  const { reason = "" } = draft.lines[id] ?? {};
  const { [id]: _before, ...others } = draft.lines;
  const line = { counted, expected: on_hand, reason } as const;
  return { ...draft, lines: counted.trim() === "" ? others : { ...others, [id]: line } };
}

/** A sheet that says why a batch is not what it should be. */
export function withReason(draft: CountDraft, id: string, reason: MoveReason | ""): CountDraft {
  const line = draft.lines[id];
  return line === undefined
    ? draft
    : { ...draft, lines: { ...draft.lines, [id]: { ...line, reason } } };
}

/** By how much what was found differs; null of what was not counted, or cannot be read. */
export function differenceOf(line: CountedLine | undefined): number | null {
  const found = line === undefined ? null : readCount(line.counted);
  return found === null || line === undefined ? null : found - line.expected;
}

/** What is lacking of a batch that was counted. */
export type CountGap = "quantity" | "reason";

/** What of a batch cannot be sent as it is; of one that was not counted nothing lacks. */
export function countGaps(line: CountedLine | undefined): readonly CountGap[] {
  if (line === undefined) return [];
  const difference = differenceOf(line);
  if (difference === null) return ["quantity"];
  return difference !== 0 && line.reason === "" ? ["reason"] : [];
}

/** The batches of a sheet that were counted, in the sheet's order: what is sent of them keeps that order. */
export function countedOf<B extends Pick<Batch, "id">>(
  batches: readonly B[],
  { lines }: CountDraft,
): readonly B[] {
  return batches.filter(({ id }) => lines[id] !== undefined);
}

/**
 * What is sent of a sheet; null where nothing was counted, or something lacks.
 * @param isDated whether an item expires
 */
export function countBody(
  place: string,
  batches: readonly Pick<Batch, "id">[],
  draft: CountDraft,
  isDated: (itemId: string) => boolean,
): CountBody | null {
  const counted = countedOf(batches, draft);
  const lines = counted.flatMap(({ id }) => {
    const line = draft.lines[id];
    const found = line === undefined ? null : readCount(line.counted);
    if (line === undefined || found === null || countGaps(line).length > 0) return [];
    const { expected, reason } = line;
    const why = found === expected || reason === "" ? {} : { reason_code: reason };
    return [{ stock_id: id, counted: found, expected, ...why }];
  });
  const found = draft.found.flatMap((line) => foundBody(line, isDated(line.itemId)) ?? []);
  if (found.length < draft.found.length || lines.length < counted.length) return null;
  if (lines.length + found.length === 0) return null;
  return { location_id: place, lines, ...(found.length === 0 ? {} : { found }) };
}
