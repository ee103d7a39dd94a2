import type { Session } from "#db/session.ts";
import { closedPatients, refuseClosed } from "#resource/closed-patients.ts";
import { departmentOnPaper, nameOnPaper } from "#clinical/departments/departments.commands.ts";
import {
  refuseBrokenLook,
  templateFor,
} from "#clinical/print-templates/print-templates.commands.ts";
import type { TemplateLook } from "#clinical/print-templates/print-templates.contract.ts";
import { knownQueues, usualQueue } from "#clinical/queues/queues.commands.ts";
import { issuesToFields } from "#contract/issues.ts";
import type { Viewer } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import type { Write } from "#write/model.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { Context } from "#resource/context.ts";
import { documentShapes } from "./print-documents.contract.ts";
import { letterhead, type Letterhead } from "./print-jobs.letterhead.ts";
import { patientOfDocument } from "./print-jobs.patient.ts";
import { tokenSource, type TokenSource } from "./print-jobs.queries.ts";
import {
  sourceOf,
  sourceOfKept,
  type DocumentContext,
  type DocumentSource,
  type DocumentType,
} from "./print-jobs.sources.ts";
import type { PrintJobRow } from "./print-jobs.table.ts";

/** What a request says of a document's content. */
export interface DocumentRequest {
  readonly data?: unknown;
  readonly source_id?: string | undefined;
  readonly specimen_barcode?: string | undefined;
  /** What is tried out in place of what is set. */
  readonly template?: TemplateLook | undefined;
}

/** What a document says, and of whom: everything that its bytes are made from. */
export type PrintedDocument = Pick<
  PrintJobRow,
  "source_type" | "source_id" | "patient_id" | "data"
>;

function letterheadWith(template: object, look: TemplateLook | undefined): Letterhead {
  if (look === undefined) return letterhead.parse(template);
  refuseBrokenLook(look, "template.");
  const said = Object.entries(look).filter(([, value]) => value !== undefined);
  return letterhead.parse({ ...template, ...Object.fromEntries(said) });
}

/** How documents of a type come out at a branch now, or would with another look. */
export async function letterheadFor(
  ctx: DocumentContext,
  type: DocumentType | "queue_token",
  look?: TemplateLook,
): Promise<Letterhead> {
  return letterheadWith(await templateFor(ctx.db, ctx.tenantId, ctx.branch.id, type), look);
}

/**
 * Where the holder of a token is sent: to the department of whom they come to, as long as the token stands in its queue;
 * of a token that was moved, to the department of the other queue, or to the queue itself where it is no department's.
 */
async function destination(
  ctx: Viewer,
  { branchId, queueCode, providerDepartment }: TokenSource,
  languages: readonly string[],
): Promise<string> {
  const queues = await knownQueues(ctx, branchId ?? "");
  if (providerDepartment !== null && usualQueue(queues, providerDepartment) === queueCode)
    return departmentOnPaper(ctx, providerDepartment, languages);
  const queue = queues.get(queueCode);
  if (queue !== undefined && queue.department === null) return nameOnPaper(queue, languages);
  return departmentOnPaper(ctx, queue?.department ?? queueCode, languages);
}

/** The slip of an appointment's token, or null for an appointment without one. @param at RFC 3339, when it is issued */
export async function tokenDocument(
  ctx: {
    readonly db: Reader;
    readonly rows: Pick<Write, "load">;
    readonly tenantId: string;
    readonly at: string;
  },
  appointmentId: string,
  look?: TemplateLook,
): Promise<(PrintedDocument & { readonly branch_id: string | null }) | null> {
  const source = await tokenSource(ctx.rows, ctx, appointmentId);
  if (source === null) return null;
  const { branchId: branch_id, patientId: patient_id } = source;
  const template = await templateFor(ctx.db, ctx.tenantId, branch_id ?? "", "queue_token");
  // A slip has no room for a logo, and there are hundreds a day.
  const head = { ...letterheadWith(template, look), logo_png: null };
  const department = await destination(ctx, source, head.languages);
  const data = { ...source.data, department, letterhead: head };
  return { branch_id, source_type: "appointments", source_id: appointmentId, patient_id, data };
}

