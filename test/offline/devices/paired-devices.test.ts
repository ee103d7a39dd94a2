import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import { codeOf, LiveConnection, makeKey, PairedDevice } from "#support/paired-device.ts";
import { until } from "#support/until.ts";
import { PairingDesk } from "./pairing-desk.ts";

let desk: PairingDesk;

beforeAll(async () => {
  desk = await PairingDesk.open();
});

beforeEach(() => desk.signIn());

afterAll(() => desk.close());

describe("a paired device's token", () => {
  test("does what its kind of device does, and nothing else", async () => {
    const kiosk = await (await desk.pairedDevice()).client();
    await expect(kiosk.call(patientsContract.list)).rejects.toMatchObject({
      code: "scope_missing",
    });
    await expect(kiosk.call(wsTicketContract.create, { body: {} })).rejects.toMatchObject({
      code: "scope_missing",
    });
    const tablet = await (await desk.pairedDevice("bedside_tablet")).client();
    // Whose records a tablet shows depends on who works on it: by itself it reads none.
    await expect(tablet.call(patientsContract.list)).rejects.toMatchObject({
      code: "scope_missing",
    });
    expect((await tablet.call(draftsContract.list)).status).toBe(200);
  });

  test("is given for a signature of this minute, for this branch, once", async () => {
    const device = await desk.pairedDevice();
    const now = Math.floor(Date.now() / 1000);
    const once = await device.assertion();
    expect((await device.askToken(once)).status).toBe(200);
    for (const assertion of [
      once,
      await device.assertion({ audience: "branch:brn_01kaf0000000000000000000aa" }),
      await device.assertion({ issuedAt: now - 600 }),
      await device.assertion({ issuedAt: now + 600 }),
    ]) {
      expect(codeOf(await device.askToken(assertion))).toBe("invalid_credentials");
    }
    expect(codeOf(await device.askToken("x.y.z"))).toBe("unauthorized");
  });

  test("is not given for another device's signature", async () => {
    const [one, other] = [await desk.pairedDevice(), await desk.pairedDevice()];
    const forged = new PairedDevice(desk.branch.url, one.key, {
      device_id: other.id,
      audience: other.audience,
    });
    expect(codeOf(await forged.askToken())).toBe("invalid_credentials");
  });

  test("counts no longer when the device is paired anew, and neither does the old key", async () => {
    const device = await desk.pairedDevice();
    const client = await device.client();
    const key = await makeKey("ES256");
    expect((await desk.pair(await desk.codeFor(device.id), key)).status).toBe(201);
    await expect(client.call(pairingContract.connect, { body: {} })).rejects.toMatchObject({
      code: "token_revoked",
    });
    expect(codeOf(await device.askToken())).toBe("invalid_credentials");
    const again = new PairedDevice(desk.branch.url, key, {
      device_id: device.id,
      audience: device.audience,
    });
    expect((await again.askToken()).status).toBe(200);
  });
});

test("a token for a device that the branch does not know is good for nothing", async () => {
  const stranger = desk.hub.runtime.newId("dev");
  const client = await desk.branch.client(["device"], {
    sub: stranger,
    did: stranger,
    sid: stranger,
  });
  await expect(client.call(pairingContract.connect, { body: {} })).rejects.toMatchObject({
    code: "token_revoked",
  });
});

