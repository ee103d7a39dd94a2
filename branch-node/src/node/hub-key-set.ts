import * as z from "zod";

/** The hub's public keys as they are kept here: with whatever a key carries. */
export const hubKeySetShape = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
