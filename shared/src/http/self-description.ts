import type { Express } from "express";
import { openApiDocument } from "#contract/openapi.ts";
import { mountDocuments } from "./documents.ts";
import { mountHealth, type HealthOptions } from "./health.ts";
import { createMetrics, mountMetrics } from "./metrics.ts";
import { servedSurfaces } from "./mount.ts";
import type { RequestRecord } from "#pipeline/surface.ts";

/** What a node needs to report about itself. */
export interface SelfDescriptionOptions {
  readonly title: string;
  readonly version: string;
  readonly url: string;
  /** Holds one Markdown page for each error code. */
  readonly errorPagesFolder: string;
  readonly checks: HealthOptions["checks"];
  readonly now: HealthOptions["now"];
  /** Who may read the figures from another machine; null: nobody. */
  readonly metricsToken: string | null;
}

/** A node's account of itself, begun before its first request and mounted when its application stands. */
export interface SelfDescription {
  readonly onRequest: (record: RequestRecord) => void;
  mount(app: Express, options: SelfDescriptionOptions): void;
}

/** What is served as OpenAPI and a reference, pages for error codes, health, figures: the same on every node. */
export function createSelfDescription(): SelfDescription {
  const metrics = createMetrics();
  return {
    onRequest: metrics.observe,
    mount(app, options) {
      const { title, version, url: serverUrl, errorPagesFolder, checks, now } = options;
      const document = () =>
        openApiDocument({ title, version, serverUrl, surfaces: servedSurfaces(app) });
      mountDocuments(app, { document, errorPagesFolder });
      mountMetrics(app, metrics, { token: options.metricsToken });
      mountHealth(app, { version, checks, now });
    },
  };
}
