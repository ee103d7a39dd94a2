import * as z from "zod";

/** What a waiting-room board shows: tokens and rooms, never names. */
export const displayStateShape = z.object({
  branch_name: z.string(),
  department: z.string().nullable(),
  now_serving: z.array(
    z.object({
      token_code: z.string(),
      room: z.string().nullable(),
      called_at: z.string().nullable(),
    }),
  ),
  waiting: z.array(z.object({ token_code: z.string() })),
  server_time: z.string(),
  /** The branch's zone for the clock; the screen's own where it is not given. */
  time_zone: z.string().optional(),
});

/** What a waiting-room board shows. */
export type DisplayState = z.output<typeof displayStateShape>;

const messageShape = z.object({ type: z.literal("display"), state: displayStateShape });

/** Reads one message of the board's connection; anything else is null. */
export function readDisplayMessage(text: string): DisplayState | null {
  try {
    return messageShape.safeParse(JSON.parse(text)).data?.state ?? null;
  } catch {
    return null;
  }
}
