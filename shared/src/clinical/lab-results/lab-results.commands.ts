import type * as z from "zod";
import {
  followResult,
  answeredOrder,
  testToAnswer,
} from "#clinical/lab-orders/answered-orders.commands.ts";
import type { OrderedTest } from "#clinical/lab-orders/lab-order-parts.contract.ts";
import { testsByCode, testsByLoinc } from "#clinical/lab-tests/lab-tests.commands.ts";
import { testedPerson } from "#clinical/patients/patients.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import {
  labResultStatuses,
  type GivenObservation,
  type LabResultStatus,
  type Observation,
} from "./lab-result-parts.contract.ts";
import { labResultCrud, type labResultsContract } from "./lab-results.contract.ts";
import { labResultEvents } from "./lab-results.events.ts";
import { isCriticalFlag } from "./lab-result-flags.contract.ts";
import { observedWith } from "./lab-results.observations.ts";
import { lastVerified, successorsOf } from "./lab-results.queries.ts";
import { refuseUnknownLinks, specimenOf } from "./lab-results.references.ts";
import {
  labResultStates,
  rewritingStatuses,
  verifiedStatuses,
  voidStatuses,
} from "./lab-results.states.ts";
import { labResultsTable, type LabResultRow } from "./lab-results.table.ts";

type ResultFields = Fields<typeof labResultsTable.columns>;
type CreateBody = z.output<typeof labResultsContract.create.body>;
type UpdateBody = z.output<typeof labResultsContract.update.body>;

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

// Payloads leave the node: ids and states, never what was found.
function emit(ctx: WriteContext, name: keyof typeof labResultEvents, row: LabResultRow): void {
  const { order_id, patient_id, encounter_id, status, amends_result_id } = row;
  const thin = { order_id, patient_id, encounter_id, status, amends_result_id };
  ctx.write.emit(labResultEvents[name], labResultsTable, row, thin);
}

async function observationsOf(
  ctx: WriteContext,
  asked: Pick<LabResultRow, "patient_id" | "test_code" | "test_id">,
  given: readonly GivenObservation[],
  isConfirmed: boolean,
): Promise<Observation[]> {
  const loincs = given.flatMap(({ loinc }) => loinc ?? []);
  const measure = {
    test: (await testsByCode(ctx, [asked.test_code])).get(asked.test_code),
    byLoinc: await testsByLoinc(ctx, loincs),
    person: await testedPerson(ctx, asked.patient_id),
    before: await lastVerified(
      ctx,
      await samePerson(ctx.db, ctx.tenantId, asked.patient_id),
      asked,
    ),
    isConfirmed,
  };
  return [...observedWith(given, measure)];
}

function isCritical(observations: readonly Pick<Observation, "flag">[]): boolean {
  return observations.some(({ flag }) => isCriticalFlag(flag));
}

/** What a version is to the test that it answers. */
function answerOf({ status }: LabResultRow): OrderedTest["status"] {
  if (voidStatuses.includes(status)) return "pending";
  return verifiedStatuses.includes(status) ? "final" : "preliminary";
}

/** Takes the order along with a version of a result that was just made. */
async function follow(ctx: WriteContext, row: LabResultRow): Promise<void> {
  const status = answerOf(row);
  followResult(ctx, await answeredOrder(ctx, row.order_id), row.test_id, {
    status,
    is_critical_open: status !== "pending" && row.critical && row.critical_ack === null,
  });
}

