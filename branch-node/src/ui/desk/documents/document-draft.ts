import * as z from "zod";
import {
  fileCategories,
  maximumFileBytes,
} from "@edgeward/shared/clinical/files/files.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import type { TextId } from "#ui/i18n/text.ts";

/** What stands in the form; "" where nothing is chosen or typed. The file itself is kept by no draft. */
export interface DocumentDraft {
  readonly category: (typeof fileCategories)[number] | "";
  readonly title: string;
  /** The day that stands on the paper, YYYY-MM-DD. */
  readonly date: string;
  readonly isConfidential: boolean;
}

/** The form as it is opened. */
export const emptyDocument: DocumentDraft = {
  category: "",
  title: "",
  date: "",
  isConfidential: false,
};

const text = z.string().catch("");

const keptShape = z.object({
  fields: z.object({
    category: z.enum(["", ...fileCategories]).catch(""),
    title: text,
    date: z.iso.date().catch(""),
    isConfidential: z.boolean().catch(false),
  }),
  patient_id: z.string(),
});

/** A document that is being brought, as the branch keeps it. Its key goes with it: sent twice, it is kept once. */
export function documentState(
  fields: DocumentDraft,
  patientId: string,
  intentKey: string,
): FormState {
  return { fields: { ...fields }, patient_id: patientId, intent_key: intentKey };
}

/** Reads a document that was being brought back; null for what is none. */
export function readDocument(
  formState: FormState,
): { readonly fields: DocumentDraft; readonly patientId: string } | null {
  const { data } = keptShape.safeParse(formState);
  return data === undefined ? null : { fields: data.fields, patientId: data.patient_id };
}

/** What is missing or cannot be sent, by the name of the field that the API would refuse. */
export type DocumentGap = "file" | "category";

/** What is wrong with the form before it is sent, in the order of its fields. */
export function gapsOf(
  { category }: DocumentDraft,
  file: Pick<Blob, "size"> | null,
): ReadonlyMap<DocumentGap, TextId> {
  const gaps = new Map<DocumentGap, TextId>();
  if (file === null) gaps.set("file", "document.needsFile");
  else if (file.size === 0) gaps.set("file", "document.emptyFile");
  else if (file.size > maximumFileBytes) gaps.set("file", "document.tooLarge");
  if (category === "") gaps.set("category", "document.needsCategory");
  return gaps;
}

/** A file that somebody has chosen, dropped or photographed. */
export interface ChosenFile {
  readonly blob: Blob;
  readonly name: string;
}

/** The form that is sent. @param replacesId the document whose place it takes */
export function formOf(
  draft: DocumentDraft,
  patientId: string,
  { blob, name }: ChosenFile,
  replacesId: string | null,
): FormData {
  const form = new FormData();
  form.set("category", draft.category);
  form.set("patient_id", patientId);
  const title = draft.title.trim();
  if (title !== "") form.set("title", title);
  if (draft.date !== "") form.set("document_date", draft.date);
  if (draft.isConfidential) form.set("confidential", "true");
  if (replacesId !== null) form.set("replaces_id", replacesId);
  // The file comes last: what is refused by its fields is so before it has travelled whole.
  form.set("file", blob, name);
  return form;
}
