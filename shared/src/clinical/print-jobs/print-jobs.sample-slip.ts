import type { TemplateLook } from "#clinical/print-templates/print-templates.contract.ts";
import { issuesToFields } from "#contract/issues.ts";
import { fieldError } from "#kernel/errors.ts";
import { letterheadFor, type PrintedDocument } from "./print-jobs.documents.ts";
import type { DocumentContext } from "./print-jobs.sources.ts";
import type { TokenSlipData } from "./print-jobs.token.ts";
import { sampleMark, sampleSlipData, type SampleSlipData } from "./sample-slip.contract.ts";

const noNumber = "SAMPLE";

interface SlipWish {
  readonly data?: unknown;
  readonly source_id?: string | undefined;
}

/** What a request hands over for the sample of a slip. @throws AppError with the field that is wrong */
export function readSampleSlip({ data, source_id: sourceId }: SlipWish): SampleSlipData {
  if (typeof data !== "object" || data === null || !("kind" in data) || data.kind !== "sample") {
    const message = "is not given for a token: its appointment says all";
    throw fieldError({ path: "data", code: "conflicting_fields", message });
  }
  if (sourceId !== undefined) {
    const message = "is not given for a sample: it is of nobody";
    throw fieldError({ path: "source_id", code: "conflicting_fields", message });
  }
  const read = sampleSlipData.safeParse(data, { reportInput: false });
  if (read.success) return read.data;
  throw fieldError(
    ...issuesToFields(read.error).map((field) => ({ ...field, path: `data.${field.path}` })),
  );
}

/** The sample of a token's slip: of nobody, and marked as one. @throws AppError with the field of the look that is wrong */
export async function sampleSlip(
  ctx: DocumentContext,
  sample: SampleSlipData,
  look?: TemplateLook,
): Promise<PrintedDocument> {
  const letterhead = await letterheadFor(ctx, "queue_token", look);
  const { branch } = ctx;
  const data: TokenSlipData = {
    facility_name: letterhead.display_name,
    branch_name: branch.name,
    department: sample.department,
    queue_no: 0,
    token_code: noNumber,
    patient_name: `${sampleMark} ${sample.patient_name}`,
    uhid: noNumber,
    provider_name: sample.provider_name,
    issued_at: sample.issued_at,
    time_zone: branch.timeZone,
    appointment_id: noNumber,
    letterhead: { ...letterhead, logo_png: null },
  };
  return { source_type: "request", source_id: "", patient_id: null, data: { ...data } };
}
