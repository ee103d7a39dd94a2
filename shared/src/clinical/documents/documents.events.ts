import { eventTypes } from "#contract/event-types.ts";
import type { WriteContext } from "#resource/context.ts";
import { documentsTable, type DocumentRow } from "./documents.table.ts";

/** What is published of documents. */
export const documentEvents = eventTypes("document", {
  uploaded: "a document was uploaded",
  updated: "a document was named anew, replaced, or entered in error",
});

/** Publishes what became of a document. Payloads leave the node: ids, kinds and states alone, never a title. */
export function emitDocument(
  ctx: Pick<WriteContext, "write">,
  kind: keyof typeof documentEvents,
  row: DocumentRow,
): void {
  const { patient_id, encounter_id, category, status } = row;
  const payload = { patient_id, encounter_id, category, status };
  ctx.write.emit(documentEvents[kind], documentsTable, row, payload);
}
