import { createHash, timingSafeEqual } from "node:crypto";
import type { Express, Request } from "express";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { AppError } from "#kernel/errors.ts";
import { header } from "#pipeline/call.ts";
import type { RequestRecord } from "#pipeline/surface.ts";
import { isLocal } from "./local-caller.ts";

/** A node's figures. */
export interface Metrics {
  /** Where other parts of the node enter figures of their own. */
  readonly registry: Registry;
  /** Counts one finished request. The route is its template, so no id becomes a label. */
  readonly observe: (record: RequestRecord) => void;
}

// From a read by key to the limit at which a caller gives up, seconds.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Begins to measure: the process itself, and requests by route template, method and status. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took, by route template, method and status",
    labelNames: ["route", "method", "status"] as const,
    buckets,
    registers: [registry],
  });
  return {
    registry,
    observe({ route, method, status, durationMs }) {
      durations.observe({ route, method, status: String(status) }, durationMs / 1000);
    },
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function holdsToken(request: Request, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(header(request, "authorization") ?? "")?.[1];
  return token !== null && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** Who may read the figures beside callers on the machine itself. */
export interface MetricsAccess {
  /** Null: nobody. */
  readonly token: string | null;
}

/** Serves `/metrics` as Prometheus text, to callers on this machine and to holders of the token. */
export function mountMetrics(app: Express, metrics: Metrics, access: MetricsAccess): void {
  app.get("/metrics", (request, response, next) => {
    if (!isLocal(request) && !holdsToken(request, access.token)) {
      throw new AppError("forbidden", "Metrics are for operators only.");
    }
    const { registry } = metrics;
    response.setHeader("Content-Type", registry.contentType);
    response.setHeader("Cache-Control", "no-store");
    registry.metrics().then((text) => response.end(text), next);
  });
}
