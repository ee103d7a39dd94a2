import type { RawData } from "ws";
import * as z from "zod";

const pageMessageShape = z.strictObject({
  type: z.literal("scans"),
  wants: z.enum(["all", "next", "none"]),
  scanner_id: z.string().max(64).nullable().optional(),
});

/** What a page of staff says over its live connection: which scans it wants. */
export type PageMessage = z.output<typeof pageMessageShape>;

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString("utf8");
}

/** Reads one message of a page; what this version does not know is null. */
export function readPageMessage(data: RawData): PageMessage | null {
  try {
    return pageMessageShape.safeParse(JSON.parse(textOf(data))).data ?? null;
  } catch {
    return null;
  }
}
