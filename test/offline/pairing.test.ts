import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { wsTicketContract } from "@edgeward/shared/sync/ws-ticket.contract.ts";
import { startTestHub, type TestHub } from "../support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "../support/live-branch.ts";
import {
  codeOf,
  LiveConnection,
  makeKey,
  PairedDevice,
  post,
  prove,
  type DeviceKeyPair,
  type PlainAnswer,
} from "../support/paired-device.ts";
import { until } from "../support/until.ts";

let hub: TestHub;
let branch: LiveBranch;
let admin: Client;
let serial = 0;

beforeAll(async () => {
  // Browsers and the node's own machine have one clock here, so the hub must have it too: a branch follows its hub's.
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
});

beforeEach(async () => {
  admin = await branch.client(["branch_admin"]);
});

afterAll(async () => {
  await branch.stop();
  await hub.stop();
});

type Kind = "kiosk" | "bedside_tablet";

async function register(type: Kind): Promise<Device> {
  serial += 1;
  const body = {
    device_type: type,
    serial_no: `SN-${serial}`,
    driver_profile: type === "kiosk" ? "kiosk_web" : "tablet_web",
    name: `Screen ${serial}`,
  } as const;
  return (await admin.call(devicesContract.register, { body })).body;
}

async function codeFor(id: string): Promise<string> {
  const request = { params: { id }, body: {} };
  return (await admin.call(pairingContract.offer, request)).body.code;
}

interface PairPlan {
  readonly type?: Kind;
  readonly proof?: string;
}

async function pair(code: string, key: DeviceKeyPair, plan: PairPlan = {}): Promise<PlainAnswer> {
  return post(`${branch.url}/auth/device/pair`, {
    code,
    device_type: plan.type ?? "kiosk",
    public_key: key.publicJwk,
    proof: plan.proof ?? (await prove(key, code)),
  });
}

const pairedShape = z.object({ device_id: z.string(), audience: z.string() });

async function pairedDevice(type: Kind = "kiosk"): Promise<PairedDevice> {
  const device = await register(type);
  const key = await makeKey("EdDSA");
  const answer = await pair(await codeFor(device.id), key, { type });
  return new PairedDevice(branch.url, key, pairedShape.parse(answer.body));
}

async function deviceOf(id: string): Promise<Device> {
  return (await admin.call(devicesContract.get, { params: { id } })).body;
}

async function setStatus(id: string, status: "blocked" | "active" | "retired"): Promise<void> {
  await admin.call(devicesContract.update, { params: { id }, body: { status } });
}

