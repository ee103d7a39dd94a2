import type { RequestHandler, Router } from "@edgeward/shared/http/express.ts";
import { createOperatorRouter } from "@edgeward/shared/http/operator.ts";
import * as z from "zod";
import { issuesToFields } from "@edgeward/shared/contract/issues.ts";
import { idOf } from "@edgeward/shared/contract/fields.ts";
import { verifyAudit } from "@edgeward/shared/audit/verify.ts";
import { fieldError } from "@edgeward/shared/kernel/errors.ts";
import type { HubApp } from "#app.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { createEnrolmentCode } from "#fleet/nodes/enrolment.ts";
import { byHandRouter } from "#fleet/ingest/by-hand.ts";
import { compactAll } from "#fleet/maintenance.ts";
import type { Secrets } from "#secrets.ts";
import { webhookOperatorRoutes } from "./webhooks-operator.ts";

/** What the operator's addresses need of the hub. */
export interface OperatorOptions {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  readonly operatorToken: string;
  readonly allowLoopbackHttp: boolean;
  /** Told when something the dispatcher should know has changed. */
  readonly onChange: () => void;
}

const enrolmentBody = z.strictObject({ tenant_id: idOf("ten"), branch_id: idOf("brn") });

const compactBody = z.strictObject({ keep_days: z.number().min(0).max(3_650).optional() });

async function tenantIds(store: PostgresStore): Promise<readonly string[]> {
  const rows = await store.platform((session) =>
    session.query("SELECT DISTINCT tenant_id FROM directory ORDER BY tenant_id", []),
  );
  return rows.map((row) => String(row["tenant_id"]));
}

async function verifyAllTenants(store: PostgresStore) {
  const streams = [];
  for (const tenantId of await tenantIds(store)) {
    streams.push(...(await store.read({ tenantId }, (session) => verifyAudit(session, tenantId))));
  }
  return { ok: streams.every((stream) => stream.ok), streams };
}

function mountWebhookRoutes(router: Router, hub: HubApp, options: OperatorOptions): void {
  const routes = webhookOperatorRoutes({
    store: options.store,
    secrets: options.secrets,
    now: hub.runtime.now,
    newId: hub.runtime.newId,
    allowLoopbackHttp: options.allowLoopbackHttp,
  });
  for (const route of routes) {
    const path = route.path.replace(/^\/operator/, "");
    const handle: RequestHandler = async (request, response) => {
      const answer = await route.handle(route.method === "GET" ? request.query : request.body);
      options.onChange();
      response.status(answer.status).json(answer.body);
    };
    if (route.method === "GET") router.get(path, handle);
    else router.post(path, handle);
  }
}

/** What the operator's command asks of a hub: guarded by a token in a file that only the operator can read. */
export function mountOperator(hub: HubApp, options: OperatorOptions): void {
  const router = createOperatorRouter(options.operatorToken);
  router.get("/audit/verify", async (_request, response) => {
    await hub.readAudit.drain();
    response.json(await verifyAllTenants(options.store));
  });
  router.post("/enrolment-codes", async (request, response) => {
    const body = enrolmentBody.safeParse(request.body);
    if (!body.success) throw fieldError(...issuesToFields(body.error));
    const code = await createEnrolmentCode(hub.issuer, body.data.tenant_id, body.data.branch_id);
    response.status(201).json({ code, expires_in: 600 });
  });
  router.post("/compact", async (request, response) => {
    const body = compactBody.safeParse(request.body);
    if (!body.success) throw fieldError(...issuesToFields(body.error));
    response.json({ removed: await compactAll(options.store, body.data.keep_days) });
  });
  mountWebhookRoutes(router, hub, options);
  // Before the others: what is carried by hand is larger than any other body.
  hub.app.use("/operator/by-hand", byHandRouter(hub, options));
  hub.app.use("/operator", router);
}
