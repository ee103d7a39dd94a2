import * as z from "zod";

/** What the branch node answers to a sign-in or a refresh. */
export const signedInShape = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  staff: z.object({
    id: z.string(),
    name: z.string(),
    roles: z.array(z.string()),
    primary_role: z.string(),
    department: z.string().nullable().catch(null),
    has_pin: z.boolean().catch(false),
  }),
  tenant: z.object({ id: z.string(), name: z.string() }),
  branch: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    time_zone: z.string(),
    country: z.string(),
  }),
  roles_as_of: z.string().nullish(),
});

/** A signed-in member of staff, with the tokens of the session. */
export type SignedIn = z.output<typeof signedInShape>;

/** What the branch node answers to a colleague's PIN. */
export const countersignedShape = z.object({ access_token: z.string() });

/** What a session keeps: who signed in, when the access token ends (milliseconds since the epoch), whether it is locked. */
export const storedSessionShape = z.object({
  signedIn: signedInShape,
  expiresAt: z.number(),
  isLocked: z.boolean().catch(false),
});

/** A session as the page keeps it. */
export type StoredSession = z.output<typeof storedSessionShape>;

/** The error envelope's code, for answers that the typed client does not read. */
export const errorShape = z.object({ error: z.object({ code: z.string() }) });