function refuse(path: string, code: ErrorCode, message: string): never {
  throw fieldError({ path, code, message });
}

function documentIn(type: DocumentType, data: unknown): unknown {
  const read = documentShapes[type].safeParse(data, { reportInput: false });
  if (read.success) return read.data;
  throw fieldError(
    ...issuesToFields(read.error).map((field) => ({ ...field, path: `data.${field.path}` })),
  );
}

interface Named {
  readonly type: DocumentType;
  readonly id: string;
  readonly head: Letterhead;
  readonly specimen?: string | undefined;
}

async function documentsFrom(
  ctx: DocumentContext,
  source: DocumentSource,
  { type, id, head, specimen }: Named,
): Promise<readonly PrintedDocument[]> {
  const made = await source.read(ctx, id, { type, languages: head.languages, specimen });
  return made.documents.map((document) => ({
    source_type: source.table,
    source_id: id,
    patient_id: made.patientId,
    data: { document: documentIn(type, document), letterhead: head },
  }));
}

function refuseSpecimen(type: DocumentType, wish: DocumentRequest): void {
  if (wish.specimen_barcode === undefined) return;
  if (type === "lab_label" && wish.data === undefined) return;
  refuse("specimen_barcode", "conflicting_fields", "goes with the labels of a lab order");
}

/**
 * Documents from what a request hands over, or from the record that it names: the patient or the stay of a wristband, the
 * patient of a label, the appointment of a booking's slip, the prescription, the lab order of a report, the stay of a
 * summary. Of a lab order's labels there is one for each specimen; of all else one document.
 * @throws AppError with the field that is wrong
 */
export async function documentsOf(
  ctx: DocumentContext &
    Pick<Context, "role" | "caller" | "reason" | "valueSeal"> & { readonly session: Session },
  type: DocumentType,
  wish: DocumentRequest,
): Promise<readonly PrintedDocument[]> {
  const head = await letterheadFor(ctx, type, wish.template);
  const { source_id: named = "", specimen_barcode: specimen } = wish;
  refuseSpecimen(type, wish);
  if (wish.data !== undefined) {
    const document = documentIn(type, wish.data);
    const patient_id = await patientOfDocument(ctx, document, named);
    const data = { document, letterhead: head };
    return [{ source_type: "request", source_id: named, patient_id, data }];
  }
  const source = sourceOf(type, named);
  // What stands on a paper is read by whoever prints it.
  if (source.resources.some((resource) => !mayDo(ctx, resource, "read")))
    refuse("source_id", "forbidden", "names a record that you may not read");
  const made = await documentsFrom(ctx, source, { type, id: named, head, specimen });
  const patients = new Set(made.flatMap(({ patient_id: patient }) => patient ?? []));
  refuseClosed(await closedPatients({ ...ctx, nowMs: ctx.now() }, patients));
  return made;
}

/**
 * What a job says when it is made anew from what it was made from: the patient's record or the appointment as it is now,
 * what a request had handed over as it was, and the template that is set now.
 * @throws AppError invalid_reference for a record that is no longer there
 */
export async function renewedDocument(
  ctx: DocumentContext & { readonly write: Write },
  row: PrintJobRow,
): Promise<PrintJobRow["data"]> {
  const { db, tenantId, write } = ctx;
  const { source_type: from, source_id: id, document_type: type } = row;
  if (type === "queue_token" && from === "appointments") {
    const slip = await tokenDocument({ db, rows: write, tenantId, at: write.at }, id);
    return slip?.data ?? row.data;
  }
  if (!isDocumentType(type)) return row.data;
  const head = await letterheadFor(ctx, type);
  const source = sourceOfKept(type, from);
  if (source === undefined || source.stays === true) return { ...row.data, letterhead: head };
  const specimen = row.specimen_key ?? undefined;
  const [made] = await documentsFrom(ctx, source, { type, id, head, specimen });
  return made?.data ?? row.data;
}

function isDocumentType(text: string): text is DocumentType {
  return Object.hasOwn(documentShapes, text);
}
