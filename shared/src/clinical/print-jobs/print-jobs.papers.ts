import { templateFor } from "#clinical/print-templates/print-templates.commands.ts";
import { issuesToFields } from "#contract/issues.ts";
import type { Reader } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import type { Context } from "#module/context.ts";
import { documentShapes } from "./print-documents.contract.ts";
import { letterhead } from "./print-jobs.document.ts";
import { findPrintedPatient } from "./print-jobs.queries.ts";
import type { PrintJobRow } from "./print-jobs.table.ts";

/** The type of a document whose content a request can hand over. */
export type DocumentType = keyof typeof documentShapes;

/** What a request says of a document's content. */
export interface PaperWish {
  readonly data?: unknown;
  readonly source_id?: string | undefined;
}

/** What a document says, and of whom: everything that its bytes are made from. */
export type Paper = Pick<PrintJobRow, "source_type" | "source_id" | "patient_id" | "data">;

type PaperContext = Pick<Context, "tenantId" | "branch" | "now"> & { readonly db: Reader };

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

/**
 * A document from what a request hands over, or, for a wristband or a label, from the patient that it names.
 * @throws AppError with the field that is wrong
 */
export async function paperOf(
  ctx: PaperContext,
  type: DocumentType,
  wish: PaperWish,
): Promise<Paper> {
  const head = letterhead.parse(await templateFor(ctx.db, ctx.tenantId, ctx.branch.id, type));
  const named = wish.source_id ?? "";
  if (wish.data !== undefined) {
    const document = documentIn(type, wish.data);
    const data = { document, letterhead: head };
    return { source_type: "request", source_id: named, patient_id: null, data };
  }
  if (!isId("pat", named) || (type !== "wristband" && type !== "label")) {
    refuse("data", "validation_error", `is required for a ${type}`);
  }
  const document = documentIn(type, await patientDocument(ctx, type, named));
  const data = { document, letterhead: head };
  return { source_type: "patients", source_id: named, patient_id: named, data };
}

async function patientDocument(ctx: PaperContext, type: "wristband" | "label", id: string) {
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
