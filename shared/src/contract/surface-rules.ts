import type { ErrorCode } from "#kernel/errors.ts";

/** The surfaces on which events are published: a receiver subscribes to the events of one. */
export type EventSurface = "clinical" | "booking" | "account";

/** How often one caller may do something. */
export interface RateRule {
  /** So many at once. */
  readonly burst: number;
  /** So many more with each minute. */
  readonly perMinute: number;
}

/** What holds for every endpoint of a surface, as data: the pipeline keeps it, and the description says it. */
export interface SurfaceRules {
  /** How a caller says who it is, by the name of the scheme, as OpenAPI writes it. */
  readonly security: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Whether a request's headers name a branch and its tenant, the tenant alone, or neither. */
  readonly scope: "branch" | "tenant" | "none";
  /** Whether a command needs an idempotency key, may have one, or knows none. */
  readonly idempotency: "required" | "optional" | "none";
  /** The codes that travel under another HTTP status here than in the table of codes. */
  readonly statuses: Readonly<Partial<Record<ErrorCode, number>>>;
  /** Where the events of its commands are published. */
  readonly eventSurface: EventSurface;
  /** How often an address may ask, where the caller is no tenant's and so no plan says it. */
  readonly limit?: RateRule;
  /** Stands before the tags of its endpoints, which group them in the reference. */
  readonly tagPrefix: string;
}

/** The clinical surface, `/v1`. */
export const clinicalRules = {
  security: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
  scope: "branch",
  idempotency: "required",
  statuses: {},
  eventSurface: "clinical",
  tagPrefix: "",
} as const satisfies SurfaceRules;

const unscoped = {
  scope: "none",
  idempotency: "none",
  statuses: {},
  eventSurface: "clinical",
  // A whole clinic that begins its day behind one address, every page and device of it; beyond that it is none.
  limit: { burst: 600, perMinute: 1_200 },
  tagPrefix: "",
} as const;

/** Whoever has no token yet: sign-in, enrolment. */
export const openRules = { ...unscoped, security: {} } as const satisfies SurfaceRules;

/** Whoever has a session, about that session. */
export const sessionRules = {
  ...unscoped,
  security: clinicalRules.security,
} as const satisfies SurfaceRules;

/** Whoever has a file's address: a page shows many files at once. */
export const addressRules = {
  ...openRules,
  limit: { burst: 2_000, perMinute: 6_000 },
} as const satisfies SurfaceRules;

/** The operator of a node, by the token that lies in its folder. */
export const operatorRules = {
  ...unscoped,
  security: { operator: { type: "http", scheme: "bearer" } },
} as const satisfies SurfaceRules;
