import * as z from "zod";

/** Public keys as RFC 7517 writes them. */
export const keySetShape = z.object({
  keys: z.array(z.looseObject({ kty: z.string().optional() })),
});
