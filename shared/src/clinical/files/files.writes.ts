import { writesOf, type Command, type Guard } from "#resource/command-writes.ts";
import { commandOf } from "#resource/commands.ts";
import { uploadContract } from "./files.contract.ts";
import { blobsTable } from "./files.table.ts";

// A record whose own endpoint takes its files is given none by another command.
const uploadedGuard: Guard = ({ operation, schema }) => {
  const owner = operation.changes[0]?.fields["entity_type"] ?? null;
  if (owner === null) return null;
  if (typeof owner === "string" && schema.find(owner)?.keptFiles === "any") return null;
  return "changes.0.fields.entity_type: keeps no files, or its own alone";
};

/** Uploading, whose endpoint takes a form and stands beside the others. */
export const fileCommands: readonly Command[] = [
  commandOf(uploadContract.create, [writesOf(blobsTable, { makes: true })], {
    guard: uploadedGuard,
  }),
];
