import { endExpiredGrants } from "@edgeward/hub/fleet/feed/grants.ts";
import { endGrant, putGrant, type GrantRow } from "@edgeward/hub/fleet/feed/grant-rows.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { SimNode } from "./hub.ts";
import { hubPerson } from "./nodes.ts";

// The database's own clock decides when a grant is over, and that one stands still for nobody.
const farAway = "2099-01-01T00:00:00.000Z";

/** Whose grants these are. */
interface Grantor {
  readonly store: Store;
  readonly tenantId: string;
  readonly now: () => number;
  readonly newId: IdSource;
}

/** The grants of a tenant, with what is remembered of them outside of the database. */
export class HubGrants {
  readonly #grantor: Grantor;
  #open: readonly GrantRow[] = [];

  constructor(grantor: Grantor) {
    this.#grantor = grantor;
  }

  /** Lets a branch have what other branches hold of a patient. */
  async grant(node: SimNode, patientId: string): Promise<void> {
    if (this.granted(node).has(patientId)) return;
    const { store, tenantId, now, newId } = this.#grantor;
    const grant: GrantRow = {
      id: newId("grt"),
      tenant_id: tenantId,
      branch_id: node.branchId,
      patient_id: patientId,
      reason: "visit",
      granted_by: hubPerson,
      granted_at: isoInstant(now()),
      until_at: farAway,
      revoked_at: null,
    };
    await store.write({ tenantId }, (session) => putGrant(session, grant));
    this.#open = [...this.#open, grant];
  }

  /** Takes that back. */
  async revoke(node: SimNode, patientId: string): Promise<void> {
    const { store, tenantId, now } = this.#grantor;
    const isThis = (one: GrantRow) =>
      one.branch_id === node.branchId && one.patient_id === patientId;
    const grant = this.#open.find(isThis);
    if (grant === undefined) throw new Error("there is no such grant");
    await store.write({ tenantId }, (session) => endGrant(session, grant, isoInstant(now())));
    this.#open = this.#open.filter((one) => one !== grant);
  }

  /** Ends all of them: their time is over. */
  async endAll(): Promise<void> {
    const { store, tenantId } = this.#grantor;
    await endExpiredGrants(store, tenantId, Date.parse(farAway));
    this.#open = [];
  }

  /** Patients whose records of other branches a branch may have now. */
  granted(node: SimNode): ReadonlySet<string> {
    const own = this.#open.filter((grant) => grant.branch_id === node.branchId);
    return new Set(own.map((grant) => grant.patient_id));
  }

  /** Lets what was asked for and lent meanwhile last, and notes it. */
  async follow(): Promise<void> {
    const { store, tenantId } = this.#grantor;
    await store.write({ tenantId }, (session) =>
      session.query(
        "UPDATE feed_grants SET until_at = $2 WHERE tenant_id = $1 AND revoked_at IS NULL",
        [tenantId, farAway],
      ),
    );
    await this.recall();
  }

  /** The ids of all grants there ever were. */
  async all(): Promise<ReadonlySet<string>> {
    const { store, tenantId } = this.#grantor;
    const rows = await store.read({ tenantId }, (session) =>
      session.query("SELECT id FROM feed_grants WHERE tenant_id = $1", [tenantId]),
    );
    return new Set(rows.map((row) => String(row["id"])));
  }

  /** Takes what the database says, where that has been put back. */
  async recall(): Promise<void> {
    const { store, tenantId } = this.#grantor;
    this.#open = await store.read({ tenantId }, (session) =>
      session.kysely
        .selectFrom("feed_grants")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("revoked_at", "is", null)
        .execute(),
    );
  }
}
