import type { Gs1Code } from "@edgeward/devices/scanner/gs1.ts";
import { readScannedCode } from "@edgeward/devices/scanner/scanned-code.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { emptyLine, readUnits, type LineDraft } from "./dispense-draft.ts";

/** What the code of a pack says. */
export type Pack = Pick<Gs1Code, "lot" | "expiry"> & { readonly gtin: string };

/** The pack whose code a scanned text is; null for any other text. */
export function packOf(scanned: string, thisYear: number): Pack | null {
  const code = readScannedCode(scanned, thisYear);
  if (code.kind === "product") return { gtin: code.gtin, lot: null, expiry: null };
  if (code.kind !== "gs1" || code.code.gtin === null) return null;
  const { gtin, lot, expiry } = code.code;
  return { gtin, lot, expiry };
}

/** What is against giving out a pack, as a sentence and what it names. */
export interface PackRefusal {
  readonly text: TextId;
  readonly values: Readonly<Record<string, string>>;
}

/** What a pack is: an item and its batch, "" where the code says none; or why it is not given out. */
export type PackFound =
  | { readonly itemId: string; readonly batch: string; readonly refusal: null }
  | { readonly refusal: PackRefusal };

function refused(text: TextId, values: PackRefusal["values"] = {}): PackFound {
  return { refusal: { text, values } };
}

const blocked: Readonly<Record<string, TextId>> = {
  recalled: "pack.recalled",
  quarantined: "pack.quarantined",
  expired: "pack.expired",
};

/** A batch as far as a pack is compared with it. */
export type KnownBatch = Pick<
  Batch,
  "item_id" | "location_id" | "batch_no" | "expiry_date" | "status" | "on_hand"
>;

/**
 * Looks for a pack among the batches of the branch with its number.
 * @param today the branch's day, YYYY-MM-DD @param shelf from where it is given out
 */
export function findPack(
  pack: Pack,
  batches: readonly KnownBatch[],
  { today, shelf }: { readonly today: string; readonly shelf: string },
): PackFound {
  const { gtin, lot, expiry } = pack;
  // What stands on the pack holds, whatever is on record.
  if (expiry !== null && expiry < today) return refused("pack.expired", { batch: lot ?? gtin });
  const [any] = batches;
  if (any === undefined) return refused("pack.unknown", { code: gtin });
  if (lot === null) return { itemId: any.item_id, batch: "", refusal: null };
  const own = batches.filter(({ batch_no: no }) => no === lot.toUpperCase());
  if (own.length === 0) return refused("pack.unknownBatch", { batch: lot });
  // A batch that was recalled is so wherever it stands.
  const here = own.find(({ location_id: place }) => place === shelf);
  const against = own.find(({ status }) => status === "recalled") ?? here;
  if (against === undefined) return refused("pack.elsewhere", { batch: lot });
  const why = blocked[against.status];
  if (why !== undefined) return refused(why, { batch: lot });
  if (expiry !== null && against.expiry_date !== null && expiry !== against.expiry_date)
    return refused("pack.otherExpiry", { batch: lot });
  if (against.on_hand <= 0) return refused("pack.depleted", { batch: lot });
  return { itemId: against.item_id, batch: against.batch_no, refusal: null };
}

/** The lines after a pack was scanned, and which of them it is of. */
export interface PackPlaced {
  readonly lines: readonly LineDraft[];
  readonly key: string;
}

/**
 * Puts a pack into the lines: it says the batch of its item's line, and another batch than one that was scanned before is
 * a line of its own. Null where no line is of that item. @param mayAdd over the counter, where any item makes a line
 */
export function placePack(
  lines: readonly LineDraft[],
  found: { readonly itemId: string; readonly batch: string },
  { mayAdd, serial }: { readonly mayAdd: boolean; readonly serial: number },
): PackPlaced | null {
  const { itemId, batch } = found;
  const own = lines.filter((one) => one.itemId === itemId);
  const key = `scanned/${itemId}/${serial}`;
  const last = own.at(-1);
  if (last === undefined) {
    if (!mayAdd) return null;
    const made = { ...emptyLine(key, null, itemId), batch, isScanned: true };
    return { lines: [...lines, made], key };
  }
  const same = own.find((one) => one.batch === batch || one.batch === "" || batch === "");
  if (same !== undefined) {
    const patch = { isScanned: true, ...(batch === "" ? {} : { batch }) };
    return {
      lines: lines.map((one) => (one.key === same.key ? { ...one, ...patch } : one)),
      key: same.key,
    };
  }
  const made = { ...emptyLine(key, last.rxItemId, itemId), batch, isScanned: true };
  const place = lines.indexOf(last) + 1;
  return { lines: lines.toSpliced(place, 0, { ...made, substitution: last.substitution }), key };
}

/** The lines with one that was shortened to what its batch has, and the rest in the line behind it. */
export function splitLine(
  lines: readonly LineDraft[],
  key: string,
  there: number,
): readonly LineDraft[] {
  const place = lines.findIndex((one) => one.key === key);
  const [one, next] = [lines[place], lines[place + 1]];
  const units = one === undefined ? null : readUnits(one.quantity);
  if (one === undefined || next === undefined || units === null || units <= there) return lines;
  if (next.itemId !== one.itemId || next.quantity !== "") return lines;
  return lines
    .with(place, { ...one, quantity: String(there) })
    .with(place + 1, { ...next, quantity: String(units - there) });
}
