import type { Request } from "express";
import {
  isWriteEndpoint,
  type Endpoint,
  type InputOf,
  type WriteEndpoint,
} from "#contract/endpoint.ts";
import { auditOfReading, type SeenRecord } from "#audit/reads.ts";
import type { WriteOrigin } from "#db/model.ts";
import type { WrittenUnit, OpenWrite } from "#write/model.ts";
import type { Session } from "#db/session.ts";
import { openWrite } from "#write/write.ts";
import { AppError } from "#kernel/errors.ts";
import type {
  BranchSettings,
  Caller,
  Context,
  ReadContext,
  WriteContext,
} from "#resource/context.ts";
import { isExisting } from "#resource/existing.ts";
import type { Route } from "#resource/module.ts";
import {
  intentOf,
  storeAnswer,
  storedAnswer,
  type Intent,
  type StoredAnswer,
} from "./idempotency.ts";
import { bodyTextOf } from "./body-text.ts";
import { problemOf } from "./problem.ts";
import {
  actingBranch,
  actingRole,
  actingTenant,
  authorise,
  header,
  ifMatchVersion,
  parseInput,
} from "./request.ts";
import type { LimitState, Surface } from "./surface.ts";

/** An answer ready to be sent. */
export interface Outcome {
  readonly status: number;
  readonly body: string;
  readonly version: number | null;
  /** The id of the request that this answer was first given to. */
  readonly replayOf: string | null;
  readonly limit: LimitState;
}

interface Acting {
  readonly caller: Caller;
  readonly branch: BranchSettings;
  readonly role: string | null;
  readonly requestId: string;
}

function originOf(request: Request, acting: Acting, surface: Surface): WriteOrigin {
  const { caller, branch, role, requestId } = acting;
  return {
    tenantId: caller.tenantId,
    branchId: branch.id,
    actor: { id: caller.id, type: caller.type, role: role ?? caller.roles[0] ?? null },
    clientId: caller.clientId,
    sessionId: caller.sessionId,
    deviceId: caller.deviceId ?? header(request, "X-Device-Id"),
    requestId,
    ip: request.ip ?? null,
    reason: header(request, "X-Access-Reason"),
    trust: surface.runtime.kind === "hub" ? "online" : "offline",
  };
}

function contextOf(acting: Acting, surface: Surface): Context {
  return {
    tenantId: acting.caller.tenantId,
    branch: acting.branch,
    caller: acting.caller,
    role: acting.role,
    requestId: acting.requestId,
    node: { id: surface.runtime.nodeId, kind: surface.runtime.kind },
    now: surface.runtime.now,
    cursors: surface.cursors,
  };
}

/** Refuses a write at the node that is not the record's home. */
function checkHome(endpoint: WriteEndpoint, surface: Surface, branch: BranchSettings): void {
  if (endpoint.home === "hub" && surface.runtime.kind === "branch") {
    throw new AppError("hub_only", "This is changed at the hub and comes to the branch by itself.");
  }
  if (endpoint.home === "branch" && surface.runtime.kind === "hub" && branch.hasNode) {
    throw new AppError(
      "owned_by_branch",
      "This record belongs to a branch with a node of its own; make the change there.",
      { branch_id: branch.id },
    );
  }
}

function versionOf(answer: unknown): number | null {
  const isVersioned = typeof answer === "object" && answer !== null && "version" in answer;
  return isVersioned && typeof answer.version === "number" ? answer.version : null;
}

function serialise(endpoint: Endpoint, output: unknown): { body: string; version: number | null } {
  const checked: unknown = endpoint.response.parse(output);
  return { body: JSON.stringify(checked), version: versionOf(checked) };
}

async function runRead(
  route: Route & { kind: "read" },
  input: InputOf<Endpoint>,
  context: Context,
  origin: WriteOrigin,
  surface: Surface,
): Promise<Pick<Outcome, "status" | "body" | "version" | "replayOf">> {
  const seen: SeenRecord[] = [];
  const output = await surface.store.read({ tenantId: context.tenantId }, (session) => {
    const ctx: ReadContext = {
      ...context,
      db: session.kysely,
      session,
      auditRead: (entityType, entityId, patientId) => {
        seen.push({ entityType, entityId, patientId });
      },
    };
    return route.handle(input, ctx);
  });
  const action = route.name.endsWith(".search") ? "search" : "read";
  for (const entry of auditOfReading(route.endpoint.access.resource, action, seen)) {
    surface.readAudit.record(origin, entry);
  }
  return { status: route.endpoint.status, ...serialise(route.endpoint, output), replayOf: null };
}

interface WriteResult {
  readonly answer: StoredAnswer;
  readonly version: number | null;
  readonly unit: WrittenUnit | null;
  readonly isReplay: boolean;
}

interface WriteJob {
  readonly route: Route & { kind: "write" };
  readonly input: InputOf<Endpoint>;
  readonly context: Context;
  readonly origin: WriteOrigin;
  readonly intent: Intent;
  readonly ifMatch: number | null;
  readonly bodyText: string | undefined;
}

// A handler presents the record before its operation stands in the journal, so it cannot know that it now waits.
function withSyncState(output: unknown, write: OpenWrite, surface: Surface): unknown {
  if (surface.runtime.kind !== "branch" || typeof output !== "object" || output === null)
    return output;
  const isWaiting =
    "id" in output &&
    "sync_state" in output &&
    output.sync_state === "synced" &&
    typeof output.id === "string" &&
    write.sends(output.id);
  return isWaiting ? { ...output, sync_state: "pending" } : output;
}

