import * as z from "zod";
import { sha256Field } from "#clinical/files/files.contract.ts";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";

/** What the hub has of a file. */
export const laneStateShape = z.strictObject({
  sha256: z.string(),
  size_bytes: z.int(),
  chunk_count: z.int(),
  state: z.enum(["complete", "pending_upload"]),
  /** The chunks that have arrived of a file that is not complete. */
  chunks: z.array(z.int()),
});

/** What the hub has of a file. */
export type LaneState = z.output<typeof laneStateShape>;

/** The files whose bytes the hub has lost. */
export const wantedFilesShape = z.strictObject({ data: z.array(z.string()) });

const params = z.strictObject({ sha256: sha256Field });
const tag = "Sync";

/** The lane by which branch and hub send each other the bytes of files; only for enrolled nodes. */
export const fileLaneContract = {
  state: readEndpoint({
    path: "/v1/files/{sha256}/state",
    summary: "Which chunks of a file the hub has",
    tag,
    access: { resource: "sync", action: "read" },
    params,
    query: noQuery,
    response: laneStateShape,
  }),
  wanted: readEndpoint({
    path: "/v1/sync/wanted-files",
    summary: "The branch's files whose bytes the hub has lost and wants to be sent again",
    tag,
    access: { resource: "sync", action: "read" },
    params: noParams,
    query: noQuery,
    response: wantedFilesShape,
  }),
  commit: writeEndpoint({
    method: "POST",
    path: "/v1/files/{sha256}/commit",
    summary:
      "Make a file of its chunks, when together they have its hash; otherwise they are to be sent again",
    tag,
    access: { resource: "sync", action: "create" },
    operation: "file.arrive",
    home: "hub",
    params,
    query: noQuery,
    body: null,
    response: laneStateShape,
    status: 200,
    errors: [],
  }),
} as const;
