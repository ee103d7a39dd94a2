import { isOpen } from "#clinical/admissions/admissions.contract.ts";
import { admissionsTable } from "#clinical/admissions/admissions.table.ts";
import { departmentOnPaper, nameOnPaper } from "#clinical/departments/departments.commands.ts";
import { survivingPatient } from "#clinical/patients/patients.numbers.ts";
import {
  refuseBrokenLook,
  templateFor,
} from "#clinical/print-templates/print-templates.commands.ts";
import type { TemplateLook } from "#clinical/print-templates/print-templates.contract.ts";
import { knownQueues, usualQueue } from "#clinical/queues/queues.commands.ts";
import { issuesToFields } from "#contract/issues.ts";
import { recordFinder, type Viewer } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import type { Write } from "#write/model.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { isId, type IdPrefix } from "#kernel/ids.ts";
import type { ResourceName } from "#contract/access.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { Context } from "#resource/context.ts";
import { documentShapes } from "./print-documents.contract.ts";
import { letterhead, type Letterhead } from "./print-jobs.letterhead.ts";
import { appointmentDocument } from "./print-jobs.appointment.ts";
import { prescriptionDocument } from "./print-jobs.prescription.ts";
import { patientOfDocument } from "./print-jobs.patient.ts";
import { findPrintedPatient, tokenSource, type TokenSource } from "./print-jobs.queries.ts";
import type { PrintJobRow } from "./print-jobs.table.ts";

const findAdmission = recordFinder(admissionsTable);

/** The type of a document whose content a request can hand over. */
export type DocumentType = keyof typeof documentShapes;

/** What a request says of a document's content. */
export interface DocumentRequest {
  readonly data?: unknown;
  readonly source_id?: string | undefined;
  /** What is tried out in place of what is set. */
  readonly template?: TemplateLook | undefined;
}

/** What a document says, and of whom: everything that its bytes are made from. */
export type PrintedDocument = Pick<
  PrintJobRow,
  "source_type" | "source_id" | "patient_id" | "data"
>;

/** What a document is made with. */
export type DocumentContext = Pick<Context, "tenantId" | "branch" | "now"> & {
  readonly db: Reader;
};

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

/** What a record says on paper, and of whom it is. */
interface RecordOnPaper {
  readonly patientId: string;
  readonly document: unknown;
}

/** Records of which documents are made: which of them, by whose ids, and what one has to be able to read. */
interface DocumentSource {
  readonly prefix: IdPrefix;
  readonly table: string;
  readonly resource: ResourceName;
  readonly types: readonly DocumentType[];
  read(
    ctx: DocumentContext,
    id: string,
    asked: { readonly type: DocumentType; readonly languages: readonly string[] },
  ): Promise<RecordOnPaper>;
}

const sources: readonly DocumentSource[] = [
  {
    prefix: "pat",
    table: "patients",
    resource: "patients",
    types: ["wristband", "label"],
    read: async (ctx, id, { type }) => ({
      patientId: id,
      document: await patientDocument(ctx, type, id),
    }),
  },
  {
    prefix: "adm",
    table: "admissions",
    resource: "admissions",
    types: ["wristband"],
    read: async (ctx, id, { type }) => {
      const patientId = await patientStaying(ctx, id);
      return { patientId, document: await patientDocument(ctx, type, patientId) };
    },
  },
  {
    prefix: "apt",
    table: "appointments",
    resource: "appointments",
    types: ["appointment_slip"],
    read: async (ctx, id, { languages }) => {
      const { patientId, slip } = await appointmentDocument(ctx, id);
      const { department: code } = slip;
      const department = code === null ? null : await departmentOnPaper(ctx, code, languages);
      return { patientId, document: { ...slip, department } };
    },
  },
  {
    prefix: "rx",
    table: "prescriptions",
    resource: "prescriptions",
    types: ["prescription"],
    read: (ctx, id, { languages }) => prescriptionDocument(ctx, id, languages),
  },
];

