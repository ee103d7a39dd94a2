import { devicesTable } from "@edgeward/shared/clinical/devices/devices.table.ts";
import { clientsTable } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { isAllowed, isInScope } from "@edgeward/shared/contract/access.ts";
import type { Actor, Operation, SqlRow } from "@edgeward/shared/db/model.ts";
import type { Judge } from "@edgeward/shared/sync/judge/judge.ts";
import { nameOf } from "./current-rows.ts";

// People and programs are known here before any branch knows of them; a branch's devices it registers before they do
// anything. Their rows stay when they leave.
const registers: ReadonlyMap<string, string> = new Map([
  ["staff", staffTable.name],
  ["client", clientsTable.name],
  ["device", devicesTable.name],
]);

/** The record of an author, or null for those who are in no register. */
export function authorName({ type, id }: Actor): string | null {
  const table = registers.get(type);
  return table === undefined ? null : nameOf({ table, id });
}

/** The code of an operation whose author had no right to it. */
export const noRightCode = "no_right_then";

/** What an author may do, or could do until a moment. */
export interface Rights {
  /** RFC 3339; null for today's. */
  readonly until: string | null;
  readonly roles: readonly string[];
  /** Null for those whom nothing but their roles limits. */
  readonly scopes: ReadonlySet<string> | null;
  /** Null for all branches of the tenant. */
  readonly branches: readonly string[] | null;
  readonly isActive: boolean;
}

/** The rights of authors by the names of their records, the oldest first, today's last. */
export type RightsByAuthor = ReadonlyMap<string, readonly Rights[]>;

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function rightsOf({ until, roles, scopes, branches, status }: SqlRow): Rights {
  return {
    until: typeof until === "string" ? until : null,
    roles: texts(roles),
    scopes: scopes === null ? null : new Set(texts(scopes)),
    branches: branches === null ? null : texts(branches),
    isActive: status === "active",
  };
}

/** @param rows by author and then by time, with today's last and `name` the name of the author's record */
export function rightsByAuthor(rows: readonly SqlRow[]): RightsByAuthor {
  const groups = Map.groupBy(rows, (row) => String(row["name"]));
  return new Map([...groups].map(([name, own]) => [name, own.map(rightsOf)]));
}

/** As what an author does something: their rights at that moment, and the branch where it was done. */
interface Doing {
  readonly operation: Operation;
  readonly rights: Rights;
  readonly branchId: string;
}

// One whose registration has come with its first work.
const newDevice: Rights = {
  until: null,
  roles: ["device"],
  scopes: null,
  branches: null,
  isActive: true,
};

function lackOf({ operation: { actor, type }, rights, branchId }: Doing, judge: Judge) {
  const access = judge.command(type)?.access;
  if (access === undefined || access === null) return null;
  const { roles, scopes, branches, isActive } = rights;
  if (!isActive) return "actor.id: was not active then";
  if (branches?.includes(branchId) === false) return "actor.id: did not work at that branch then";
  if (actor.role !== null && !roles.includes(actor.role))
    return `actor.role: ${actor.role} was not their role then`;
  // Who did not narrow themselves to one role worked with all of theirs; the operation names the first.
  if (!isAllowed(roles, access.resource, access.action))
    return `actor.id: none of their roles allowed ${type} then`;
  return isInScope(scopes, access.resource, access.action)
    ? null
    : `actor.id: its scopes did not cover ${type} then`;
}

/** What an operation's author could do when it was made; undefined for one whom no register knows. */
function rightsThen({ actor, at }: Operation, rights: RightsByAuthor): Rights | undefined {
  const name = authorName(actor);
  const made = Date.parse(at);
  const then =
    name === null
      ? undefined
      : rights.get(name)?.find(({ until }) => until === null || Date.parse(until) > made);
  return then ?? (actor.type === "device" ? newDevice : undefined);
}

/** The roles that an operation's author had when it was made. */
export function rolesThen(operation: Operation, rights: RightsByAuthor): readonly string[] {
  return rightsThen(operation, rights)?.roles ?? [];
}

/**
 * Why an operation's author had no right to it when it was made, or null. Authors whom no register knows are not judged here.
 * @param branchId of the node that sent it
 */
export function missingRight(
  operation: Operation,
  branchId: string,
  { judge, rights }: { readonly judge: Judge; readonly rights: RightsByAuthor },
): string | null {
  if (operation.actor.type === "user") return "actor.type: no account works at a branch";
  const then = rightsThen(operation, rights);
  return then === undefined ? null : lackOf({ operation, rights: then, branchId }, judge);
}
