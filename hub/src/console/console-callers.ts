import type { StaffRow } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { header, type Call } from "@edgeward/shared/pipeline/call.ts";
import type { Caller } from "@edgeward/shared/resource/context.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { consoleApiPath, consoleCookie } from "./console-rules.ts";
import type { BegunSession, ConsoleSession, ConsoleSessions } from "./console-sessions.store.ts";
import { administratorOf, consoleRoles } from "./console-staff.ts";

function secretIn(call: Call): string | null {
  const pairs = (header(call, "cookie") ?? "").split(";").map((pair) => pair.trim());
  const own = pairs.find((pair) => pair.startsWith(`${consoleCookie}=`));
  return own?.slice(consoleCookie.length + 1) ?? null;
}

/**
 * Refuses what a page of another site has a browser send: a browser names the page's origin, and a program names none.
 * @param ownHost of the hub's public address, also where a proxy asks by another name
 */
export function refuseForeignPages(call: Call, ownHost: string): void {
  const origin = header(call, "origin");
  const site = header(call, "sec-fetch-site");
  const host = origin === null ? null : (URL.parse(origin)?.host ?? "");
  const isOwn = host === null || host === ownHost || host === header(call, "host")?.toLowerCase();
  const isOwnSite = site === null || site === "same-origin" || site === "none";
  if (isOwn && isOwnSite) return;
  throw new AppError("forbidden", "Only the console's own pages may ask this.");
}

/** What knowing a caller needs of the hub. */
export interface ConsoleCallersOptions {
  readonly store: PostgresStore;
  readonly sessions: Pick<ConsoleSessions, "find">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Of the hub's public address. */
  readonly ownHost: string;
}

function callerOf({ id, tenantId, expiresAt }: ConsoleSession, staff: StaffRow): Caller {
  const isOfTenant = staff.roles.includes("tenant_admin");
  return {
    id: staff.id,
    type: "staff",
    tenantId,
    branchIds: isOfTenant ? "*" : staff.branches,
    roles: staff.roles.filter((role) => consoleRoles.includes(role)),
    scopes: null,
    clientId: null,
    sessionId: id,
    deviceId: null,
    expiresAt: Math.floor(Date.parse(expiresAt) / 1_000),
  };
}

/**
 * Callers are those who have signed in at the console and still may: the session and its owner are looked up with each
 * call. They throw unauthorized, and forbidden for a page of another site.
 */
export function bySession({ store, sessions, now, ownHost }: ConsoleCallersOptions) {
  return async (call: Call): Promise<Caller> => {
    refuseForeignPages(call, ownHost);
    const secret = secretIn(call);
    const found = secret === null ? null : await sessions.find(secret);
    const staff =
      found === null
        ? null
        : await store.read(found, (session) =>
            administratorOf(session, found.tenantId, found.staffId, isoInstant(now())),
          );
    if (found === null || staff === null)
      throw new AppError("unauthorized", "Sign in at the console.");
    return callerOf(found, staff);
  };
}

// Neither a script nor a page of another site gets at it, and it goes to the console's own addresses alone.
function cookie(value: string, seconds: number, isSecure: boolean): string {
  const rules = `Path=${consoleApiPath}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return `${consoleCookie}=${value}; ${rules}${isSecure ? "; Secure" : ""}`;
}

/** The header by which a browser keeps a session. @param now milliseconds since the epoch */
export function keptCookie({ secret, expiresAt }: BegunSession, now: number, isSecure: boolean) {
  const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1_000));
  return { "Set-Cookie": cookie(secret, seconds, isSecure) };
}

/** The header by which a browser forgets it. */
export function forgottenCookie(isSecure: boolean) {
  return { "Set-Cookie": cookie("", 0, isSecure) };
}
