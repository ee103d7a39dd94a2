import { isOpen } from "#clinical/admissions/admissions.contract.ts";
import { admissionsTable } from "#clinical/admissions/admissions.table.ts";
import { departmentOnPaper } from "#clinical/departments/departments.commands.ts";
import { survivingPatient } from "#clinical/patients/patients.numbers.ts";
import type { ResourceName } from "#contract/access.ts";
import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { isId, type IdPrefix } from "#kernel/ids.ts";
import type { Context } from "#resource/context.ts";
import type { documentShapes } from "./print-documents.contract.ts";
import { appointmentDocument } from "./print-jobs.appointment.ts";
import { certificateDocument } from "./print-jobs.certificate.ts";
import { dischargeDocument } from "./print-jobs.discharge.ts";
import { dispensedLabels } from "./print-jobs.dispense.ts";
import { labelDocuments, labReportDocument } from "./print-jobs.lab-order.ts";
import {
  billDocument,
  creditNoteDocument,
  receiptDocument,
  shiftDocument,
} from "./print-jobs.money.ts";
import { refuseSource } from "./print-jobs.people.ts";
import { prescriptionDocument } from "./print-jobs.prescription.ts";
import { findPrintedPatient } from "./print-jobs.queries.ts";

const findAdmission = recordFinder(admissionsTable);

/** The type of a document whose content a request can hand over. */
export type DocumentType = keyof typeof documentShapes;

/** What a document is made with. */
export type DocumentContext = Pick<Context, "tenantId" | "branch" | "now"> & {
  readonly db: Reader;
};

function refuse(path: string, code: ErrorCode, message: string): never {
  throw fieldError({ path, code, message });
}

/** What a record says on paper, and of whom it is, null for nobody; of the labels of several specimens, each of them. */
interface RecordOnPaper {
  readonly patientId: string | null;
  readonly documents: readonly unknown[];
}

/** Which document is made of a record. */
export interface DocumentWish {
  readonly type: DocumentType;
  readonly languages: readonly string[];
  /** Of which of its specimens, by the code on the tube; of each where none is named. */
  readonly specimen: string | undefined;
}

/** Records of which documents are made: which of them, by whose ids, and what one has to be able to read. */
export interface DocumentSource {
  readonly prefix: IdPrefix;
  readonly table: string;
  readonly resources: readonly ResourceName[];
  readonly types: readonly DocumentType[];
  /** Of what is worth money once: another one beside it is a duplicate, of what stood on it or of what stands by now. */
  readonly another?: "as_it_was" | "as_it_is";
  /** Whether each of its documents stays as it was made: what it says of the record never changes. */
  readonly stays?: true;
  read(ctx: DocumentContext, id: string, asked: DocumentWish): Promise<RecordOnPaper>;
}

/** The one document of a record. */
async function alone(
  made: Promise<{ readonly patientId: string | null; readonly document: unknown }>,
): Promise<RecordOnPaper> {
  const { patientId, document } = await made;
  return { patientId, documents: [document] };
}

