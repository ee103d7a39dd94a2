import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { doorsOf } from "#support/openapi-doors.ts";
import { pairScreen, type PairedDevice } from "#support/paired-device.ts";

const ofKiosks = [
  "POST /v1/devices/self/tickets",
  "GET /v1/check-ins/setting",
  "POST /v1/check-ins",
  "POST /v1/check-ins/exits",
  "POST /v1/check-ins/matches",
  "POST /v1/check-ins/registrations",
];
const ofTablets = [
  "POST /v1/devices/self/staff-sessions",
  "POST /v1/devices/self/tickets",
  "GET /v1/drafts",
  "GET /v1/drafts/{id}",
  "POST /v1/drafts",
  "PUT /v1/drafts/{id}",
  "DELETE /v1/drafts/{id}",
  "POST /v1/sync/offline-batch",
];

let hub: TestHub;
let branch: LiveBranch;

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
});
afterAll(async () => {
  await branch?.stop();
  await hub?.stop();
});

type Kind = "kiosk" | "bedside_tablet";

async function pairedDevice(kind: Kind): Promise<PairedDevice> {
  const admin = await branch.client(["branch_admin"]);
  const driver_profile = kind === "kiosk" ? "kiosk_web" : "tablet_web";
  const body = { device_type: kind, serial_no: `SN-${kind}`, driver_profile } as const;
  const { id } = (await admin.call(devicesContract.register, { body })).body;
  return pairScreen(branch.url, admin, id, kind);
}

test.each([
  { kind: "kiosk", own: ofKiosks },
  { kind: "bedside_tablet", own: ofTablets },
] as const)(
  "a $kind reaches these with its own token and nothing else: not the register that says where documents go, and not the network",
  async ({ kind, own }) => {
    const device = await pairedDevice(kind);
    const headers = { ...(await device.headers()), "content-type": "application/json" };
    const document: unknown = await (await fetch(`${branch.url}/openapi.json`)).json();
    const reached: string[] = [];
    const byToken = doorsOf(document).filter(({ operation }) => operation.security === undefined);
    for (const { method, path } of byToken) {
      const address = `${branch.url}${path.replaceAll(/\{\w+\}/gu, device.id)}`;
      const body = method === "GET" ? null : "{}";
      const keyed = { ...headers, "idempotency-key": randomUUID() };
      const { status } = await fetch(address, { method, headers: keyed, body });
      if (status !== 403) reached.push(`${method} ${path}`);
    }
    expect(reached.toSorted()).toEqual(own.toSorted());
  },
);
