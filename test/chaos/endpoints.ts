import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { clinicalRules } from "@edgeward/shared/contract/surface-rules.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { authorise } from "@edgeward/shared/pipeline/admission.ts";
import { createInFlight } from "@edgeward/shared/pipeline/idempotency.ts";
import { run } from "@edgeward/shared/pipeline/run.ts";
import type { Surface } from "@edgeward/shared/pipeline/surface.ts";
import type { Route } from "@edgeward/shared/resource/module.ts";
import type { WrittenUnit } from "@edgeward/shared/write/model.ts";
import * as z from "zod";
import { errorLog } from "#support/error-log.ts";
import type { SimBranch } from "./branch.ts";
import { ableRoles } from "./hub-staff.ts";
import type { Served } from "./hub.ts";
import { hubPerson, nodeOf } from "./nodes.ts";
import type { Station } from "./scene.ts";
import type { SimHub } from "./sim-hub.ts";

/** Who calls, and for which branch. */
interface Calling {
  readonly callerId: string;
  readonly roles: readonly string[];
  readonly branchId: string;
  readonly branchCode: string;
}

/** What is asked of an endpoint. */
export interface Asked {
  readonly method: "POST" | "PUT";
  /** As the contract writes it: `/v1/payers/{id}`. */
  readonly path: string;
  readonly id?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What was answered. */
export interface Answered {
  readonly status: number;
  /** The code of a refusal; null of what was done. */
  readonly code: string | null;
}

const routes = new Map<string, Route>(
  clinicalModules.flatMap(({ routes: own }) =>
    own.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const),
  ),
);

const refusal = z.object({ error: z.object({ code: z.string() }) });

// A process that was killed answers nothing, and a fault of the node's own is no answer to a caller.
function thrownOn(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function surfaceOf({ store, runtime, tenantId, onWritten }: Served, of: Calling): Surface {
  const branch = {
    id: of.branchId,
    code: of.branchCode,
    name: of.branchCode,
    timeZone: "UTC",
    country: "IN",
    hasNode: true,
  };
  const caller = {
    id: of.callerId,
    type: "staff",
    tenantId,
    branchIds: [of.branchId],
    roles: of.roles,
    scopes: null,
    clientId: null,
    sessionId: null,
    deviceId: null,
    expiresAt: 0,
  } as const;
  return {
    policy: {
      ...clinicalRules,
      authenticate: () => Promise.resolve(caller),
      enter: () => Promise.resolve({ scope: { branch }, branch }),
      takeLimit: () => Promise.resolve({ remaining: null }),
      authorise,
      refusalOf: thrownOn,
    },
    store,
    runtime,
    cursors: { seal: () => "", open: () => [] },
    inFlight: createInFlight(),
    readAudit: { record: () => undefined, drain: () => Promise.resolve() },
    log: errorLog(runtime.now),
    docsUrl: "",
    bodyLimit: 1_000_000,
    onWritten: (_tenantId, unit) => onWritten(unit),
    onRequest: () => undefined,
  };
}

async function call(served: Served, of: Calling, asked: Asked): Promise<Answered> {
  const { method, path, id, body } = asked;
  const route = routes.get(`${method} ${path}`);
  if (route === undefined) throw new Error(`there is no ${method} ${path}`);
  const { newId } = served.runtime;
  const answer = await run(
    route,
    {
      method,
      path: path.replace("{id}", id ?? ""),
      headers: { "idempotency-key": newId("req") },
      params: id === undefined ? {} : { id },
      query: {},
      body: { value: body },
      ip: null,
      requestId: newId("req"),
      signal: new AbortController().signal,
    },
    surfaceOf(served, of),
  );
  const { status, body: text } = answer;
  if (status < 400) return { status, code: null };
  const { code } = refusal.parse(JSON.parse(typeof text === "string" ? text : "")).error;
  return { status, code };
}

/** Calls an endpoint of a branch, for somebody who works there. @param roles what they hold, where it is more than usual */
export function callBranch(
  { branch, code }: Station,
  asked: Asked,
  roles: readonly string[] = ableRoles,
): Promise<Answered> {
  const { tenantId, branchId } = branch.identity;
  const served = {
    store: branch.disk.store(),
    runtime: branch.runtime(),
    tenantId,
    onWritten: (unit: WrittenUnit | null) => noteSafe(branch, unit),
  };
  const of = { callerId: branch.authorId, roles, branchId, branchCode: code };
  return call(served, of, asked);
}

function noteSafe(branch: SimBranch, unit: WrittenUnit | null): void {
  if (unit !== null && unit.operation.changes.length > 0)
    branch.acknowledged.add(unit.operation.op_id);
}

/** Calls an endpoint of the hub, for whoever answers for the tenant there. @param branchId for which branch */
export function callHub(
  hub: SimHub,
  asked: Asked,
  branchId = nodeOf(1).branchId,
): Promise<Answered> {
  const of = { callerId: hubPerson, roles: ["tenant_admin"], branchId, branchCode: "HQ" };
  return call(hub.served, of, asked);
}