const sources: readonly DocumentSource[] = [
  {
    prefix: "pat",
    table: "patients",
    resources: ["patients"],
    types: ["wristband", "label"],
    read: async (ctx, id, { type }) => ({
      patientId: id,
      documents: [await patientDocument(ctx, type, id)],
    }),
  },
  {
    prefix: "adm",
    table: "admissions",
    resources: ["admissions"],
    types: ["wristband"],
    read: async (ctx, id, { type }) => {
      const patientId = await patientStaying(ctx, id);
      return { patientId, documents: [await patientDocument(ctx, type, patientId)] };
    },
  },
  {
    prefix: "adm",
    table: "admissions",
    // It says what was found, prescribed and measured as well.
    resources: ["admissions", "encounters", "prescriptions", "lab_results"],
    types: ["discharge"],
    read: (ctx, id, { languages }) => alone(dischargeDocument(ctx, id, languages)),
  },
  {
    prefix: "lor",
    table: "lab_orders",
    resources: ["lab_orders"],
    types: ["lab_label"],
    read: (ctx, id, { specimen }) =>
      labelDocuments(ctx, id, { barcode: specimen, at: isoInstant(ctx.now()) }),
  },
  {
    prefix: "lor",
    table: "lab_orders",
    resources: ["lab_orders", "lab_results"],
    types: ["report"],
    read: (ctx, id) => alone(labReportDocument(ctx, id, isoInstant(ctx.now()))),
  },
  {
    prefix: "apt",
    table: "appointments",
    resources: ["appointments"],
    types: ["appointment_slip"],
    read: async (ctx, id, { languages }) => {
      const { patientId, slip } = await appointmentDocument(ctx, id);
      const { department: code } = slip;
      const department = code === null ? null : await departmentOnPaper(ctx, code, languages);
      return { patientId, documents: [{ ...slip, department }] };
    },
  },
  {
    prefix: "rx",
    table: "prescriptions",
    resources: ["prescriptions"],
    types: ["prescription"],
    read: (ctx, id, { languages }) => alone(prescriptionDocument(ctx, id, languages)),
  },
  {
    prefix: "dsp",
    table: "dispenses",
    resources: ["dispenses", "prescriptions"],
    types: ["label"],
    stays: true,
    read: (ctx, id) => dispensedLabels(ctx, id),
  },
  {
    prefix: "crt",
    table: "certificates",
    resources: ["certificates"],
    types: ["certificate"],
    read: (ctx, id, { languages }) => alone(certificateDocument(ctx, id, languages)),
  },
  {
    prefix: "inv",
    table: "invoices",
    resources: ["invoices"],
    types: ["bill"],
    another: "as_it_is",
    read: (ctx, id) => alone(billDocument(ctx, id)),
  },
  {
    prefix: "crn",
    table: "credit_notes",
    // It says of which bill it is, and what that charged.
    resources: ["credit_notes", "invoices"],
    types: ["bill"],
    another: "as_it_was",
    read: (ctx, id) => alone(creditNoteDocument(ctx, id)),
  },
  {
    prefix: "pay",
    table: "payments",
    resources: ["payments"],
    types: ["receipt"],
    another: "as_it_was",
    read: (ctx, id) => alone(receiptDocument(ctx, id)),
  },
  {
    prefix: "csh",
    table: "cashier_shifts",
    resources: ["cashier_shifts"],
    types: ["report"],
    read: (ctx, id) => alone(shiftDocument(ctx, id)),
  },
];

/** Of which record a document is to be. @throws AppError validation_error where it is of none, invalid_id */
export function sourceOf(type: DocumentType, id: string): DocumentSource {
  const known = sources.filter(({ types }) => types.includes(type));
  const source = known.find(({ prefix }) => isId(prefix, id));
  if (source !== undefined) return source;
  if (known.length === 0 || id === "")
    refuse("data", "validation_error", `is required for a ${type}`);
  const beginnings = known.map(({ prefix }) => `${prefix}_`).join(" or ");
  refuse("source_id", "invalid_id", `must be an id that begins with ${beginnings}`);
}

/** Of which kind of record a document was made that is made anew; undefined where it was of none. */
export function sourceOfKept(type: DocumentType, table: string): DocumentSource | undefined {
  return sources.find((source) => source.table === table && source.types.includes(type));
}

/** Who stays at the branch by an admission. @throws AppError invalid_reference for one that is over or another branch's */
async function patientStaying(ctx: DocumentContext, id: string): Promise<string> {
  const row = await findAdmission(ctx.db, ctx.tenantId, id);
  if (row?.branch_id !== ctx.branch.id) refuseSource("names no admission of this branch");
  if (!isOpen(row.status)) refuseSource("names an admission that is over");
  // Of one who was merged, the record that stands for both.
  return (await survivingPatient(ctx.db, ctx.tenantId, row.patient_id))?.id ?? row.patient_id;
}

async function patientDocument(ctx: DocumentContext, type: DocumentType, id: string) {
  const row = await findPrintedPatient(ctx.db, ctx.tenantId, id);
  if (row === undefined || row.status === "merged") {
    refuseSource("names no patient of this tenant");
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