/** Of which record a document is to be. @throws AppError validation_error where it is of none, invalid_id */
function sourceOf(type: DocumentType, id: string): DocumentSource {
  const known = sources.filter(({ types }) => types.includes(type));
  const source = known.find(({ prefix }) => isId(prefix, id));
  if (source !== undefined) return source;
  if (known.length === 0 || id === "")
    refuse("data", "validation_error", `is required for a ${type}`);
  const beginnings = known.map(({ prefix }) => `${prefix}_`).join(" or ");
  refuse("source_id", "invalid_id", `must be an id that begins with ${beginnings}`);
}

async function documentFrom(
  ctx: DocumentContext,
  source: DocumentSource,
  asked: { readonly type: DocumentType; readonly id: string; readonly head: Letterhead },
): Promise<PrintedDocument> {
  const { type, id, head } = asked;
  const made = await source.read(ctx, id, { type, languages: head.languages });
  const data = { document: documentIn(type, made.document), letterhead: head };
  return { source_type: source.table, source_id: id, patient_id: made.patientId, data };
}

/**
 * A document from what a request hands over, or from the record that it names: the patient or the stay of a wristband, the
 * patient of a label, the appointment of a booking's slip, the prescription.
 * @throws AppError with the field that is wrong
 */
export async function documentOf(
  ctx: DocumentContext & Pick<Context, "role" | "caller">,
  type: DocumentType,
  wish: DocumentRequest,
): Promise<PrintedDocument> {
  const head = await letterheadFor(ctx, type, wish.template);
  const named = wish.source_id ?? "";
  if (wish.data !== undefined) {
    const document = documentIn(type, wish.data);
    const patient_id = await patientOfDocument(ctx.db, ctx.tenantId, document, named);
    const data = { document, letterhead: head };
    return { source_type: "request", source_id: named, patient_id, data };
  }
  const source = sourceOf(type, named);
  // What stands on a paper is read by whoever prints it.
  if (!mayDo(ctx, source.resource, "read"))
    refuse("source_id", "forbidden", "names a record that you may not read");
  return documentFrom(ctx, source, { type, id: named, head });
}

/** Who stays at the branch by an admission. @throws AppError invalid_reference for one that is over or another branch's */
async function patientStaying(ctx: DocumentContext, id: string): Promise<string> {
  const row = await findAdmission(ctx.db, ctx.tenantId, id);
  if (row?.branch_id !== ctx.branch.id)
    refuse("source_id", "invalid_reference", "names no admission of this branch");
  if (!isOpen(row.status))
    refuse("source_id", "invalid_reference", "names an admission that is over");
  // Of one who was merged, the record that stands for both.
  return (await survivingPatient(ctx.db, ctx.tenantId, row.patient_id))?.id ?? row.patient_id;
}

async function patientDocument(ctx: DocumentContext, type: DocumentType, id: string) {
  const row = await findPrintedPatient(ctx.db, ctx.tenantId, id);
  if (row === undefined || row.status === "merged") {
    refuse("source_id", "invalid_reference", "names no patient of this tenant");
  }
  const { name, uhid, gender, dob, phone } = row;
  const patient = { name, uhid, gender, dob, phone };
  if (type === "label") return { kind: "patient", patient, printed_at: isoInstant(ctx.now()) };
  const allergies = row.allergies.flatMap(({ substance }) =>
    typeof substance === "string" ? [substance] : [],
  );
  const isKnown = row.blood_group !== null && row.blood_group !== "unknown";
  return { patient, allergies, ...(isKnown ? { blood_group: row.blood_group } : {}) };
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
  const source = sources.find(({ table }) => table === from);
  if (source === undefined) return { ...row.data, letterhead: head };
  return (await documentFrom(ctx, source, { type, id, head })).data;
}

function isDocumentType(text: string): text is DocumentType {
  return Object.hasOwn(documentShapes, text);
}
