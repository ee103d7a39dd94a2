import { blobsTable } from "#clinical/files/files.table.ts";
import { writesOf, type Command } from "#resource/command-writes.ts";
import { commandOf } from "#resource/commands.ts";
import { documentEvents } from "./documents.events.ts";
import { uploadedGuard } from "./documents.guard.ts";
import { documentsTable } from "./documents.table.ts";
import { documentUploadContract } from "./documents.upload.contract.ts";

const { uploaded, updated } = documentEvents;

/** Uploading, whose endpoint takes a form and stands beside the others. */
export const documentCommands: readonly Command[] = [
  commandOf(
    documentUploadContract.upload,
    [
      writesOf(documentsTable, {
        makes: true,
        // The document and the one that it replaces.
        several: true,
        changes: ["status", "replaced_by_id", "status_history"],
        events: [uploaded, updated],
      }),
      writesOf(blobsTable, { makes: true }),
    ],
    { guard: uploadedGuard },
  ),
];