function replay(known: StoredAnswer): WriteResult {
  const version = versionOf(JSON.parse(known.body));
  return { answer: known, version, unit: null, isReplay: true };
}

/** @param stored the answer that the intent already has, if it has one: then nothing of this command is kept */
async function execute(
  job: WriteJob,
  write: OpenWrite,
  stored: Promise<StoredAnswer | null>,
  surface: Surface,
): Promise<WriteResult> {
  const { route, input, context, intent } = job;
  const ctx: WriteContext = {
    ...context,
    db: write.session.kysely,
    session: write.session,
    write,
    newId: surface.runtime.newId,
    ifMatch: job.ifMatch,
    ...(job.bodyText === undefined ? {} : { bodyText: job.bodyText }),
  };
  try {
    const output = await route.handle(input, ctx);
    const known = await stored;
    if (known !== null) return replay(known);
    const { body, version } = serialise(route.endpoint, withSyncState(output, write, surface));
    const { status: made, existingStatus = made } = route.endpoint;
    const status = isExisting(output) ? existingStatus : made;
    const answer = { status, body, requestId: context.requestId };
    const unit = await write.flush([storeAnswer(write.session, intent, answer, write.at)]);
    return { answer, version, unit, isReplay: false };
  } catch (error) {
    const known = await stored;
    if (known !== null) return replay(known);
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return refuse(job, error, write, surface);
  }
}

// A refusal is an answer like any other: the same key gets it again. What the command did is taken back first.
async function refuse(
  job: WriteJob,
  error: AppError,
  write: OpenWrite,
  surface: Surface,
): Promise<WriteResult> {
  await write.undo();
  const { requestId } = job.context;
  const body = JSON.stringify(problemOf(error, requestId, surface.docsUrl));
  const answer = { status: error.status, body, requestId };
  await write.flush([storeAnswer(write.session, job.intent, answer, write.at)]);
  return { answer, version: null, unit: null, isReplay: false };
}

async function runWriteJob(
  job: WriteJob,
  session: Session,
  surface: Surface,
): Promise<WriteResult> {
  const stored = storedAnswer(session, job.intent);
  // One that runs beside it may end first.
  stored.catch(() => undefined);
  const known = await session.unlessAnswered(stored);
  if (known !== null) return replay(known);
  const { operation } = job.route.endpoint;
  const write = openWrite(session, surface.runtime, job.origin, operation);
  return execute(job, write, stored, surface);
}

async function runWrite(
  job: WriteJob,
  surface: Surface,
): Promise<Pick<Outcome, "status" | "body" | "version" | "replayOf">> {
  const leave = surface.inFlight.enter(job.intent);
  try {
    const { tenantId } = job.context;
    const scope = { tenantId, mayShare: !job.route.ownsTransaction };
    const result = await surface.store.write(scope, (session) =>
      runWriteJob(job, session, surface),
    );
    if (!result.isReplay) surface.onWritten(tenantId, result.unit);
    const { answer, version } = result;
    const replayOf = result.isReplay ? answer.requestId : null;
    return { status: answer.status, body: answer.body, version, replayOf };
  } finally {
    leave();
  }
}

function auditRefusal(error: unknown, route: Route, origin: WriteOrigin, surface: Surface): void {
  if (!(error instanceof AppError) || error.status !== 403) return;
  surface.readAudit.record(origin, {
    module: route.endpoint.access.resource,
    action: "permission_denied",
    outcome: "denied",
    entity_type: route.endpoint.access.resource,
    entity_id: null,
    patient_id: null,
    changes: [],
  });
}

/** A request with whose it is. */
interface Asked {
  readonly request: Request;
  readonly requestId: string;
  readonly caller: Caller;
}

/**
 * Runs one request whose caller is known through the rest of the chain: tenant, branch, plan limits, role and scope, input, then the
 * handler in its transaction. @throws AppError for everything that the caller can cause
 */
export async function runEndpoint(
  route: Route,
  { request, requestId, caller }: Asked,
  surface: Surface,
): Promise<Outcome> {
  actingTenant(request, caller);
  const branch = await actingBranch(request, caller, surface.findBranch);
  const acting = { caller, branch, role: null, requestId };
  const origin = originOf(request, acting, surface);
  try {
    const role = actingRole(request, caller);
    const limit = await surface.takeLimit(caller, route.endpoint);
    authorise(route.endpoint, caller, role);
    const named = { ...acting, role };
    const outcome = await dispatch(route, request, named, surface);
    return { ...outcome, limit };
  } catch (error) {
    auditRefusal(error, route, origin, surface);
    throw error;
  }
}

async function dispatch(route: Route, request: Request, acting: Acting, surface: Surface) {
  const input = parseInput(route.endpoint, request);
  const context = contextOf(acting, surface);
  const origin = originOf(request, acting, surface);
  if (route.kind === "read") return runRead(route, input, context, origin, surface);
  if (isWriteEndpoint(route.endpoint)) checkHome(route.endpoint, surface, acting.branch);
  const { caller, branch } = acting;
  const intent = intentOf(request, caller.tenantId, caller.clientId ?? caller.id, branch.id);
  const ifMatch = ifMatchVersion(request);
  const bodyText = bodyTextOf(request);
  return runWrite({ route, input, context, origin, intent, ifMatch, bodyText }, surface);
}
