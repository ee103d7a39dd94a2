import { writesOf, type Command } from "#resource/command-writes.ts";
import { commandOf } from "#resource/commands.ts";
import { uploadContract } from "./files.contract.ts";
import { blobsTable } from "./files.table.ts";

/** Uploading, whose endpoint takes a form and stands beside the others. */
export const fileCommands: readonly Command[] = [
  commandOf(uploadContract.create, [writesOf(blobsTable, { makes: true })]),
];
