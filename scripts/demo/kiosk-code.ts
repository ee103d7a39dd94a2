import * as z from "zod";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { createClient } from "@edgeward/shared/contract/client.ts";

const personShape = z.object({ username: z.string(), password: z.string() });
const signedInShape = z.object({
  access_token: z.string(),
  tenant: z.object({ id: z.string() }),
  branch: z.object({ id: z.string() }),
});

const kiosk = {
  device_type: "kiosk",
  driver_profile: "kiosk_web",
  serial_no: "virtual-kiosk",
  name: "Virtual kiosk",
} as const;

async function signIn(branchUrl: string, person: unknown): Promise<z.output<typeof signedInShape>> {
  const response = await fetch(`${branchUrl}/auth/staff/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(personShape.parse(person)),
  });
  return signedInShape.parse(await response.json());
}

/**
 * Does what the demo's manager would do at the desk: registers the virtual kiosk and asks for its one-time code.
 * @throws ApiError when the branch gives none, as for a kiosk that is locked
 */
export async function takeKioskCode(branchUrl: string, manager: unknown): Promise<string> {
  const { access_token, tenant, branch } = await signIn(branchUrl, manager);
  const headers = {
    authorization: `Bearer ${access_token}`,
    "x-tenant-id": tenant.id,
    "x-branch-id": branch.id,
  };
  const client = createClient({ baseUrl: branchUrl, headers: () => headers });
  // The same serial number again is the same device, unless it was taken away; then it is a new one.
  const device = (await client.call(devicesContract.register, { body: kiosk })).body;
  const request = { params: { id: device.id }, body: {} };
  return (await client.call(pairingContract.offer, request)).body.code;
}
