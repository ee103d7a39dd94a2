import type * as z from "zod";
import { encountersTable } from "#clinical/encounters/encounters.table.ts";
import { referencedPatient, today } from "#clinical/patients/patients.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { AppError, fieldError, type ErrorCode } from "#kernel/errors.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import { nextState } from "#resource/state-machine.ts";
import {
  documentFields,
  documentStates,
  type DocumentState,
  type documentsContract,
} from "./documents.contract.ts";
import { emitDocument } from "./documents.events.ts";
import { maySee } from "./documents.answers.ts";
import { isOpenTo, type Guarded } from "./documents.rights.ts";
import { documentMachine } from "./documents.states.ts";
import { documentsTable, type DocumentRow } from "./documents.table.ts";
import type { DocumentUpload } from "./documents.upload.contract.ts";

type UpdateBody = z.output<typeof documentsContract.update.body>;

const mapping = recordMapping(documentFields);

function wrong(path: string, code: ErrorCode, message: string) {
  return fieldError({ path, code, message });
}

/** A step of a document's history, by whoever calls. */
export function step(ctx: WriteContext, status: DocumentState, reason: string | null = null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

/** @throws AppError forbidden for papers that are not everybody's to bring */
export function refuseForbidden(ctx: WriteContext, document: Guarded): void {
  const may = isOpenTo((resource, action) => mayDo(ctx, resource, action), document, "create");
  if (may) return;
  const kind = document.category === "identity" ? "Papers of identity" : "Confidential documents";
  throw new AppError("forbidden", `${kind} are not brought in this role.`);
}

/** Whom a document is about. @throws AppError invalid_reference, patient_merged, validation_error */
export async function patientOfUpload(
  ctx: WriteContext,
  { category, patient_id: id }: DocumentUpload,
): Promise<string | null> {
  if (id !== undefined) return (await referencedPatient(ctx, "patient_id", id)).id;
  if (category === "invoice") return null;
  throw wrong("patient_id", "validation_error", "is required for all but invoices");
}

/** @throws AppError invalid_reference for a visit of somebody else, or at another branch */
export async function refuseForeignVisit(
  ctx: WriteContext,
  patientId: string | null,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const visit = await ctx.write.load(encountersTable, id);
  if (visit !== null && visit.patient_id === patientId && visit.branch_id === ctx.branch.id) return;
  throw wrong("encounter_id", "invalid_reference", "names no visit of the patient at this branch");
}

/** @throws AppError validation_error for a day to come */
export function refuseComingDay(ctx: WriteContext, date: string | null | undefined): void {
  if (typeof date !== "string" || date <= today(ctx)) return;
  throw wrong("document_date", "validation_error", "must not be in the future");
}

/** What two documents have in common of which one stands in place of the other. */
type Replaced = Pick<DocumentRow, "id" | "patient_id" | "category" | "branch_id">;

/**
 * A document of the same patient and kind that can stand in place of another, or give its place to it.
 * @throws AppError invalid_reference
 */
export async function counterpart(
  ctx: WriteContext,
  path: string,
  id: string,
  document: Replaced,
): Promise<DocumentRow> {
  const other = id === document.id ? null : await ctx.write.load(documentsTable, id);
  const isSame =
    other !== null &&
    other.branch_id === document.branch_id &&
    other.patient_id === document.patient_id &&
    other.category === document.category &&
    maySee(ctx, other);
  if (isSame) return other;
  const message = "names no other document of the patient of this category";
  throw wrong(path, "invalid_reference", message);
}

/** Another document takes a document's place. @throws AppError invalid_transition */
export function supersede(ctx: WriteContext, row: DocumentRow, byId: string): DocumentRow {
  const from = enumValueOf(documentStates, row.status);
  const status = nextState(documentMachine, from, "superseded");
  const changed = ctx.write.update(documentsTable, row, {
    status,
    replaced_by_id: byId,
    status_history: [...row.status_history, step(ctx, status)],
  });
  emitDocument(ctx, "updated", changed);
  return changed;
}

async function restated(ctx: WriteContext, row: DocumentRow, body: UpdateBody) {
  const from = enumValueOf(documentStates, row.status);
  const { status: wanted = from, replaced_by_id: by, status_reason: reason = null } = body;
  if (typeof by === "string" && by !== row.replaced_by_id) {
    if (wanted !== "superseded" || wanted === from)
      throw wrong("replaced_by_id", "conflicting_fields", "goes with the state superseded");
    const other = await counterpart(ctx, "replaced_by_id", by, row);
    if (other.status !== "available")
      throw wrong("replaced_by_id", "invalid_reference", "names a document that is not available");
  }
  if (wanted === from) return {};
  const status = nextState(documentMachine, from, wanted);
  if (status === "superseded" && typeof by !== "string")
    throw wrong("replaced_by_id", "validation_error", "is required: what stands in its place");
  if (status === "entered_in_error" && reason === null)
    throw wrong("status_reason", "validation_error", "is required for what was entered in error");
  return { status, status_history: [...row.status_history, step(ctx, status, reason)] };
}

/**
 * Names a document anew, says what stands in its place, or that it was entered in error.
 * @throws AppError invalid_transition, invalid_reference, conflicting_fields, validation_error
 */
export async function changeDocument(
  ctx: WriteContext,
  row: DocumentRow,
  body: UpdateBody,
): Promise<DocumentRow> {
  const { status: _status, ...rest } = body;
  refuseComingDay(ctx, rest.document_date);
  if (rest.replaced_by_id === null && row.replaced_by_id !== null)
    throw wrong("replaced_by_id", "conflicting_fields", "stays with the state superseded");
  const steps = await restated(ctx, row, body);
  const changed = ctx.write.update(documentsTable, row, { ...mapping.later(rest), ...steps });
  if (changed !== row) emitDocument(ctx, "updated", changed);
  return changed;
}
