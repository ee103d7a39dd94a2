import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { ReadAudit } from "@edgeward/shared/audit/reads.ts";
import {
  consoleSessionContract,
  consoleSignInContract,
  type ConsoleSignedIn,
} from "@edgeward/shared/console/console-session.contract.ts";
import type { StaffRow } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import { isPassword } from "@edgeward/shared/http/password-check.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { Caller, OpenContext, OpenScope } from "@edgeward/shared/resource/context.ts";
import { defineOpenModule, type Module } from "@edgeward/shared/resource/module.ts";
import { WithHeaders } from "@edgeward/shared/resource/outcome.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { tenantCalled } from "#tenancy/directory.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { forgottenCookie, keptCookie } from "./console-callers.ts";
import { consoleIdleSeconds, type ConsoleSessions } from "./console-sessions.store.ts";
import { activeCredential, activeStaff, mayUseConsole } from "./console-staff.ts";

/** What signing in needs of the hub. */
export interface ConsoleSignInOptions {
  readonly store: PostgresStore;
  readonly sessions: ConsoleSessions;
  readonly attempts: AttemptLimits;
  readonly readAudit: ReadAudit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether the hub is reached by HTTPS. */
  readonly isSecure: boolean;
}

interface Given {
  readonly tenant: string;
  readonly username: string;
  readonly password: string;
}

function wrongCredentials(): AppError {
  return new AppError("invalid_credentials", "The clinic, the user name or the password is wrong.");
}

type Noted = Pick<OpenContext, "ip" | "requestId">;

function audit(
  { readAudit }: ConsoleSignInOptions,
  action: "login" | "login_failed" | "logout",
  who: { readonly tenantId: string; readonly staffId: string | null; readonly sessionId?: string },
  { ip, requestId }: Noted,
): void {
  const origin = {
    ...systemOrigin(who.tenantId, null),
    actor: { id: who.staffId ?? "unknown", type: "staff", role: null },
    sessionId: who.sessionId ?? null,
    requestId,
    ip,
  } as const;
  readAudit.record(origin, {
    module: "console",
    action,
    outcome: action === "login_failed" ? "denied" : "success",
    entity_type: "staff",
    entity_id: who.staffId,
    patient_id: null,
    changes: [],
  });
}

async function tenantNameOf(store: PostgresStore, tenantId: string): Promise<string> {
  const row = await store.read({ tenantId }, ({ kysely }) =>
    kysely
      .selectFrom("tenants")
      .select("name")
      .where("tenant_id", "=", tenantId)
      .where("id", "=", tenantId)
      .executeTakeFirst(),
  );
  return row?.name ?? "";
}

async function signedIn(
  { store }: ConsoleSignInOptions,
  tenantId: string,
  staff: StaffRow,
  endsAt: string,
): Promise<ConsoleSignedIn> {
  const { id, name, roles, primary_role } = staff;
  return {
    staff: { id, name, roles, primary_role },
    tenant: { id: tenantId, name: await tenantNameOf(store, tenantId) },
    ends_at: endsAt,
    idle_seconds: consoleIdleSeconds,
  };
}

async function credentialOf({ store, now }: ConsoleSignInOptions, tenant: string, name: string) {
  const tenantId = await tenantCalled(store, tenant);
  if (tenantId === null) return null;
  return store.read({ tenantId }, async (session) => {
    const by = { username: name };
    const credential = await activeCredential(session, tenantId, by, isoInstant(now()));
    const staff =
      credential === undefined
        ? undefined
        : await activeStaff(session, tenantId, credential.staff_id);
    return { tenantId, credential, staff };
  });
}

/** Who somebody is by clinic, name and password. @throws AppError invalid_credentials, rate_limited, forbidden */
async function proven(
  options: ConsoleSignInOptions,
  given: Given,
  decoy: Promise<string>,
  noted: Noted,
): Promise<{ readonly tenantId: string; readonly staff: StaffRow }> {
  const tenant = given.tenant.trim().toLowerCase();
  const username = given.username.trim().toLowerCase();
  const attempt = await options.attempts.take({
    purpose: "console_password",
    name: `${tenant}\n${username}`,
    address: noted.ip,
  });
  const known = await credentialOf(options, tenant, username);
  // An unknown clinic or name costs the same work as a known one, so that the time does not tell them apart.
  const verifier = known?.credential?.password_verifier ?? (await decoy);
  const isRight = await isPassword(verifier, given.password, attempt);
  const { tenantId, credential, staff } = known ?? {};
  if (tenantId === undefined || credential === undefined || staff === undefined || !isRight) {
    const staffId = credential?.staff_id ?? null;
    if (tenantId !== undefined) audit(options, "login_failed", { tenantId, staffId }, noted);
    throw wrongCredentials();
  }
  await attempt.passed();
  if (!mayUseConsole(staff.roles)) {
    audit(options, "login_failed", { tenantId, staffId: staff.id }, noted);
    throw new AppError("forbidden", "The console is for administrators.");
  }
  return { tenantId, staff };
}

/** `POST /console/api/sign-in`. */
export function consoleSignInModule(options: ConsoleSignInOptions): Module<OpenScope> {
  const { sessions, now, isSecure } = options;
  const decoy = hash(randomBytes(16).toString("hex"));
  return defineOpenModule("console_sign_in", consoleSignInContract, {
    signIn: async ({ body }, ctx) => {
      const { tenantId, staff } = await proven(options, body, decoy, ctx);
      const begun = await sessions.begin(tenantId, staff.id);
      const who = { tenantId, staffId: staff.id, sessionId: begun.id };
      audit(options, "login", who, ctx);
      const answer = await signedIn(options, tenantId, staff, begun.expiresAt);
      return new WithHeaders(answer, keptCookie(begun, now(), isSecure));
    },
  });
}

function sessionIdOf({ sessionId }: Caller): string {
  if (sessionId === null) throw new AppError("unauthorized", "Sign in at the console.");
  return sessionId;
}

/** What is done with one's own session of the console. */
export function consoleSessionModule(options: ConsoleSignInOptions): Module<OpenScope> {
  const { store, sessions, isSecure } = options;
  return defineOpenModule("console_session", consoleSessionContract, {
    get: async (_input, { caller }) => {
      const { tenantId, id, expiresAt } = caller;
      const staff = await store.read({ tenantId }, (session) => activeStaff(session, tenantId, id));
      if (staff === undefined) throw new AppError("unauthorized", "Sign in at the console.");
      return signedIn(options, tenantId, staff, isoInstant(expiresAt * 1_000));
    },
    keep: (_input, { caller }) => sessions.keep(caller.tenantId, sessionIdOf(caller)),
    signOut: async (_input, ctx) => {
      const { caller } = ctx;
      const sessionId = sessionIdOf(caller);
      await sessions.end(caller.tenantId, sessionId);
      audit(options, "logout", { tenantId: caller.tenantId, staffId: caller.id, sessionId }, ctx);
      return new WithHeaders(undefined, forgottenCookie(isSecure));
    },
  });
}
