import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { countersignedScope } from "@edgeward/shared/contract/access.ts";
import { isPassword } from "@edgeward/shared/http/password-check.ts";
import { signAccessToken } from "@edgeward/shared/http/tokens.ts";
import type { NodeRuntime } from "@edgeward/shared/db/model.ts";
import type { ReadAudit } from "@edgeward/shared/audit/reads.ts";
import { readState } from "#db/node-state.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import type { StaffRow } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { findCredential, pinVerifierOf, type Credential } from "./credentials.ts";
import { StaffSessions } from "./staff-sessions.store.ts";
import type { SignedIn } from "./staff.contract.ts";
import { branchOrigin } from "#node/branch-origin.ts";

/** How long a staff token lasts. */
const tokenSeconds = 600;
/** How long somebody may act at a colleague's desk. */
const countersignSeconds = 120;

/** What signing in needs of the node. */
export interface StaffAuthOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly audit: ReadAudit;
  readonly attempts: AttemptLimits;
}

function wrongCredentials(): AppError {
  return new AppError("invalid_credentials", "The user name or the password is wrong.");
}

function credentialOf(
  { store, identity, runtime }: StaffAuthOptions,
  by: Parameters<typeof findCredential>[2],
): Promise<Credential | undefined> {
  const { tenantId } = identity;
  return store.read({ tenantId }, (session) =>
    findCredential(session, tenantId, by, isoInstant(runtime.now())),
  );
}

async function profile(options: StaffAuthOptions, staffId: string) {
  const { store, identity } = options;
  const { tenantId, branchId } = identity;
  return store.read({ tenantId }, async (session) => ({
    staff: await session.kysely
      .selectFrom("staff")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "=", staffId)
      .executeTakeFirst(),
    tenant: await session.kysely
      .selectFrom("tenants")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "=", tenantId)
      .executeTakeFirst(),
    branch: await session.kysely
      .selectFrom("branches")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "=", branchId)
      .executeTakeFirst(),
    seenAt: await readState(session, "last_contact_at"),
  }));
}

/** The verifier of somebody's PIN at this branch, null for none. */
async function pinOf(options: StaffAuthOptions, staffId: string): Promise<string | null> {
  const credential = await credentialOf(options, { staffId });
  const { store, identity } = options;
  return credential === undefined
    ? null
    : store.read({ tenantId: identity.tenantId }, (session) => pinVerifierOf(session, credential));
}

function publicFields({ id, name, roles, primary_role, department }: StaffRow) {
  return { id, name, roles, primary_role, department };
}

/** What lets somebody act here: within a session, or within a scope alone. */
async function tokenFor(
  { identity, runtime }: StaffAuthOptions,
  { id, roles }: StaffRow,
  limit: { readonly sid: string } | { readonly scope: string },
  seconds: number,
): Promise<string> {
  const claims = {
    iss: `branch:${identity.nodeId}`,
    aud: `branch:${identity.branchId}`,
    sub: id,
    tid: identity.tenantId,
    bids: [identity.branchId],
    roles,
    ...limit,
  };
  const key = { kid: identity.nodeId, privateKey: identity.privateKey };
  return signAccessToken(key, claims, seconds, runtime.now(), runtime.newId("ses"));
}

async function signedIn(
  options: StaffAuthOptions,
  staffId: string,
  sessionId: string,
  refreshToken: string,
): Promise<SignedIn> {
  const { identity } = options;
  const { staff, tenant, branch, seenAt } = await profile(options, staffId);
  const isHere = staff?.branches.includes(identity.branchId) === true && staff.status === "active";
  if (staff === undefined || tenant === undefined || branch === undefined || !isHere) {
    throw wrongCredentials();
  }
  const token = await tokenFor(options, staff, { sid: sessionId }, tokenSeconds);
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: tokenSeconds,
    refresh_token: refreshToken,
    staff: { ...publicFields(staff), has_pin: (await pinOf(options, staffId)) !== null },
    tenant: { id: tenant.id, name: tenant.name },
    branch: {
      id: branch.id,
      code: branch.code,
      name: branch.name,
      time_zone: branch.time_zone,
      country: branch.country,
    },
    roles_as_of: seenAt,
  };
}

const allowedActions: ReadonlySet<string> = new Set(["login", "logout", "unlock", "countersign"]);

function audit(
  options: StaffAuthOptions,
  action:
    | "login"
    | "login_failed"
    | "logout"
    | "token_reused"
    | "unlock"
    | "unlock_failed"
    | "countersign"
    | "countersign_failed",
  staffId: string | null,
  ip: string | null,
) {
  const origin = branchOrigin(options.identity, staffId ?? "unknown", "staff", ip);
  options.audit.record(origin, {
    module: "auth",
    action,
    outcome: allowedActions.has(action) ? "success" : "denied",
    entity_type: "staff",
    entity_id: staffId,
    patient_id: null,
    changes: [],
  });
}

