import type { Endpoint, InputOf } from "#contract/endpoint.ts";
import type { WriteOrigin } from "#db/model.ts";
import type { Session } from "#db/session.ts";
import { AppError } from "#kernel/errors.ts";
import type { Context, WriteContext } from "#resource/context.ts";
import type { Route } from "#resource/module.ts";
import type { OpenWrite, WrittenUnit } from "#write/model.ts";
import { openWrite } from "#write/write.ts";
import { keptAnswer, textAnswer, type TextAnswer } from "./answers.ts";
import { storeAnswer, storedAnswer, type Intent, type StoredAnswer } from "./idempotency.ts";
import { problemOf, statusOf } from "./problem.ts";
import type { Surface } from "./surface.ts";

/** A command that may run. */
export interface CommandJob<S> {
  readonly route: Extract<Route<S>, { readonly kind: "write" }>;
  readonly input: InputOf<Endpoint>;
  readonly context: Context<S>;
  readonly origin: WriteOrigin;
  /** Null where the caller has named none: then nothing of the answer is kept. */
  readonly intent: Intent | null;
  readonly ifMatch: number | null;
  readonly bodyText: string | undefined;
}

/** What a command came to. */
interface CommandResult {
  readonly answer: TextAnswer;
  readonly unit: WrittenUnit | null;
  /** The id of the request that the answer was first given to; null for a fresh one. */
  readonly replayOf: string | null;
  /** What is to be done after the commit. */
  readonly acts: readonly (() => void)[];
}

function replay<S>(known: StoredAnswer, { answerSeal }: Surface<S>): CommandResult {
  const body = answerSeal?.open(known.body) ?? known.body;
  const answer = keptAnswer({ status: known.status, body });
  return { answer, unit: null, replayOf: known.requestId, acts: [] };
}

function contextFor<S>(
  job: CommandJob<S>,
  write: OpenWrite,
  { runtime }: Surface<S>,
): WriteContext<S> {
  return {
    ...job.context,
    db: write.session.kysely,
    session: write.session,
    write,
    newId: runtime.newId,
    ifMatch: job.ifMatch,
    ...(job.bodyText === undefined ? {} : { bodyText: job.bodyText }),
  };
}

/** Puts down what was written, with the answer where it is kept. */
function flush<S>(
  { intent, context }: CommandJob<S>,
  answer: TextAnswer,
  write: OpenWrite,
  { answerSeal }: Surface<S>,
): Promise<WrittenUnit | null> {
  if (intent === null) return write.flush([]);
  const { status } = answer;
  const body = answerSeal?.seal(answer.body) ?? answer.body;
  const kept = { status, body, requestId: context.requestId };
  return write.flush([storeAnswer(write.session, intent, kept, write.at)]);
}

/** @param stored the answer that the intent already has, if it has one: then nothing of this command is kept */
async function execute<S>(
  job: CommandJob<S>,
  write: OpenWrite,
  stored: Promise<StoredAnswer | null>,
  surface: Surface<S>,
): Promise<CommandResult> {
  const { route, input, intent } = job;
  try {
    const outcome = await route.handle(input, contextFor(job, write, surface));
    const known = await stored;
    if (known !== null) return replay(known, surface);
    const answer = textAnswer(route.endpoint, outcome);
    const unit = await flush(job, answer, write, surface);
    return { answer, unit, replayOf: null, acts: write.acts };
  } catch (error) {
    const known = await stored;
    if (known !== null) return replay(known, surface);
    const isRefusal = error instanceof AppError && error.status < 500;
    // With a reason it is the same intent, and is to run.
    const isKept = isRefusal && error.code !== "access_reason_required";
    if (!isKept || intent === null) throw error;
    return refuse(job, error, write, surface);
  }
}

// A refusal is an answer like any other: the same key gets it again. What the command did is taken back first.
async function refuse<S>(
  job: CommandJob<S>,
  error: AppError,
  write: OpenWrite,
  surface: Surface<S>,
): Promise<CommandResult> {
  const { docsUrl, policy } = surface;
  await write.undo();
  const body = JSON.stringify(problemOf(error, job.context.requestId, docsUrl));
  const answer = { status: statusOf(error, policy.statuses), body, version: null };
  await flush(job, answer, write, surface);
  return { answer, unit: null, replayOf: null, acts: [] };
}

async function runIn<S>(
  job: CommandJob<S>,
  session: Session,
  surface: Surface<S>,
): Promise<CommandResult> {
  const { intent } = job;
  const stored = intent === null ? Promise.resolve(null) : storedAnswer(session, intent);
  // One that runs beside it may end first.
  stored.catch(() => undefined);
  const known = await session.unlessAnswered(stored);
  if (known !== null) return replay(known, surface);
  const { operation } = job.route.endpoint;
  const { eventSurface } = surface.policy;
  const write = openWrite(session, surface.runtime, job.origin, operation, eventSurface);
  return execute(job, write, stored, surface);
}

/** Runs a command in one transaction. @throws AppError for everything that the caller can cause */
export async function runCommand<S>(
  job: CommandJob<S>,
  surface: Surface<S>,
): Promise<CommandResult> {
  const { tenantId } = job.origin;
  const leave = job.intent === null ? null : surface.inFlight.enter(job.intent);
  try {
    const scope = { tenantId, mayShare: !job.route.ownsTransaction };
    const result = await surface.store.write(scope, (session) => runIn(job, session, surface));
    if (result.replayOf === null) surface.onWritten(tenantId, result.unit);
    for (const act of result.acts) act();
    return result;
  } finally {
    leave?.();
  }
}
