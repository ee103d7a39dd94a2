import { createHash, randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { signAccessToken } from "@edgeward/shared/http/tokens.ts";
import type { NodeRuntime } from "@edgeward/shared/db/model.ts";
import type { ReadAudit } from "@edgeward/shared/audit/reads.ts";
import { readState } from "#db/node-state.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import { isPassword } from "./password-check.ts";
import { endSession, keepSession } from "./session.store.ts";
import type { SignedIn } from "./staff.contract.ts";
import { branchOrigin } from "#node/branch-origin.ts";

/** How long a staff token lasts, and how long a shift may refresh it. */
const tokenSeconds = 600;
const shiftMs = 12 * 60 * 60 * 1000;

/** What signing in needs of the node. */
export interface StaffAuthOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly audit: ReadAudit;
  readonly attempts: AttemptLimits;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function wrongCredentials(): AppError {
  return new AppError("invalid_credentials", "The user name or the password is wrong.");
}

async function findCredential(options: StaffAuthOptions, username: string) {
  const { store, identity } = options;
  return store.read({ tenantId: identity.tenantId }, (session) =>
    session.kysely
      .selectFrom("staff_credentials")
      .selectAll()
      .where("tenant_id", "=", identity.tenantId)
      .where("username", "=", username)
      .where("status", "=", "active")
      .executeTakeFirst(),
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

async function signedIn(
  options: StaffAuthOptions,
  staffId: string,
  sessionId: string,
  refreshToken: string,
): Promise<SignedIn> {
  const { identity, runtime } = options;
  const { staff, tenant, branch, seenAt } = await profile(options, staffId);
  const isHere = staff?.branches.includes(identity.branchId) === true && staff.status === "active";
  if (staff === undefined || tenant === undefined || branch === undefined || !isHere) {
    throw wrongCredentials();
  }
  const claims = {
    iss: `branch:${identity.nodeId}`,
    aud: `branch:${identity.branchId}`,
    sub: staff.id,
    tid: identity.tenantId,
    bids: [identity.branchId],
    roles: staff.roles,
    sid: sessionId,
  };
  const key = { kid: identity.nodeId, privateKey: identity.privateKey };
  const token = await signAccessToken(
    key,
    claims,
    tokenSeconds,
    runtime.now(),
    runtime.newId("ses"),
  );
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: tokenSeconds,
    refresh_token: refreshToken,
    staff: { id: staff.id, name: staff.name, roles: staff.roles, primary_role: staff.primary_role },
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

function auditSignIn(
  options: StaffAuthOptions,
  staffId: string | null,
  isRight: boolean,
  ip: string | null,
) {
  const origin = branchOrigin(options.identity, staffId ?? "unknown", "staff", ip);
  options.audit.record(origin, {
    module: "auth",
    action: isRight ? "login" : "login_failed",
    outcome: isRight ? "success" : "denied",
    entity_type: "staff",
    entity_id: staffId,
    patient_id: null,
    changes: [],
  });
}

/** Signing in at the branch, by what the branch knows: no hub is asked. */
export class StaffAuth {
  readonly #options: StaffAuthOptions;
  readonly #ended = new Set<string>();
  // An unknown name costs the same work as a known one, so that the time does not distinguish them.
  readonly #decoy: Promise<string>;

  constructor(options: StaffAuthOptions) {
    this.#options = options;
    this.#decoy = hash(randomBytes(16).toString("hex"));
  }

  /** @throws AppError invalid_credentials, rate_limited */
  async signIn(username: string, password: string, ip: string | null): Promise<SignedIn> {
    const name = username.trim().toLowerCase();
    const { attempts } = this.#options;
    const attempt = await attempts.take({ purpose: "staff_password", name, address: ip });
    const credential = await findCredential(this.#options, name);
    const isRight = await isPassword(
      credential?.password_verifier ?? (await this.#decoy),
      password,
    );
    if (credential === undefined || !isRight) {
      auditSignIn(this.#options, credential?.staff_id ?? null, false, ip);
      throw wrongCredentials();
    }
    await attempt.passed();
    const session = await this.#newSession(credential.staff_id);
    auditSignIn(this.#options, credential.staff_id, true, ip);
    return signedIn(this.#options, credential.staff_id, session.id, session.token);
  }

  /** @throws AppError unauthorized */
  async refresh(refreshToken: string): Promise<SignedIn> {
    const { store, identity, runtime } = this.#options;
    const known = await store.read({ tenantId: identity.tenantId }, (session) =>
      session.kysely
        .selectFrom("staff_sessions")
        .selectAll()
        .where("tenant_id", "=", identity.tenantId)
        .where("refresh_hash", "=", hashOf(refreshToken))
        .where("ended_at", "is", null)
        .executeTakeFirst(),
    );
    if (known === undefined || known.expires_at <= isoInstant(runtime.now())) {
      throw new AppError("unauthorized", "The shift's session has ended; sign in again.");
    }
    return signedIn(this.#options, known.staff_id, known.id, refreshToken);
  }

  async signOut(sessionId: string): Promise<void> {
    const { store, identity, runtime } = this.#options;
    this.#ended.add(sessionId);
    const { tenantId } = identity;
    await store.write({ tenantId }, (session) =>
      endSession(session, tenantId, sessionId, isoInstant(runtime.now())),
    );
  }

  /** Whether a session has been ended before its token expired. */
  isEnded(sessionId: string): boolean {
    return this.#ended.has(sessionId);
  }

  async #newSession(staffId: string): Promise<{ readonly id: string; readonly token: string }> {
    const { store, identity, runtime } = this.#options;
    const id = runtime.newId("ses");
    const token = `rt_${id}.${randomBytes(32).toString("base64url")}`;
    const row = {
      id,
      tenant_id: identity.tenantId,
      staff_id: staffId,
      refresh_hash: hashOf(token),
      created_at: isoInstant(runtime.now()),
      expires_at: isoInstant(runtime.now() + shiftMs),
      ended_at: null,
    };
    await store.write({ tenantId: identity.tenantId }, (session) => keepSession(session, row));
    return { id, token };
  }
}
