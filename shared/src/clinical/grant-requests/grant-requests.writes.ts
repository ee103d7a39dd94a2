import { writesOf, type Command } from "#resource/command-writes.ts";
import { commandOf } from "#resource/commands.ts";
import { grantRequestsTable } from "./grant-requests.table.ts";

const access = { resource: "patients", action: "update" } as const;

/** Asking for other branches' records, which a branch does by an endpoint of its own. */
export const grantRequestCommands: readonly Command[] = [
  commandOf({ operation: "grant_request.create", access }, [
    writesOf(grantRequestsTable, { makes: true }),
  ]),
];
