import { uploadDocument } from "@edgeward/shared/clinical/documents/documents.upload.ts";
import type { DocumentUpload } from "@edgeward/shared/clinical/documents/documents.upload.contract.ts";
import type { FileStore } from "@edgeward/shared/files/file-store.ts";
import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import { actingAt, patientsToSeed, staffAt, type Acting, type SeededNode } from "./acting.ts";
import { letterOf, scanOf } from "./papers.ts";
import { tenantIdOf, type TenantPlan } from "./plans.ts";

const mostPatients = 4;

/** A paper that somebody brings, and who takes it in. */
export interface Paper extends Pick<
  DocumentUpload,
  "category" | "title" | "document_type" | "confidential" | "filename" | "content_type"
> {
  readonly by: "front_desk" | "nurse" | "doctor";
  readonly bytes: Buffer;
}

const pdf = { content_type: "application/pdf" } as const;
const png = { content_type: "image/png" } as const;

const letter = letterOf([
  "Dr. M. Kelkar, general practitioner, Nashik",
  "",
  "Dear colleague,",
  "please see this patient, who has been short of breath on the stairs",
  "for three weeks. Blood pressure 150/95 on two days. No fever.",
  "",
  "With kind regards",
]);

const summary = letterOf([
  "DISCHARGE SUMMARY (from another hospital)",
  "",
  "Admitted for two days with a fever of unknown origin; malaria and dengue",
  "were not found. Discharged well. Paracetamol as needed.",
]);

/** What patients of the demo have brought: the n-th patient has the n-th of these papers. */
const papers: readonly (readonly Paper[])[] = [
  [
    {
      ...pdf,
      by: "front_desk",
      category: "patient",
      title: "Letter of referral",
      document_type: "referral-letter",
      filename: "referral.pdf",
      bytes: letter,
    },
    {
      ...png,
      by: "front_desk",
      category: "identity",
      title: "Driving licence",
      filename: "licence.png",
      bytes: scanOf(7),
    },
  ],
  [
    {
      ...pdf,
      by: "doctor",
      category: "mrd",
      title: "Discharge summary of 2025",
      document_type: "discharge-summary",
      filename: "summary.pdf",
      bytes: summary,
    },
  ],
  [
    {
      ...png,
      by: "nurse",
      category: "consent",
      title: "Consent on paper",
      filename: "consent.png",
      bytes: scanOf(11),
    },
  ],
  [
    {
      ...pdf,
      by: "doctor",
      category: "patient",
      title: "Letter of a psychiatrist",
      confidential: true,
      filename: "letter.pdf",
      bytes: letter,
    },
  ],
];

/** A node, with the place where the bytes of files go. */
export interface SeededFiles extends SeededNode {
  readonly files: FileStore;
}

interface Whose {
  readonly tenantId: string;
  readonly patientId: string;
  readonly staffId: string;
}

/** Keeps a paper of a patient. @returns the document's id */
export async function bring(
  { files }: SeededFiles,
  acting: Acting,
  { tenantId, patientId, staffId }: Whose,
  { by, bytes, ...said }: Paper,
): Promise<string> {
  const staging = await files.stage();
  await staging.write(bytes);
  const { sha256, sizeBytes } = await staging.finish();
  return acting("document.upload", staffId, by, async (ctx) => {
    const body = { ...said, patient_id: patientId, sha256, size_bytes: sizeBytes };
    const { row } = await uploadDocument(ctx, body, "none");
    await files.keep(tenantId, staging, sha256);
    return row.id;
  });
}

/** Documents of a branch's first patients; nothing where an earlier start has made some. */
export async function seedDocuments(
  deps: SeededFiles,
  plan: TenantPlan,
  branch: BranchSettings,
): Promise<void> {
  const tenantId = tenantIdOf(plan);
  const patientIds = await patientsToSeed(deps, {
    tenantId,
    branchId: branch.id,
    made: "documents",
    most: mostPatients,
    which: "earliest",
  });
  const acting = actingAt(deps, tenantId, branch);
  const ofRole = staffAt(plan, branch.id);
  for (const [place, patientId] of patientIds.entries())
    for (const paper of papers[place] ?? [])
      await bring(deps, acting, { tenantId, patientId, staffId: ofRole(paper.by) }, paper);
}