/** Enters the result of a test. @throws AppError invalid_reference, implausible_value, validation_error, read_only_field */
export async function enterResult(
  ctx: WriteContext,
  body: CreateBody,
  given: Omit<ResultFields, "branch_id">,
): Promise<LabResultRow> {
  const { order, test } = await testToAnswer(ctx, body.order_id, body.test_id);
  await refuseUnknownLinks(ctx, body);
  const asked = { patient_id: order.patient_id, test_code: test.test_code, test_id: test.id };
  const observations = await observationsOf(ctx, asked, body.observations, body.confirm === true);
  const row = ctx.write.insert(labResultsTable, ctx.newId(labResultCrud.prefix), {
    ...given,
    ...asked,
    branch_id: ctx.branch.id,
    encounter_id: order.encounter_id,
    specimen_id: specimenOf(order, test, body.specimen_id ?? null),
    revision: 1,
    amends_result_id: null,
    status: "preliminary",
    status_reason: null,
    observations,
    performed_by: ctx.caller.id,
    performed_at: ctx.write.at,
    verified_by: null,
    verified_at: null,
    critical: isCritical(observations),
    critical_ack: null,
  });
  emit(ctx, "updated", row);
  if (row.critical) emit(ctx, "critical", row);
  await follow(ctx, row);
  return row;
}

/** @throws AppError version_conflict where another version stands in place of this one */
async function refuseSuperseded(ctx: WriteContext, row: LabResultRow): Promise<void> {
  const newest = (await successorsOf(ctx, [row.id])).get(row.id);
  if (newest === undefined) return;
  const message = "Another version of the result stands in place of this one; change that one.";
  throw new AppError("version_conflict", message, {
    current_version: row.version,
    superseded_by_id: newest,
  });
}

/** Refuses to verify without the right to, and what one has entered oneself. @throws AppError forbidden, validation_error */
function refuseVerifier(ctx: WriteContext, row: LabResultRow): void {
  if (!mayDo(ctx, labResultCrud.resource, "approve"))
    throw new AppError("forbidden", "Only those who verify results can do this.");
  if (row.performed_by !== ctx.caller.id) return;
  throw wrong("status", "is given by somebody else than who entered the result");
}

interface Contents {
  readonly observations: readonly Observation[];
  readonly conclusion: string | null;
  readonly attachments: readonly string[];
  readonly metadata: LabResultRow["metadata"];
}

async function contentsIn(
  ctx: WriteContext,
  row: LabResultRow,
  body: UpdateBody,
): Promise<Contents> {
  const isRepeated =
    body.observations === undefined || sameJson(body.observations, row.observations);
  await refuseUnknownLinks(ctx, isRepeated ? { ...body, observations: [] } : body);
  return {
    observations: isRepeated
      ? row.observations
      : await observationsOf(ctx, row, body.observations ?? [], body.confirm === true),
    conclusion: body.conclusion === undefined ? row.conclusion : body.conclusion,
    attachments: body.attachments ?? row.attachments,
    metadata: body.metadata ?? row.metadata,
  };
}

const shortestReasons: Readonly<Partial<Record<LabResultStatus, number>>> = {
  corrected: 3,
  amended: 3,
  appended: 3,
  cancelled: 3,
  entered_in_error: 10,
};

/** What a step to another state says besides. @throws AppError invalid_transition, forbidden, validation_error */
function steppedTo(
  ctx: WriteContext,
  row: LabResultRow,
  to: LabResultStatus,
  body: UpdateBody,
  contents: Contents,
) {
  const status = nextState(labResultStates, enumValueOf(labResultStatuses, row.status), to);
  const shortest = shortestReasons[status] ?? 0;
  const reason = body.status_reason ?? null;
  if ((reason ?? "").length < shortest)
    throw wrong("status_reason", `is required: at least ${shortest} characters`);
  const isRewritten = !sameJson(contents.observations, row.observations);
  if (status === "final" && isRewritten)
    throw wrong("observations", "are changed by whoever enters them, before they are verified");
  if (rewritingStatuses.includes(status) && !saysElse(row, contents))
    throw wrong("observations", "are as they were; say what is otherwise");
  if (!verifiedStatuses.includes(status)) return { status, status_reason: reason };
  refuseVerifier(ctx, row);
  const verified = { verified_by: ctx.caller.id, verified_at: ctx.write.at };
  return { status, status_reason: reason, ...verified };
}