describe("pairing a kiosk", () => {
  test.each(["EdDSA", "ES256"] as const)(
    "ties its own key (%s) to the device by a one-time code",
    async (algorithm) => {
      const device = await register("kiosk");
      expect(device.status).toBe("pending_pairing");
      const key = await makeKey(algorithm);
      const answer = await pair(await codeFor(device.id), key);
      expect(answer).toMatchObject({ status: 201, body: { device_id: device.id } });
      expect(await deviceOf(device.id)).toMatchObject({
        status: "active",
        public_key: key.publicJwk,
        last_rotated_at: expect.any(String),
      });
      const paired = new PairedDevice(branch.url, key, pairedShape.parse(answer.body));
      expect((await paired.askToken()).status).toBe(200);
    },
  );

  test("shows the code as a QR code of the address that the kiosk opens", async () => {
    const device = await register("kiosk");
    const body = { origin: "https://branch.example.org:8443" };
    const offer = (await admin.call(pairingContract.offer, { params: { id: device.id }, body }))
      .body;
    expect(offer.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/u);
    expect(offer.address).toBe(`https://branch.example.org:8443/kiosk#pair=${offer.code}`);
    expect(offer.qr_svg).toMatch(/^<svg /u);
    const lifetime = Date.parse(offer.expires_at) - Date.now();
    expect(lifetime).toBeGreaterThan(9 * 60_000);
    expect(lifetime).toBeLessThanOrEqual(10 * 60_000);
  });

  test("takes a code once only, also when two ask at the same moment", async () => {
    const device = await register("kiosk");
    const code = await codeFor(device.id);
    const keys = await Promise.all([makeKey("EdDSA"), makeKey("EdDSA"), makeKey("EdDSA")]);
    const answers = await Promise.all(keys.map((key) => pair(code, key)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["201", "401", "401"]);
    const winner = keys[answers.findIndex(({ status }) => status === 201)];
    expect((await deviceOf(device.id)).public_key).toEqual(winner?.publicJwk);
  });

  test("takes the code as a person types it", async () => {
    const device = await register("kiosk");
    const code = await codeFor(device.id);
    const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase().replace("0", "o");
    expect((await pair(typed, await makeKey("EdDSA"))).status).toBe(201);
  });

  test("refuses a code that is ten minutes old", async () => {
    const device = await register("kiosk");
    const code = await codeFor(device.id);
    await branch.node.store.write({ tenantId: hub.tenant.id }, (session) =>
      session.query("UPDATE devices SET pairing_expires_at = ? WHERE id = ?", [
        // The branch may be a moment behind: it corrects its clock by seconds, not by less.
        new Date(Date.now() - 3_000).toISOString(),
        device.id,
      ]),
    );
    const answer = await pair(code, await makeKey("EdDSA"));
    expect(codeOf(answer)).toBe("invalid_pairing_code");
    expect((await deviceOf(device.id)).status).toBe("pending_pairing");
  });

  test("voids a code by a newer one, and by the wrong kind of page does not use it up", async () => {
    const device = await register("kiosk");
    const first = await codeFor(device.id);
    const second = await codeFor(device.id);
    const key = await makeKey("EdDSA");
    expect(codeOf(await pair(first, key))).toBe("invalid_pairing_code");
    expect(codeOf(await pair(second, key, { type: "bedside_tablet" }))).toBe(
      "invalid_pairing_code",
    );
    expect((await pair(second, key)).status).toBe(201);
  });

  test("refuses a key whose holder did not sign the code, and keeps the code", async () => {
    const device = await register("kiosk");
    const code = await codeFor(device.id);
    const [key, other] = await Promise.all([makeKey("EdDSA"), makeKey("EdDSA")]);
    expect(codeOf(await pair(code, key, { proof: await prove(other, code) }))).toBe("unauthorized");
    expect(codeOf(await pair(code, key, { proof: await prove(key, "ANOTHER1") }))).toBe(
      "unauthorized",
    );
    expect((await pair(code, key)).status).toBe(201);
  });

  test.each([
    ["a private key", (key: DeviceKeyPair) => ({ ...key.publicJwk, d: "A".repeat(43) })],
    ["another curve", () => ({ kty: "EC", crv: "P-384", x: "A".repeat(64), y: "A".repeat(64) })],
    ["a key cut short", () => ({ kty: "OKP", crv: "Ed25519", x: "AAAA" })],
  ])("names the field when it is sent %s", async (_, keyOf) => {
    const key = await makeKey("EdDSA");
    const answer = await post(`${branch.url}/auth/device/pair`, {
      code: "ABCDEFGH",
      device_type: "kiosk",
      public_key: keyOf(key),
      proof: await prove(key, "ABCDEFGH"),
    });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain("public_key");
  });

  test("is offered by who looks after the branch's devices, for screens only", async () => {
    const device = await register("kiosk");
    const clerk = await branch.client(["front_desk"]);
    await expect(
      clerk.call(pairingContract.offer, { params: { id: device.id }, body: {} }),
    ).rejects.toMatchObject({ status: 403, code: "forbidden" });
    const printer = {
      device_type: "printer",
      serial_no: "P-1",
      driver_profile: "virtual",
    } as const;
    const { body } = await admin.call(devicesContract.register, { body: printer });
    await expect(codeFor(body.id)).rejects.toMatchObject({ code: "conflicting_fields" });
    await setStatus(device.id, "retired");
    await expect(codeFor(device.id)).rejects.toMatchObject({ code: "invalid_transition" });
  });

  test("keeps no code and no key of a device's own in the database", async () => {
    const device = await register("kiosk");
    const code = await codeFor(device.id);
    const [row] = await branch.rows("SELECT * FROM devices WHERE id = ?", device.id);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row?.["pairing_code_hash"]).toEqual(expect.any(String));
    await pair(code, await makeKey("EdDSA"));
    const [after] = await branch.rows("SELECT * FROM devices WHERE id = ?", device.id);
    expect(after).toMatchObject({ pairing_code_hash: null, pairing_expires_at: null });
  });
});

describe("a paired device's token", () => {
  test("does what its kind of device does, and nothing else", async () => {
    const kiosk = await (await pairedDevice()).client();
    await expect(kiosk.call(patientsContract.list)).rejects.toMatchObject({
      code: "scope_missing",
    });
    await expect(kiosk.call(wsTicketContract.create, { body: {} })).rejects.toMatchObject({
      code: "scope_missing",
    });
    const tablet = await (await pairedDevice("bedside_tablet")).client();
    expect((await tablet.call(patientsContract.list)).status).toBe(200);
  });

  test("is given for a signature of this minute, for this branch, once", async () => {
    const device = await pairedDevice();
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
    const [one, other] = [await pairedDevice(), await pairedDevice()];
    const forged = new PairedDevice(branch.url, one.key, {
      device_id: other.id,
      audience: other.audience,
    });
    expect(codeOf(await forged.askToken())).toBe("invalid_credentials");
  });

  test("counts no longer when the device is paired anew, and neither does the old key", async () => {
    const device = await pairedDevice();
    const client = await device.client();
    const key = await makeKey("ES256");
    expect((await pair(await codeFor(device.id), key)).status).toBe(201);
    await expect(client.call(pairingContract.connect, { body: {} })).rejects.toMatchObject({
      code: "token_revoked",
    });
    expect(codeOf(await device.askToken())).toBe("invalid_credentials");
    const again = new PairedDevice(branch.url, key, {
      device_id: device.id,
      audience: device.audience,
    });
    expect((await again.askToken()).status).toBe(200);
  });
});

