import type pg from "pg";
import { staffTable, type StaffRow } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { SystemColumn } from "@edgeward/shared/db/table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import { hubPerson, nodeOf, staffOf, supervisorOf } from "./nodes.ts";

/** What somebody may do, and until when; null for today. */
interface Held {
  readonly until: string | null;
  readonly roles: readonly string[];
  readonly branches: readonly string[];
}

/** What whoever works at a branch may do. */
export const ableRoles = ["front_desk", "doctor", "lab", "billing", "pharmacist"];
const supervisorRole = "branch_admin";
// Reads, and writes nothing.
const unableRoles = ["auditor"];

function fieldsOf(
  id: string,
  held: Pick<Held, "roles" | "branches">,
): Omit<StaffRow, SystemColumn> {
  return {
    branch_id: null,
    metadata: {},
    employee_no: id.slice(-6),
    name: id,
    name_key: id,
    gender: null,
    phone: null,
    email: null,
    roles: [...held.roles],
    primary_role: held.roles[0] ?? "",
    department: null,
    designation: null,
    specialities: [],
    registration: null,
    branches: [...held.branches],
    schedule: [],
    status: "active",
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function heldOf({ until, roles, branches }: SqlRow): Held {
  return {
    until: typeof until === "string" ? until : null,
    roles: texts(roles),
    branches: texts(branches),
  };
}

/** The people of a tenant, and what they may do at which time: one at each branch, who answers for it, and one at the hub. */
export class HubStaff {
  readonly #store: Store;
  readonly #keeper: pg.Client;
  readonly #tenantId: string;
  readonly #now: () => number;
  readonly #dated: string[] = [];
  #wasPutBack = false;

  /** @param keeper may write what a hub only adds to */
  constructor(store: Store, keeper: pg.Client, tenantId: string, now: () => number) {
    this.#store = store;
    this.#keeper = keeper;
    this.#tenantId = tenantId;
    this.#now = now;
  }

  /** Those who work at so many branches, and whoever is at the hub. */
  enrol(write: Write, branches: number): void {
    for (let place = 1; place <= branches; place += 1) {
      const held = { roles: ableRoles, branches: [nodeOf(place).branchId] };
      write.insert(staffTable, staffOf(place), fieldsOf(staffOf(place), held));
      const supervisor = supervisorOf(staffOf(place));
      const answering = { roles: [supervisorRole], branches: held.branches };
      write.insert(staffTable, supervisor, fieldsOf(supervisor, answering));
    }
    const held = { roles: ["tenant_admin"], branches: [] };
    write.insert(staffTable, hubPerson, fieldsOf(hubPerson, held));
  }

  /** Gives somebody other roles or another branch, or what they had. */
  async change(write: Write, place: number, way: number): Promise<void> {
    const row = await write.load(staffTable, staffOf(place));
    if (row === null) return;
    const branch = nodeOf(way === 3 ? place + 1 : place).branchId;
    const roles = way === 2 ? unableRoles : ableRoles;
    write.update(staffTable, row, { roles: [...roles], branches: [branch] });
  }

  /** The database dates what somebody could do before by its own clock, which is not the simulation's. */
  async date(): Promise<void> {
    const until = isoInstant(this.#now());
    await this.#keeper.query(
      "UPDATE former_rights SET until = $2 WHERE tenant_id = $1 AND until <> ALL($3)",
      [this.#tenantId, until, this.#dated],
    );
    this.#dated.push(until);
  }

  /** Notes that what is known of it may be older than what operations were judged by. */
  putBack(): void {
    this.#wasPutBack = true;
  }

  /** Whether what the database says of everybody's rights is all that there ever was. */
  get isWhole(): boolean {
    return !this.#wasPutBack;
  }

  /** What each had, the oldest first. */
  async rights(): Promise<ReadonlyMap<string, readonly Held[]>> {
    const rows = await this.#store.read({ tenantId: this.#tenantId }, (session) =>
      session.query(
        `SELECT id, '~' AS place, NULL AS until, roles, branches FROM staff WHERE tenant_id = $1
         UNION ALL SELECT author_id, until, until, roles, branches FROM former_rights WHERE tenant_id = $1 ORDER BY 1, 2`,
        [this.#tenantId],
      ),
    );
    const groups = Map.groupBy(rows, (row) => String(row["id"]));
    return new Map([...groups].map(([id, own]) => [id, own.map(heldOf)]));
  }
}

/** Whether somebody who had these rights could write at a branch at a moment, RFC 3339. */
export function couldWrite(held: readonly Held[], branchId: string, at: string): boolean {
  const then = held.find(({ until }) => until === null || until > at);
  if (then === undefined) return false;
  return (
    then.branches.includes(branchId) &&
    then.roles.some((role) => [...ableRoles, supervisorRole].includes(role))
  );
}
