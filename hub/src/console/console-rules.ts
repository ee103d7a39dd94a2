import {
  clinicalRules,
  sessionRules,
  type SurfaceRules,
} from "@edgeward/shared/contract/surface-rules.ts";

/** The cookie that names a session of the console; no script reads it. */
export const consoleCookie = "edgeward_console";

/** The addresses to which a browser sends it. */
export const consoleApiPath = "/console/api";

const security = { console: { type: "apiKey", in: "cookie", name: consoleCookie } } as const;

/** Whoever has signed in at the console, about the session itself. */
export const consoleSessionRules = {
  ...sessionRules,
  security,
  limit: { burst: 120, perMinute: 240 },
} as const satisfies SurfaceRules;

/** Whoever has signed in at the console, for their tenant. */
export const consoleRules = {
  ...clinicalRules,
  security,
  scope: "tenant",
  limit: { burst: 240, perMinute: 480 },
} as const satisfies SurfaceRules;
