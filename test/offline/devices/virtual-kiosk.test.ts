import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import { startDeviceBench, type DeviceBench } from "@edgeward/devices/virtual/bench/bench.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";

const folder = mkdtempSync(join(tmpdir(), "edgeward-virtual-kiosk-"));
const kioskFile = join(folder, "kiosk.json");

let hub: TestHub;
let branch: LiveBranch;
let admin: Client;
let bench: DeviceBench;
let device: Device;

async function startBench(): Promise<void> {
  const takeCode = async () => (await offer()).code;
  bench = await startDeviceBench({ branchUrl: branch.url, kioskFile, takeCode });
}

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
  admin = await branch.client(["branch_admin"]);
  device = await register();
  await startBench();
});

afterAll(async () => {
  await bench.close();
  await branch.stop();
  await hub.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function register(): Promise<Device> {
  const body = {
    device_type: "kiosk",
    serial_no: "SN-virtual",
    driver_profile: "kiosk_web",
    name: "Entrance",
  } as const;
  return (await admin.call(devicesContract.register, { body })).body;
}

async function offer() {
  return (await admin.call(pairingContract.offer, { params: { id: device.id }, body: {} })).body;
}

async function change(status: "active" | "blocked" | "retired"): Promise<void> {
  await admin.call(devicesContract.update, { params: { id: device.id }, body: { status } });
}

async function healthAtDesk(): Promise<string> {
  const { body } = await admin.call(devicesContract.get, { params: { id: device.id } });
  return body.health_status;
}

/** The word that stands largest on the kiosk's screen, as the page of the bench shows it. */
async function screen(): Promise<string> {
  const page = await (await fetch(bench.url)).text();
  const [, state = ""] = /data-live="kiosk-screen"><strong>([^<]*)/u.exec(page) ?? [];
  return state;
}

async function press(action: string, text = ""): Promise<void> {
  const body = new URLSearchParams({ action, text });
  expect((await fetch(`${bench.url}/kiosk`, { method: "POST", body })).status).toBe(200);
}

const patience = { timeout: 20_000 };
const shows = (word: string) => expect.poll(screen, patience).toBe(word);

test("waits for pairing, and says why a code did not work", async () => {
  await shows("Waiting for pairing");
  await press("pair", "ABCD-EFGH");
  expect(await (await fetch(bench.url)).text()).toContain("That code is not known");
  await shows("Waiting for pairing");
});

test("is let in by the code that was typed, and the desk sees its heartbeats", async () => {
  const { code } = await offer();
  await press("pair", ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
  await shows("Paired");
  await expect.poll(healthAtDesk, patience).toBe("online");
  await expect.poll(() => bench.kiosk.screen.heartbeats, patience).toBeGreaterThan(1);
  expect(await (await fetch(bench.url)).text()).toContain("Entrance, ");
  // A code is good once.
  await press("pair", code);
  expect(await (await fetch(bench.url)).text()).toContain("That code is not known");
});

test("keeps its key for its owner alone, and is let in by it after a restart", async () => {
  expect(statSync(kioskFile).mode & 0o777).toBe(0o600);
  await bench.close();
  await startBench();
  await shows("Paired");
});

test("shows that it was locked, without being asked, and works again when it is unlocked", async () => {
  const events = await fetch(`${bench.url}/events`);
  const reader = events.body?.getReader();
  await reader?.read();
  await change("blocked");
  // The open page is notified before anybody loads it again.
  await reader?.read();
  await shows("Locked");
  await press("take");
  expect(await (await fetch(bench.url)).text()).toContain("gave no code");
  await reader?.cancel();
  await change("active");
  await shows("Paired");
});

test("goes offline and comes back when its cable does", async () => {
  await press("offline");
  await shows("Offline");
  await expect.poll(healthAtDesk, patience).toBe("offline");
  await press("online");
  await shows("Paired");
  await expect.poll(healthAtDesk, patience).toBe("online");
});

test("learns of a lock that came while it was offline", async () => {
  await press("offline");
  await change("blocked");
  await press("online");
  await expect.poll(screen, patience).toBe("Locked");
  await change("active");
  await shows("Paired");
});

test("has nothing left of itself when it is wiped, and is paired anew with the address of the QR code", async () => {
  await press("wipe");
  await shows("Wiped");
  expect(() => statSync(kioskFile)).toThrow("ENOENT");
  await expect.poll(healthAtDesk, patience).toBe("offline");
  await press("pair", (await offer()).address);
  await shows("Paired");
});

test("forgets its key when it is taken away, and a new one is paired by one press", async () => {
  await change("retired");
  await shows("Taken away");
  expect(() => statSync(kioskFile)).toThrow("ENOENT");
  device = await register();
  await press("take");
  await shows("Paired");
  await expect.poll(healthAtDesk, patience).toBe("online");
});

test("says that the branch does not answer, and follows it to the address that it is paired by", async () => {
  const before = branch.url;
  branch = await branch.restart();
  expect(branch.url).not.toBe(before);
  await shows("Unreachable");
  admin = await branch.client(["branch_admin"]);
  await press("pair", (await offer()).address);
  await shows("Paired");
  expect(bench.kiosk.branchUrl).toBe(branch.url);
});
