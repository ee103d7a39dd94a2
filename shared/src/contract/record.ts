import * as z from "zod";
import type { IdPrefix } from "#kernel/ids.ts";
import { enumOf, idOf, json, str, ts } from "./fields.ts";

/** How far a record has travelled: `pending` until the hub has it, `conflict` while a person has to choose. */
export const syncStates = ["synced", "pending", "conflict"] as const;
/** How far a record has travelled. */
export type SyncState = (typeof syncStates)[number];

/** The fields that every record answers. */
export const recordShape = {
  tenant_id: idOf("ten"),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string(),
  updated_by: z.string(),
  version: z.int(),
  origin: z.enum(["hub", "branch"]),
  origin_node_id: z.string().nullable(),
  hlc: z.string(),
  sync_state: z.enum(syncStates),
  metadata: z.record(z.string(), z.unknown()),
} as const;

const metadata = json(4096);

/** What a body may say of them. */
export const metadataField = metadata.optional();

/** The form in which the fields of every record that commands write are kept. @param prefix of its id */
export function recordForms(prefix: IdPrefix) {
  return { id: idOf(prefix), branch_id: idOf("brn"), metadata } as const;
}

/** Who did something, as a record keeps it. */
export const actorIdForm = str(1, 64);

/** Fields that only the server sets: a body may repeat what it was given, so that read, change, write works. */
export function readOnlyFields<const Names extends readonly string[]>(
  names: Names,
): Readonly<Record<Names[number], z.ZodOptional<z.ZodUnknown>>> {
  const fields = Object.fromEntries(names.map((name) => [name, z.unknown().optional()] as const));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one entry was made for each of the names just above
  return fields as Readonly<Record<Names[number], z.ZodOptional<z.ZodUnknown>>>;
}

/** The server's own fields of every record. */
export const recordReadOnly = [
  "id",
  "tenant_id",
  "created_at",
  "updated_at",
  "created_by",
  "updated_by",
  "version",
  "origin",
  "origin_node_id",
  "hlc",
  "sync_state",
] as const;

/** One state a record has been in. */
export const statusHistoryShape = z.array(
  z.strictObject({
    status: z.string(),
    at: z.string(),
    by: z.string(),
    reason: z.string().nullable(),
  }),
);

/** The form in which the states that a record has been in are kept. @param statuses that it can be in */
export function statusHistoryForm<const Words extends readonly [string, ...string[]]>(
  statuses: Words,
) {
  const step = {
    status: enumOf(statuses),
    at: ts,
    by: actorIdForm,
    reason: str(0, 500).nullable(),
  };
  return z.array(z.strictObject(step));
}
