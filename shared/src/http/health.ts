import type { Express, RequestHandler } from "express";

/** What a dependency says of itself. */
export interface CheckResult {
  readonly ok: boolean;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** What a node reports of its health. */
export interface HealthOptions {
  readonly version: string;
  /** The node's clock, milliseconds since the epoch: what devices sign has to be of its time, not of the machine's. */
  readonly now: () => number;
  /** The dependencies without which the node cannot answer, by name. */
  readonly checks: Readonly<Record<string, () => Promise<CheckResult>>>;
}

// A balancer asks every few seconds; what does not answer in this time would not answer a caller either.
const checkTimeoutMs = 2_000;

// Why a check failed is in the log of what it checks; here nothing of an error's own words is repeated.
async function stateOf(check: () => Promise<CheckResult>): Promise<CheckResult> {
  const { promise, resolve } = Promise.withResolvers<CheckResult>();
  const timer = setTimeout(
    () => resolve({ ok: false, detail: { reason: "timeout" } }),
    checkTimeoutMs,
  );
  const run = async () => check();
  run().then(resolve, () => resolve({ ok: false, detail: { reason: "failed" } }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

function readiness(options: HealthOptions): RequestHandler {
  return async (_request, response) => {
    const named = Object.entries(options.checks);
    const states = await Promise.all(
      named.map(async ([name, check]) => [name, await stateOf(check)] as const),
    );
    const isReady = states.every(([, state]) => state.ok);
    response.setHeader("Cache-Control", "no-store");
    response.status(isReady ? 200 : 503).json({
      status: isReady ? "ready" : "unavailable",
      version: options.version,
      checks: Object.fromEntries(states),
    });
  };
}

/** Serves `/healthz` (the process answers) and `/readyz` (so do all that it depends on; 503 when one does not). */
export function mountHealth(app: Express, options: HealthOptions): void {
  app.get("/healthz", (_request, response) => {
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Date", new Date(options.now()).toUTCString());
    response.json({ status: "ok" });
  });
  app.get("/readyz", readiness(options));
}