test("a tablet that is paired again begins a stream of its own", async () => {
  const device = await pairedDevice("bedside_tablet");
  const streams = () =>
    branch.rows("SELECT epoch, accepted_seq, public_jwk FROM tablets WHERE id = ?", device.id);
  expect(await streams()).toMatchObject([{ epoch: 1, accepted_seq: 0 }]);
  const key = await makeKey("EdDSA");
  const answer = await pair(await codeFor(device.id), key, { type: "bedside_tablet" });
  expect(answer.status).toBe(201);
  const [stream] = await streams();
  expect(stream).toMatchObject({ epoch: 2, accepted_seq: 0 });
  expect(JSON.stringify(stream?.["public_jwk"])).toContain(String(key.publicJwk.x));
});

test("a token for a device that the branch does not know is good for nothing", async () => {
  const stranger = hub.runtime.newId("dev");
  const client = await branch.client(["device"], { sub: stranger, did: stranger, sid: stranger });
  await expect(client.call(pairingContract.connect, { body: {} })).rejects.toMatchObject({
    code: "token_revoked",
  });
});

describe("locking a device", () => {
  test("ends its token with the very next request and its live connection at once, until it is let in again", async () => {
    const device = await pairedDevice();
    const client = await device.client();
    const line = await device.connect();
    await setStatus(device.id, "blocked");
    await expect(client.call(pairingContract.connect, { body: {} })).rejects.toMatchObject({
      code: "token_revoked",
    });
    expect(await Promise.race([line.closed, delay(1_000, "still open")])).toBe(4_403);
    expect(line.messages.at(-1)).toEqual({ type: "locked" });
    expect(codeOf(await device.askToken())).toBe("device_blocked");

    await setStatus(device.id, "active");
    expect((await device.askToken()).status).toBe(200);
  });

  test("for good forgets the key", async () => {
    const device = await pairedDevice();
    const line = await device.connect();
    await setStatus(device.id, "retired");
    expect(await line.closed).toBe(4_403);
    expect(line.messages.at(-1)).toEqual({ type: "revoked" });
    expect(codeOf(await device.askToken())).toBe("unauthorized");
  });

  test("outlasts a start of the node", async () => {
    const device = await pairedDevice();
    await setStatus(device.id, "blocked");
    branch = await branch.restart();
    const there = new PairedDevice(branch.url, device.key, {
      device_id: device.id,
      audience: device.audience,
    });
    expect(codeOf(await there.askToken())).toBe("device_blocked");
  });
});

describe("a device's heartbeat", () => {
  test("shows the device online, and offline within ten seconds of its last sign", async () => {
    const device = await pairedDevice();
    const { body } = await admin.call(wsTicketContract.create, { body: {} });
    const desk = await LiveConnection.open(branch.url, body.ticket);
    const told = (type: string) =>
      desk.messages.some(
        (message) =>
          z.object({ event: z.object({ type: z.literal(type) }) }).safeParse(message).success,
      );
    const line = await device.connect();
    await until("the desk is told that it is there", 20_000, () => told("device.online"));
    expect((await deviceOf(device.id)).health_status).toBe("online");
    line.cut();
    await until("the desk is told that it is gone", 10_000, () => told("device.offline"));
    expect((await deviceOf(device.id)).health_status).toBe("offline");
    desk.cut();
  });

  test(
    "counts as missed on a line that stays open without a word",
    { timeout: 30_000 },
    async () => {
      const device = await pairedDevice();
      const line = await device.connect();
      await until(
        "it is there",
        3_000,
        async () => (await deviceOf(device.id)).health_status === "online",
      );
      await until(
        "it is missed",
        10_000,
        async () => (await deviceOf(device.id)).health_status === "offline",
      );
      line.send({ type: "heartbeat" });
      await until(
        "it is there again",
        3_000,
        async () => (await deviceOf(device.id)).health_status === "online",
      );
      expect((await deviceOf(device.id)).health.last_seen_at).toEqual(expect.any(String));
      line.cut();
    },
  );

  test("hears nothing of what pages of staff are told", async () => {
    const device = await pairedDevice();
    const line = await device.connect();
    await admin.call(patientsContract.create, {
      body: { name: "Asha Patil", gender: "female", dob: "1980-01-01" },
    });
    line.send({ type: "heartbeat" });
    await device.connect();
    expect(line.messages).toEqual([{ type: "welcome" }]);
    line.cut();
  });
});

test("makes whoever guesses codes wait, and leaves signed tokens alone", async () => {
  const device = await pairedDevice();
  const key = await makeKey("EdDSA");
  const codes = ["00000001", "00000002", "00000003", "00000004", "00000005", "00000006"];
  const answers: string[] = [];
  for (const code of codes) answers.push(codeOf(await pair(code, key)));
  expect(new Set(answers.slice(0, 4))).toEqual(new Set(["invalid_pairing_code"]));
  expect(answers.at(-1)).toBe("rate_limited");
  expect((await device.askToken()).status).toBe(200);
});
