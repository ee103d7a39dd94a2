import type { Endpoint, InputOf, WriteEndpoint } from "#contract/endpoint.ts";
import { auditOfReading, type SeenRecord } from "#audit/reads.ts";
import type { WriteOrigin } from "#db/model.ts";
import { AppError } from "#kernel/errors.ts";
import type { BranchSettings, Caller, Context, ReadContext } from "#resource/context.ts";
import type { Route } from "#resource/module.ts";
import { actingRole } from "./admission.ts";
import { asOpened, lookingOf } from "./opened.ts";
import { sentOutcome, sentText } from "./answers.ts";
import { header, type Answer, type Call, type ReceivedBody } from "./call.ts";
import { runCommand } from "./command.ts";
import { fingerprintOf, intentKey } from "./idempotency.ts";
import { callerNotes, ifMatchVersion, parseInput, type CallerNotes } from "./input.ts";
import { problemAnswer, statusOf } from "./problem.ts";
import type { Entered, LimitState, Surface } from "./surface.ts";

/** A call whose caller has been let in. */
interface Admitted<S> {
  readonly call: Call;
  readonly caller: Caller;
  readonly entered: Entered<S>;
  readonly role: string | null;
  readonly origin: WriteOrigin;
  readonly limit: LimitState;
}

function originOf<S>(
  call: Call,
  caller: Caller,
  branch: BranchSettings | null,
  notes: CallerNotes,
  { runtime }: Surface<S>,
): WriteOrigin {
  return {
    tenantId: caller.tenantId,
    branchId: branch?.id ?? null,
    actor: { id: caller.id, type: caller.type, role: caller.roles[0] ?? null },
    clientId: caller.clientId,
    sessionId: caller.sessionId,
    deviceId: caller.deviceId ?? notes.deviceId,
    requestId: call.requestId,
    ip: call.ip,
    reason: notes.reason,
    trust: runtime.kind === "hub" ? "online" : "offline",
  };
}

function contextOf<S>(admitted: Admitted<S>, surface: Surface<S>): Context<S> {
  const { caller, role, call, entered } = admitted;
  const { runtime, cursors } = surface;
  return {
    ...entered.scope,
    tenantId: caller.tenantId,
    caller,
    role,
    requestId: call.requestId,
    node: { id: runtime.nodeId, kind: runtime.kind },
    now: runtime.now,
    cursors,
    valueSeal: runtime.valueSeal(caller.tenantId),
    reason: admitted.origin.reason,
  };
}

/** Refuses a write at the node that is not the record's home. */
function checkHome(
  { home }: WriteEndpoint,
  kind: "hub" | "branch",
  branch: BranchSettings | null,
): void {
  if (home === "hub" && kind === "branch") {
    throw new AppError("hub_only", "This is changed at the hub and comes to the branch by itself.");
  }
  if (home === "branch" && kind === "hub" && branch?.hasNode === true) {
    throw new AppError(
      "owned_by_branch",
      "This record belongs to a branch with a node of its own; make the change there.",
      { branch_id: branch.id },
    );
  }
}

type Kind<K, S> = Extract<Route<S>, { readonly kind: K }>;

// As the audit calls what was done, by the endpoint's own name.
const readActions: Readonly<Record<string, "search" | "download">> = {
  search: "search",
  download: "download",
};

/** Under what the audit keeps what is done by a route. */
function auditedModule<S>({ name, endpoint }: Route<S>): string {
  return endpoint.access?.resource ?? name.split(".")[0] ?? name;
}

async function readWith<S, T>(
  route: Route<S>,
  { admitted, input }: { readonly admitted: Admitted<S>; readonly input: InputOf<Endpoint> },
  surface: Surface<S>,
  work: (ctx: ReadContext<S>) => Promise<T>,
): Promise<T> {
  const seen: SeenRecord[] = [];
  const context = contextOf(admitted, surface);
  const { tenantId } = context;
  const output = await surface.store.read({ tenantId }, async (session) => {
    const shown = await work({
      ...context,
      db: session.kysely,
      session,
      auditRead: (entityType, entityId, patientId) => {
        seen.push({ entityType, entityId, patientId });
      },
    });
    return asOpened(
      { ...lookingOf(context, admitted.entered.branch), session },
      { input, seen, shown },
    );
  });
  const action = readActions[route.name.split(".").at(-1) ?? ""] ?? "read";
  for (const entry of auditOfReading(auditedModule(route), action, seen)) {
    surface.readAudit.record(admitted.origin, entry);
  }
  return output;
}

async function runDetached<S>(
  route: Kind<"detached", S>,
  input: InputOf<Endpoint>,
  key: string | null,
  admitted: Admitted<S>,
  surface: Surface<S>,
): Promise<unknown> {
  return route.handle(input, {
    ...contextOf(admitted, surface),
    idempotencyKey: key,
    ip: admitted.call.ip,
    signal: admitted.call.signal,
    read: (work) => readWith(route, { admitted, input }, surface, work),
  });
}

