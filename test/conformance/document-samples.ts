import { createHash } from "node:crypto";
import type { documentsContract } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import {
  documentsTable,
  type DocumentRow,
} from "@edgeward/shared/clinical/documents/documents.table.ts";
import { blobsTable } from "@edgeward/shared/clinical/files/files.table.ts";
import { writeAsSystem } from "#support/seed.ts";
import { changedMetadata, type SamplesOf } from "./sample-shapes.ts";
import type { World } from "./world.ts";

/** A document whose file is elsewhere, as its upload leaves it. */
export async function keptDocument(
  { node, tenant, patient }: Pick<World, "node" | "tenant" | "patient">,
  more: Partial<DocumentRow> = {},
): Promise<string> {
  const patient_id = more.patient_id === undefined ? await patient() : more.patient_id;
  return writeAsSystem(node, tenant.id, (write) => {
    const id = node.runtime.newId("doc");
    const fileId = node.runtime.newId("fil");
    const step = { status: "available", at: write.at, by: tenant.clerkId, reason: null } as const;
    write.insert(documentsTable, id, {
      branch_id: tenant.branchId,
      encounter_id: null,
      category: "patient",
      title: "Letter of referral",
      document_type: null,
      document_date: null,
      confidential: false,
      file_id: fileId,
      status: "available",
      replaces_id: null,
      replaced_by_id: null,
      status_history: [{ ...step, status: "uploaded" }, step],
      metadata: {},
      ...more,
      patient_id,
    });
    write.insert(blobsTable, fileId, {
      branch_id: tenant.branchId,
      sha256: createHash("sha256").update(fileId).digest("hex"),
      size_bytes: 120_000,
      chunk_count: 1,
      content_type: "application/pdf",
      filename: "letter.pdf",
      category: more.category ?? "patient",
      entity_type: documentsTable.name,
      entity_id: id,
      patient_id,
      metadata: {},
    });
    return id;
  });
}

/** Requests for documents; how one is uploaded is tried with a node that keeps files. */
export const documents: SamplesOf<typeof documentsContract> = {
  list: { request: async () => ({}), grow: (world) => keptDocument(world) },
  get: { request: async (world) => ({ params: { id: await keptDocument(world) } }) },
  update: {
    request: async (world) => ({
      params: { id: await keptDocument(world) },
      body: { title: "Letter of Dr. Kelkar", document_type: "referral-letter" },
    }),
    changed: (request) => ({ ...request, body: { ...request.body, metadata: changedMetadata } }),
  },
};
