import { randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { FileStore } from "@edgeward/shared/files/file-store.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { createClientCredentials } from "#tenancy/clients.ts";
import { enterShortNames } from "#tenancy/directory.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { seedDemo } from "./seed.ts";

const clientShape = z.object({ client_id: z.string(), client_secret: z.string() });

const personShape = z.object({ username: z.string(), password: z.string() });

const demoShape = z.object({
  tenant_id: z.string(),
  branch_id: z.string(),
  other_tenant_id: z.string(),
  other_branch_id: z.string(),
  clinical: clientShape,
  clinical_other_tenant: clientShape,
  // A demo that was made before there were PINs, managers, administrators and others goes on without them.
  branch_staff: personShape.extend({ pin: z.string().optional() }),
  branch_doctor: personShape,
  branch_manager: personShape.optional(),
  branch_nurse: personShape.optional(),
  branch_lab: personShape.optional(),
  branch_radiographer: personShape.optional(),
  branch_radiologist: personShape.optional(),
  branch_pharmacist: personShape.optional(),
  branch_billing: personShape.optional(),
  branch_stores: personShape.optional(),
  tenant_admin: personShape.extend({ tenant: z.string() }).optional(),
  provider_id: z.string(),
  patient_id: z.string(),
});

/** What the demo needs of a hub that runs. */
interface DemoHub {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  readonly files: FileStore;
  readonly hub: { readonly runtime: WriteRuntime };
}

/** What a script needs to act in the demo. */
export type DemoAccess = z.output<typeof demoShape>;

const clinicalRoles = [
  "front_desk",
  "nurse",
  "doctor",
  "pharmacist",
  "lab",
  "billing",
  "stores",
  "branch_admin",
  "tenant_admin",
  "auditor",
  "integrator",
];

// Letters and digits that nobody confuses, since people type it from the terminal.
function readablePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  return Array.from({ length: 14 }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

// Kept before anybody is given it, so that a seed that is cut off does not leave people with a secret nobody knows.
function keptSecret(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

function sixDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

async function makeClient(running: DemoHub, tenantId: string) {
  const made = await createClientCredentials(running, running.hub.runtime, {
    tenantId,
    name: "demo client",
    roles: clinicalRoles,
    scopes: null,
    branches: null,
  });
  return { client_id: made.clientId, client_secret: made.clientSecret };
}

/**
 * Fills an empty hub with the demo's tenants and people, and makes the credentials to act in it. A second start finds
 * both; the credentials are kept in a file of mode 0600 beside the hub's keys.
 * @param isTrading whether there are goods, bills and claims as well
 */
export async function prepareDemo(
  running: DemoHub,
  folder: string,
  isTrading: boolean,
): Promise<DemoAccess> {
  const file = join(folder, "demo.json");
  if (existsSync(file)) return demoShape.parse(JSON.parse(readFileSync(file, "utf8")));
  const password = keptSecret(join(folder, "demo-password"), readablePassword);
  const pin = keptSecret(join(folder, "demo-pin"), sixDigits);
  const { runtime } = running.hub;
  const facts = await seedDemo({
    store: running.store,
    runtime,
    now: runtime.now,
    staffPassword: password,
    staffPin: pin,
    files: running.files,
    isTrading,
  });
  const [branch] = facts.branches;
  if (branch === undefined) throw new Error("the demo has no branch");
  const access: DemoAccess = {
    tenant_id: facts.tenantId,
    branch_id: branch.id,
    other_tenant_id: facts.otherTenantId,
    other_branch_id: facts.otherBranchId,
    clinical: await makeClient(running, facts.tenantId),
    clinical_other_tenant: await makeClient(running, facts.otherTenantId),
    branch_staff: { username: facts.frontDeskUsername, password, pin },
    branch_doctor: { username: facts.doctorUsername, password },
    branch_manager: { username: facts.managerUsername, password },
    branch_nurse: { username: facts.nurseUsername, password },
    branch_lab: { username: facts.labUsername, password },
    branch_radiographer: { username: facts.radiographerUsername, password },
    branch_radiologist: { username: facts.radiologistUsername, password },
    branch_pharmacist: { username: facts.pharmacistUsername, password },
    branch_billing: { username: facts.billingUsername, password },
    branch_stores: { username: facts.storesUsername, password },
    tenant_admin: { tenant: facts.tenantName, username: facts.adminUsername, password },
    provider_id: facts.providerId,
    patient_id: facts.patientId,
  };
  await enterShortNames(running.store);
  writeFileSync(file, JSON.stringify(access), { mode: 0o600 });
  return access;
}
