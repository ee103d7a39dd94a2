import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { staffOnDeviceContract } from "@edgeward/branch-node/pairing/staff-on-device.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { pairScreen, post, type PairedDevice } from "#support/paired-device.ts";

let hub: TestHub;
let branch: LiveBranch;
let tablet: PairedDevice;

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
  const admin = await branch.client(["branch_admin"]);
  const body = {
    device_type: "bedside_tablet",
    serial_no: "SN-ward",
    driver_profile: "tablet_web",
  } as const;
  const { id } = (await admin.call(devicesContract.register, { body })).body;
  tablet = await pairScreen(branch.url, admin, id, "bedside_tablet");
});

afterAll(async () => {
  await branch?.stop();
  await hub?.stop();
});

async function begin(assertion: string, claims: Readonly<Record<string, string>>) {
  const nurse = await branch.client(["nurse"], { sub: hub.tenant.nurseId, ...claims });
  const options = { idempotencyKey: randomUUID() };
  return (await nurse.call(staffOnDeviceContract.begin, { body: { assertion } }, options)).body;
}

test("a session is begun on a device by the person's own token and the device's own signature, both", async () => {
  const sid = hub.runtime.newId("ses");
  expect(await begin(await tablet.assertion(), { sid })).toEqual({
    device_id: tablet.id,
    staff_id: hub.tenant.nurseId,
  });
  const forged = `${(await tablet.assertion()).slice(0, -8)}AAAAAAAA`;
  await expect(begin(forged, { sid })).rejects.toMatchObject({ code: "invalid_credentials" });
  await expect(begin("\u0000", { sid })).rejects.toMatchObject({ code: "invalid_credentials" });
});

async function tokenFor(assertion: string): Promise<number> {
  const answer = await post(`${branch.url}/auth/device/token`, { assertion });
  return answer.status;
}

test("a signature of a device is good once, for whatever it was made, and stays used up after a restart", async () => {
  const sid = hub.runtime.newId("ses");
  const assertion = await tablet.assertion();
  await begin(assertion, { sid });
  const others = { sid: hub.runtime.newId("ses"), sub: hub.tenant.doctorId };
  await expect(begin(assertion, others)).rejects.toMatchObject({ code: "invalid_credentials" });
  expect(await tokenFor(assertion)).toBe(401);
  const another = await tablet.assertion();
  expect(await tokenFor(another)).toBe(200);
  branch = await branch.restart();
  expect(await tokenFor(another)).toBe(401);
  await expect(begin(assertion, { sid })).rejects.toMatchObject({ code: "invalid_credentials" });
});
