import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";

const common = { tag: "Console", access: null, params: noParams, query: noQuery } as const;
const command = { ...common, method: "POST", home: "hub" } as const;

const signedInShape = z.strictObject({
  staff: z.strictObject({
    id: z.string(),
    name: z.string(),
    roles: z.array(z.string()).readonly(),
    primary_role: z.string(),
  }),
  tenant: z.strictObject({ id: z.string(), name: z.string() }),
  /** When the session ends, whatever is done in it. */
  ends_at: z.string(),
  /** After how long without somebody at the page it ends. */
  idle_seconds: z.int(),
});

/** Who has signed in at the console, and for how long. */
export type ConsoleSignedIn = z.output<typeof signedInShape>;

/** How a tenant's administrators sign in at the hub. */
export const consoleSignInContract = {
  signIn: writeEndpoint({
    ...command,
    path: "/console/api/sign-in",
    summary: "Signs an administrator in at the console, by the credentials that staff have",
    operation: "console.sign_in",
    body: z.strictObject({
      /** The tenant's short name, or its id. */
      tenant: z.string().min(1).max(100),
      username: z.string().min(1).max(100),
      password: z.string().min(1).max(512),
    }),
    response: signedInShape,
    status: 201,
    errors: ["invalid_credentials", "forbidden"],
  }),
} as const;

/** What is done with a session of the console. */
export const consoleSessionContract = {
  get: readEndpoint({
    ...common,
    path: "/console/api/session",
    summary: "Whose session of the console it is",
    response: signedInShape,
    errors: ["forbidden"],
  }),
  keep: writeEndpoint({
    ...command,
    path: "/console/api/session/keep",
    summary: "Says that somebody is at the page, so that the session does not end for want of use",
    operation: "console.keep",
    body: null,
    response: null,
    status: 204,
    errors: ["forbidden"],
  }),
  signOut: writeEndpoint({
    ...command,
    method: "DELETE",
    path: "/console/api/session",
    summary: "Ends the session",
    operation: "console.sign_out",
    body: null,
    response: null,
    status: 204,
    errors: ["forbidden"],
  }),
} as const;
