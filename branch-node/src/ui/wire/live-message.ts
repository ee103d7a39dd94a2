import * as z from "zod";
import { syncStatusShape } from "@edgeward/shared/sync/wire/sync-status.contract.ts";

/** What the branch node says over a live connection. */
export const liveMessageShape = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("event"),
    event: z.object({
      type: z.string(),
      entity: z.string(),
      entity_id: z.string(),
      /** Which version of the record it is; of one that has arrived from elsewhere it is not said. */
      entity_version: z.number().optional().catch(undefined),
      /** What it says besides, as far as the pages ask for it. */
      payload: z.object({ patient_id: z.string().optional() }).optional().catch(undefined),
    }),
  }),
  z.object({ type: z.literal("sync"), status: syncStatusShape }),
  z.object({
    type: z.literal("scan"),
    scan: z.object({ scanner_id: z.string(), scanner_name: z.string(), text: z.string() }),
  }),
  /** The answer to what a page has said of the scans that it wants: they go by it now. */
  z.object({ type: z.literal("scans"), wants: z.enum(["all", "next", "none"]) }),
  z.object({ type: z.literal("print"), job: z.object({ id: z.string(), status: z.string() }) }),
  z.object({
    type: z.literal("printer"),
    printer: z.object({ id: z.string(), state: z.string() }),
  }),
]);

/** What the branch node says over a live connection. */
export type LiveMessage = z.output<typeof liveMessageShape>;

/** Reads one message; what this version does not know is null. */
export function readLiveMessage(text: string): LiveMessage | null {
  try {
    return liveMessageShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