/** What is written of a result that stays in its state. @throws AppError validation_error */
function heldIn(ctx: WriteContext, row: LabResultRow, contents: Contents) {
  const isRewritten = !sameJson(contents.observations, row.observations);
  if (row.status === "preliminary")
    return isRewritten ? { performed_by: ctx.caller.id, performed_at: ctx.write.at } : {};
  if (saysElse(row, contents))
    throw wrong("status", "is required: whether it is corrected, amended or appended");
  return {};
}

function acknowledged(ctx: WriteContext, row: LabResultRow, body: UpdateBody) {
  const { critical_ack: said } = body;
  if (said === undefined || said === null || sameJson(said, row.critical_ack)) return {};
  if (!row.critical) throw wrong("critical_ack", "is of a critical result alone");
  if (row.critical_ack !== null) throw wrong("critical_ack", "was given already");
  const { notified_to, read_back } = said;
  return { critical_ack: { notified_to, read_back, by: ctx.caller.id, at: ctx.write.at } };
}

function saysElse(before: Contents, after: Contents): boolean {
  return (
    before.conclusion !== after.conclusion || !sameJson(before.observations, after.observations)
  );
}

function emitVersion(ctx: WriteContext, before: LabResultRow, row: LabResultRow): void {
  const isReady = before.status === "preliminary" && row.status === "final";
  const isCorrected = rewritingStatuses.includes(row.status) && saysElse(before, row);
  if (isReady) emit(ctx, "ready", row);
  else emit(ctx, isCorrected ? "corrected" : "updated", row);
  if (row.critical && !before.critical && !voidStatuses.includes(row.status))
    emit(ctx, "critical", row);
}

/**
 * Makes the next version of a result: verified, corrected, acknowledged or withdrawn. The one before stays as it is.
 * @throws AppError version_conflict, invalid_transition, forbidden, validation_error, implausible_value
 */
export async function nextVersion(
  ctx: WriteContext,
  row: LabResultRow,
  body: UpdateBody,
): Promise<LabResultRow> {
  await refuseSuperseded(ctx, row);
  const contents = await contentsIn(ctx, row, body);
  const to = body.status ?? enumValueOf(labResultStatuses, row.status);
  const isCorrectedAgain = rewritingStatuses.includes(to) && saysElse(row, contents);
  const step =
    to === row.status && !(isCorrectedAgain && body.status !== undefined)
      ? heldIn(ctx, row, contents)
      : steppedTo(ctx, row, to, body, contents);
  const isRewritten = !sameJson(contents.observations, row.observations);
  const acknowledgement = acknowledged(ctx, row, body);
  const changes = { ...contents, ...step, ...acknowledgement };
  const kept: Readonly<Record<string, unknown>> = row;
  if (Object.entries(changes).every(([name, value]) => sameJson(value, kept[name]))) return row;
  const next = ctx.write.insert(labResultsTable, ctx.newId(labResultCrud.prefix), {
    ...carried(row),
    // Of other values somebody has to be told anew.
    critical_ack: isRewritten ? null : row.critical_ack,
    ...changes,
    critical: isCritical(contents.observations),
    revision: row.revision + 1,
    amends_result_id: row.id,
  });
  emitVersion(ctx, row, next);
  await follow(ctx, next);
  return next;
}

/** What one version hands on to the next. */
function carried(row: LabResultRow) {
  return {
    branch_id: row.branch_id,
    order_id: row.order_id,
    test_id: row.test_id,
    test_code: row.test_code,
    patient_id: row.patient_id,
    encounter_id: row.encounter_id,
    specimen_id: row.specimen_id,
    performed_by: row.performed_by,
    performed_at: row.performed_at,
    verified_by: row.verified_by,
    verified_at: row.verified_at,
    status: row.status,
    status_reason: row.status_reason,
  };
}