describe("locking a device", () => {
  test("ends its token with the very next request and its live connection at once, until it is let in again", async () => {
    const device = await desk.pairedDevice();
    const client = await device.client();
    const line = await device.connect();
    await desk.setStatus(device.id, "blocked");
    await expect(client.call(pairingContract.connect, { body: {} })).rejects.toMatchObject({
      code: "token_revoked",
    });
    expect(await Promise.race([line.closed, delay(20_000, "still open")])).toBe(4_403);
    expect(line.messages.at(-1)).toEqual({ type: "locked" });
    expect(codeOf(await device.askToken())).toBe("device_blocked");

    await desk.setStatus(device.id, "active");
    expect((await device.askToken()).status).toBe(200);
  });

  test.each([
    { status: "blocked", word: "locked" },
    { status: "retired", word: "revoked" },
  ] as const)(
    "reaches a screen that was about to connect: one that is $status meanwhile is sent $word and let go",
    async ({ status, word }) => {
      const device = await desk.pairedDevice();
      const client = await device.client();
      const { body } = await client.call(pairingContract.connect, { body: {} });
      await desk.setStatus(device.id, status);
      const line = await LiveConnection.open(desk.branch.url, body.ticket);
      expect(await Promise.race([line.closed, delay(20_000, "still open")])).toBe(4_403);
      expect(line.messages).toEqual([{ type: word }]);
    },
  );

  test("reaches a screen that another has been paired in the place of, about to connect", async () => {
    const device = await desk.pairedDevice();
    const client = await device.client();
    const { body } = await client.call(pairingContract.connect, { body: {} });
    expect((await desk.pair(await desk.codeFor(device.id), await makeKey("EdDSA"))).status).toBe(
      201,
    );
    const line = await LiveConnection.open(desk.branch.url, body.ticket);
    expect(await Promise.race([line.closed, delay(20_000, "still open")])).toBe(4_403);
    expect(line.messages).toEqual([{ type: "revoked" }]);
  });

  test("for good forgets the key", async () => {
    const device = await desk.pairedDevice();
    const line = await device.connect();
    await desk.setStatus(device.id, "retired");
    expect(await line.closed).toBe(4_403);
    expect(line.messages.at(-1)).toEqual({ type: "revoked" });
    expect(codeOf(await device.askToken())).toBe("unauthorized");
  });

  test("outlasts a start of the node", async () => {
    const device = await desk.pairedDevice();
    await desk.setStatus(device.id, "blocked");
    desk.branch = await desk.branch.restart();
    const there = new PairedDevice(desk.branch.url, device.key, {
      device_id: device.id,
      audience: device.audience,
    });
    expect(codeOf(await there.askToken())).toBe("device_blocked");
  });
});

describe("a device's heartbeat", () => {
  test("shows the device online, and offline within ten seconds of its last sign", async () => {
    const device = await desk.pairedDevice();
    const { body } = await desk.admin.call(wsTicketContract.create, { body: {} });
    const page = await LiveConnection.open(desk.branch.url, body.ticket);
    const reported = (type: string) =>
      page.messages.some(
        (message) =>
          z.object({ event: z.object({ type: z.literal(type) }) }).safeParse(message).success,
      );
    const line = await device.connect();
    await until("the desk is notified that it is there", 20_000, () => reported("device.online"));
    expect((await desk.deviceOf(device.id)).health_status).toBe("online");
    line.cut();
    await until("the desk is notified that it is gone", 10_000, () => reported("device.offline"));
    expect((await desk.deviceOf(device.id)).health_status).toBe("offline");
    page.cut();
  });

  test(
    "counts as missed on a line that stays open without a word",
    { timeout: 30_000 },
    async () => {
      const device = await desk.pairedDevice();
      const line = await device.connect();
      await until(
        "it is there",
        3_000,
        async () => (await desk.deviceOf(device.id)).health_status === "online",
      );
      await until(
        "it is missed",
        10_000,
        async () => (await desk.deviceOf(device.id)).health_status === "offline",
      );
      line.send({ type: "heartbeat" });
      await until(
        "it is there again",
        3_000,
        async () => (await desk.deviceOf(device.id)).health_status === "online",
      );
      expect((await desk.deviceOf(device.id)).health.last_seen_at).toEqual(expect.any(String));
      line.cut();
    },
  );

  test("hears nothing of what pages of staff receive", async () => {
    const device = await desk.pairedDevice();
    const line = await device.connect();
    await desk.admin.call(patientsContract.create, {
      body: { name: "Asha Patil", gender: "female", dob: "1980-01-01" },
    });
    line.send({ type: "heartbeat" });
    await device.connect();
    expect(line.messages).toEqual([{ type: "welcome" }]);
    line.cut();
  });
});