async function runWrite<S>(
  route: Kind<"write", S>,
  input: InputOf<Endpoint>,
  sent: { readonly key: string | null; readonly body: ReceivedBody },
  admitted: Admitted<S>,
  surface: Surface<S>,
): Promise<Answer> {
  const { call, caller, entered, origin, limit } = admitted;
  const { key, body } = sent;
  checkHome(route.endpoint, surface.runtime.kind, entered.branch);
  const { tenantId, branchId } = origin;
  const principal = caller.clientId ?? caller.id;
  const intent =
    key === null
      ? null
      : { tenantId, principal, key, fingerprint: fingerprintOf(call, branchId, body) };
  const context = contextOf(admitted, surface);
  const ifMatch = ifMatchVersion(call);
  const { text } = body;
  const job = { route, input, context, origin, intent, ifMatch, bodyText: text };
  const { answer, replayOf } = await runCommand(job, surface);
  return sentText(answer, { limit, replayOf }, context.valueSeal);
}

const noBody: ReceivedBody = { value: undefined };

async function received({ body }: Call): Promise<ReceivedBody> {
  return (typeof body === "function" ? await body() : body) ?? noBody;
}

/** Only a command has an intent, which a key names. */
function keyOf<S>({ endpoint }: Route<S>, call: Call, { policy }: Surface<S>): string | null {
  const isAsked = endpoint.method !== "GET" && endpoint.leavesNothing !== true;
  if (!isAsked || policy.idempotency === "none") return null;
  return intentKey(call, policy.idempotency);
}

async function dispatch<S>(
  route: Route<S>,
  admitted: Admitted<S>,
  surface: Surface<S>,
): Promise<Answer> {
  const { call, limit } = admitted;
  const key = keyOf(route, call, surface);
  const body = route.endpoint.method === "GET" ? noBody : await received(call);
  try {
    const input = parseInput(route.endpoint, call, body.value);
    if (route.kind === "write") {
      return await runWrite(route, input, { key, body }, admitted, surface);
    }
    const outcome =
      route.kind === "read"
        ? await readWith(route, { admitted, input }, surface, (ctx) => route.handle(input, ctx))
        : await runDetached(route, input, key, admitted, surface);
    const seal = surface.runtime.valueSeal(admitted.caller.tenantId);
    return await sentOutcome(route.endpoint, outcome, { call, limit, seal });
  } finally {
    await body.release?.();
  }
}

// Who had wanted to open whose record stands beside who has.
function refusedPatient({ details: { patient_ids: ids } }: AppError): string | null {
  const named: readonly unknown[] = Array.isArray(ids) ? ids : [];
  const [first] = named;
  return typeof first === "string" ? first : null;
}

function auditRefusal<S>(
  error: unknown,
  route: Route<S>,
  origin: WriteOrigin,
  { policy, readAudit }: Surface<S>,
): void {
  if (!(error instanceof AppError) || statusOf(error, policy.statuses) !== 403) return;
  // Nobody's audit has a place for those who name no tenant.
  if (origin.tenantId === "") return;
  const module = auditedModule(route);
  readAudit.record(origin, {
    module,
    action: "permission_denied",
    outcome: "denied",
    entity_type: module,
    entity_id: null,
    patient_id: refusedPatient(error),
    changes: [],
  });
}

// A paired device is who its token says that it is, also in the audit.
function refuseOtherDevice(caller: Caller, { deviceId }: CallerNotes): void {
  if (caller.deviceId === null || deviceId === null || deviceId === caller.deviceId) return;
  throw new AppError("forbidden", "X-Device-Id names another device than the token.");
}

const noNotes: CallerNotes = { deviceId: null, reason: null };

async function answerTo<S>(route: Route<S>, call: Call, surface: Surface<S>): Promise<Answer> {
  const { policy } = surface;
  const caller = await policy.authenticate(call);
  const entered = await policy.enter(call, caller);
  const isScoped = policy.scope !== "none";
  const notes = isScoped ? callerNotes(call) : noNotes;
  const origin = originOf(call, caller, entered.branch, notes, surface);
  try {
    refuseOtherDevice(caller, notes);
    const role = isScoped ? actingRole(call, caller) : null;
    const limit = await policy.takeLimit(caller, route.endpoint, call);
    policy.authorise(route.endpoint, caller, role);
    const actor = { ...origin.actor, role: role ?? origin.actor.role };
    const admitted = { call, caller, entered, role, origin: { ...origin, actor }, limit };
    return await dispatch(route, admitted, surface);
  } catch (error) {
    auditRefusal(error, route, origin, surface);
    throw error;
  }
}

function report<S>(
  { endpoint }: Route<S>,
  call: Call,
  status: number,
  durationMs: number,
  { onRequest, log }: Surface<S>,
): void {
  onRequest({ route: endpoint.path, method: call.method, status, durationMs });
  log.info("request", {
    request_id: call.requestId,
    tenant_id: header(call, "X-Tenant-Id") ?? undefined,
    branch_id: header(call, "X-Branch-Id") ?? undefined,
    device_id: header(call, "X-Device-Id") ?? undefined,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    status,
    duration_ms: Math.round(durationMs * 100) / 100,
  });
}

/**
 * Runs one call of an endpoint through a surface: caller, tenant and branch, plan limits, role and scope, idempotency key,
 * body and input, then the handler in its transaction. What goes wrong is an answer, too.
 */
export async function run<S>(route: Route<S>, call: Call, surface: Surface<S>): Promise<Answer> {
  const began = performance.now();
  const { docsUrl, log, policy } = surface;
  const context = { docsUrl, log, statuses: policy.statuses };
  const answer = await answerTo(route, call, surface).catch(
    (error: unknown) => policy.refusalOf?.(error, call) ?? problemAnswer(error, call, context),
  );
  report(route, call, answer.status, performance.now() - began, surface);
  return answer;
}
