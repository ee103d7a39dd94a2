import { hash } from "@node-rs/argon2";
import { enterDirectory } from "@edgeward/hub/tenancy/directory.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import { staffCredentialsTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { seedStaff, writeAsSystem, type TestTenant } from "#support/seed.ts";
import type { TestHub } from "#support/hub-harness.ts";

/** Everybody's password in these tests. */
const password = "the right one";

const verifier = hash(password);

/** Somebody who may try the console. */
export interface Administrator {
  readonly staffId: string;
  readonly credentialId: string;
  readonly username: string;
}

/** Puts down somebody with credentials. */
export async function seedAdministrator(
  hub: TestHub,
  tenant: TestTenant,
  plan: {
    readonly username: string;
    readonly role: string;
    readonly branches: readonly string[];
  },
): Promise<Administrator> {
  const { username, role, branches } = plan;
  const password_verifier = await verifier;
  const staffId = await writeAsSystem(hub, tenant.id, (write) => {
    const id = seedStaff(write, { name: username, role, branches });
    write.insert(staffCredentialsTable, `crd_${username}_${id}`, {
      branch_id: branches[0] ?? null,
      metadata: {},
      staff_id: id,
      username,
      password_verifier,
      pin_verifier: null,
      valid_until: null,
      status: "active",
    });
    return id;
  });
  return { staffId, credentialId: `crd_${username}_${staffId}`, username };
}

/** Gives a tenant of the test its short name. */
export async function nameTenant(hub: TestHub, tenant: TestTenant, name: string): Promise<void> {
  const store = openPostgresStore({ url: hub.urls.app, size: 1, readers: 1, instance: "names" });
  await enterDirectory(store, "tenant", name, tenant.id);
  await store.close();
}

/** What somebody types at the console. */
export interface Typed {
  readonly tenant: string;
  readonly username: string;
  readonly password?: string;
}

/** Asks to be let in. @param headers beside the usual ones of a page */
export function trySignIn(
  hub: TestHub,
  typed: Typed,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${hub.url}/console/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: hub.url, ...headers },
    body: JSON.stringify({ password, ...typed }),
  });
}

/** Signs somebody in. @returns the cookie, as a browser sends it back */
export async function signIn(hub: TestHub, typed: Typed): Promise<string> {
  const answer = await trySignIn(hub, typed);
  const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  if (answer.status !== 201) throw new Error(`the console answered ${answer.status}`);
  return cookie;
}

/** The client of a page where somebody has signed in. */
export function pageOf(hub: TestHub, tenant: TestTenant, cookie: string): Client {
  const headers = { cookie, origin: hub.url, "x-tenant-id": tenant.id };
  return createClient({ baseUrl: hub.url, headers: () => headers });
}

/** The code of a refusal; `none` where there was none. */
export async function codeOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json();
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  const isCoded = typeof error === "object" && error !== null && "code" in error;
  return isCoded ? String(error.code) : "none";
}