/** Signing in at the branch, by what the branch knows: no hub is asked. */
export class StaffAuth {
  readonly sessions: StaffSessions;
  readonly #options: StaffAuthOptions;
  // An unknown name costs the same work as a known one, so that the time does not distinguish them.
  readonly #decoy: Promise<string>;

  constructor(options: StaffAuthOptions) {
    const { store, runtime, identity } = options;
    this.#options = options;
    this.sessions = new StaffSessions({ store, runtime, tenantId: identity.tenantId });
    this.#decoy = hash(randomBytes(16).toString("hex"));
  }

  /** @throws AppError invalid_credentials, rate_limited */
  async signIn(username: string, password: string, ip: string | null): Promise<SignedIn> {
    const name = username.trim().toLowerCase();
    const { attempts } = this.#options;
    const attempt = await attempts.take({ purpose: "staff_password", name, address: ip });
    const credential = await credentialOf(this.#options, { username: name });
    const isRight = await isPassword(
      credential?.password_verifier ?? (await this.#decoy),
      password,
      attempt,
    );
    if (credential === undefined || !isRight) {
      audit(this.#options, "login_failed", credential?.staff_id ?? null, ip);
      throw wrongCredentials();
    }
    await attempt.passed();
    const { id, token } = await this.sessions.begin(credential.staff_id);
    audit(this.#options, "login", credential.staff_id, ip);
    return signedIn(this.#options, credential.staff_id, id, token);
  }

  /** @throws AppError unauthorized */
  async refresh(refreshToken: string, ip: string | null): Promise<SignedIn> {
    const refreshed = await this.sessions.refresh(refreshToken);
    if (refreshed.kind === "reused") audit(this.#options, "token_reused", refreshed.staffId, ip);
    if (refreshed.kind !== "good") {
      throw new AppError("unauthorized", "The shift's session has ended; sign in again.");
    }
    const { id, staffId, token } = refreshed.session;
    if (!(await this.#mayStay(staffId))) {
      await this.sessions.end(id);
      throw wrongCredentials();
    }
    return signedIn(this.#options, staffId, id, token);
  }

  async signOut(sessionId: string, staffId: string, ip: string | null): Promise<void> {
    await this.sessions.end(sessionId);
    audit(this.#options, "logout", staffId, ip);
  }

  /**
   * Whether the PIN is that of whoever is signed in: their locked page goes on.
   * @throws AppError invalid_credentials, rate_limited
   */
  async unlock(staffId: string, pin: string, ip: string | null): Promise<void> {
    await this.#proved(staffId, pin, ip, "unlock");
  }

  /**
   * A token by which somebody acts at a colleague's desk, by their own PIN: without a session, for moments, and for nothing
   * else than what is signed for by two. @throws AppError invalid_credentials, rate_limited
   */
  async countersign(staffId: string, pin: string, ip: string | null) {
    await this.#proved(staffId, pin, ip, "countersign");
    const { staff } = await profile(this.#options, staffId);
    if (staff === undefined || !(await this.#mayStay(staffId))) throw wrongCredentials();
    const limit = { scope: countersignedScope };
    const access_token = await tokenFor(this.#options, staff, limit, countersignSeconds);
    return { access_token, expires_in: countersignSeconds };
  }

  /** @throws AppError invalid_credentials, rate_limited */
  async #proved(staffId: string, pin: string, ip: string | null, what: "unlock" | "countersign") {
    const { attempts } = this.#options;
    const attempt = await attempts.take({ purpose: "staff_pin", name: staffId, address: ip });
    const verifier = await pinOf(this.#options, staffId);
    const isRight = await isPassword(verifier ?? (await this.#decoy), pin, attempt);
    if (!isRight) {
      audit(this.#options, `${what}_failed`, staffId, ip);
      throw new AppError("invalid_credentials", "The PIN is wrong.");
    }
    await attempt.passed();
    audit(this.#options, what, staffId, ip);
  }

  /** Ends the sessions of those who may not be here any more: the hub has said something of staff. */
  endUnwelcome(): Promise<void> {
    return this.sessions.endUnless((staffId) => this.#mayStay(staffId));
  }

  async #mayStay(staffId: string): Promise<boolean> {
    const credential = await credentialOf(this.#options, { staffId });
    const { staff } = await profile(this.#options, staffId);
    const isHere = staff?.branches.includes(this.#options.identity.branchId) === true;
    return credential !== undefined && isHere && staff.status === "active";
  }
}
