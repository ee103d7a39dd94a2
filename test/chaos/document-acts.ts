import { documentStates } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import { documentMachine } from "@edgeward/shared/clinical/documents/documents.states.ts";
import {
  documentsTable,
  type DocumentRow,
} from "@edgeward/shared/clinical/documents/documents.table.ts";
import { blobsTable } from "@edgeward/shared/clinical/files/files.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { enumValueOf } from "@edgeward/shared/contract/enum-value.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

type State = (typeof documentStates)[number];

function step(write: Write, status: State, reason: string | null = null) {
  return { status, at: write.at, by: write.origin.actor.id, reason };
}

function superseded(write: Write, row: DocumentRow, byId: string) {
  return {
    status: "superseded",
    replaced_by_id: byId,
    status_history: [...row.status_history, step(write, "superseded")],
  } as const;
}

/** A paper of a patient is scanned, now and then one that goes to no other branch, or in place of an earlier one. */
export async function scanPaper(branch: SimBranch, one: number, way: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one);
  if (patient === undefined) return;
  const earlier = (await documentsOf(branch)).filter(
    (row) => row.patient_id === patient.id && row.status === "available" && !row.confidential,
  );
  const old = way % 2 === 0 ? picked(earlier, one) : undefined;
  await branch.write("document.upload", (write) => {
    const id = write.runtime.newId("doc");
    const fileId = write.runtime.newId("fil");
    const shared = {
      branch_id: branch.identity.branchId,
      metadata: {},
      patient_id: patient.id,
      category: "patient",
    } as const;
    write.insert(documentsTable, id, {
      ...shared,
      encounter_id: null,
      title: `Paper ${way}`,
      document_type: null,
      document_date: null,
      confidential: old === undefined && way === 3,
      file_id: fileId,
      status: "available",
      replaces_id: old?.id ?? null,
      replaced_by_id: null,
      status_history: [step(write, "uploaded"), step(write, "available")],
    });
    write.insert(blobsTable, fileId, {
      ...shared,
      sha256: "0".repeat(64),
      size_bytes: 1,
      chunk_count: 1,
      content_type: "application/pdf",
      filename: "paper.pdf",
      entity_type: documentsTable.name,
      entity_id: id,
    });
    if (old !== undefined) write.update(documentsTable, old, superseded(write, old, id));
  });
}

function documentsOf(branch: SimBranch): Promise<readonly DocumentRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("documents")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

/** A document is named anew, gives its place to another of the patient, or was entered in error. */
export async function changePaper(branch: SimBranch, one: number, way: number): Promise<void> {
  const all = await documentsOf(branch);
  const row = picked(all, one);
  if (row === undefined) return;
  const from = enumValueOf(documentStates, row.status);
  const to = way === 0 ? undefined : picked(documentMachine.transitions[from], way);
  const other = all.find(
    ({ id, patient_id: patient, status }) =>
      id !== row.id && patient === row.patient_id && status === "available",
  );
  if (to === "superseded" && other === undefined) return;
  await branch.write("document.update", (write) => {
    if (to === undefined) write.update(documentsTable, row, { title: `Renamed ${one}` });
    else if (to === "superseded") {
      write.update(documentsTable, row, superseded(write, row, other?.id ?? ""));
    } else {
      const history = [...row.status_history, step(write, to, "of somebody else")];
      write.update(documentsTable, row, { status: to, status_history: history });
    }
  });
}
