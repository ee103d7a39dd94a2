import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  codeOf,
  makeKey,
  PairedDevice,
  post,
  prove,
  type DeviceKeyPair,
} from "#support/paired-device.ts";
import { pairedShape, PairingDesk } from "./pairing-desk.ts";

let desk: PairingDesk;

beforeAll(async () => {
  desk = await PairingDesk.open();
});

beforeEach(() => desk.signIn());

afterAll(() => desk.close());

describe("pairing a kiosk", () => {
  test.each(["EdDSA", "ES256"] as const)(
    "ties its own key (%s) to the device by a one-time code",
    async (algorithm) => {
      const device = await desk.register("kiosk");
      expect(device.status).toBe("pending_pairing");
      const key = await makeKey(algorithm);
      const answer = await desk.pair(await desk.codeFor(device.id), key);
      expect(answer).toMatchObject({ status: 201, body: { device_id: device.id } });
      expect(await desk.deviceOf(device.id)).toMatchObject({
        status: "active",
        public_key: key.publicJwk,
        last_rotated_at: expect.any(String),
      });
      const paired = new PairedDevice(desk.branch.url, key, pairedShape.parse(answer.body));
      expect((await paired.askToken()).status).toBe(200);
    },
  );

  test("shows the code as a QR code of the address that the kiosk opens", async () => {
    const device = await desk.register("kiosk");
    const body = { origin: "https://branch.example.org:8443" };
    const offer = (
      await desk.admin.call(pairingContract.offer, { params: { id: device.id }, body })
    ).body;
    expect(offer.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/u);
    expect(offer.address).toBe(`https://branch.example.org:8443/kiosk#pair=${offer.code}`);
    expect(offer.qr_svg).toMatch(/^<svg /u);
    const lifetime = Date.parse(offer.expires_at) - Date.now();
    expect(lifetime).toBeGreaterThan(9 * 60_000);
    expect(lifetime).toBeLessThanOrEqual(10 * 60_000);
  });

  test("takes a code once only, also when two ask at the same moment", async () => {
    const device = await desk.register("kiosk");
    const code = await desk.codeFor(device.id);
    const keys = await Promise.all([makeKey("EdDSA"), makeKey("EdDSA"), makeKey("EdDSA")]);
    const answers = await Promise.all(keys.map((key) => desk.pair(code, key)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["201", "401", "401"]);
    const winner = keys[answers.findIndex(({ status }) => status === 201)];
    expect((await desk.deviceOf(device.id)).public_key).toEqual(winner?.publicJwk);
  });

  test("takes the code as a person types it", async () => {
    const device = await desk.register("kiosk");
    const code = await desk.codeFor(device.id);
    const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase().replace("0", "o");
    expect((await desk.pair(typed, await makeKey("EdDSA"))).status).toBe(201);
  });

  test("refuses a code that is ten minutes old", async () => {
    const device = await desk.register("kiosk");
    const code = await desk.codeFor(device.id);
    await desk.branch.node.store.write({ tenantId: desk.hub.tenant.id }, (session) =>
      session.query("UPDATE devices SET pairing_expires_at = ? WHERE id = ?", [
        // The branch may be behind: it takes a slow answer of its hub's for a difference of their clocks.
        new Date(Date.now() - 60_000).toISOString(),
        device.id,
      ]),
    );
    const answer = await desk.pair(code, await makeKey("EdDSA"));
    expect(codeOf(answer)).toBe("invalid_pairing_code");
    expect((await desk.deviceOf(device.id)).status).toBe("pending_pairing");
  });

  test("voids a code by a newer one, and by the wrong kind of page does not use it up", async () => {
    const device = await desk.register("kiosk");
    const first = await desk.codeFor(device.id);
    const second = await desk.codeFor(device.id);
    const key = await makeKey("EdDSA");
    expect(codeOf(await desk.pair(first, key))).toBe("invalid_pairing_code");
    expect(codeOf(await desk.pair(second, key, { type: "bedside_tablet" }))).toBe(
      "invalid_pairing_code",
    );
    expect((await desk.pair(second, key)).status).toBe(201);
  });

  test("refuses a key whose holder did not sign the code, and keeps the code", async () => {
    const device = await desk.register("kiosk");
    const code = await desk.codeFor(device.id);
    const [key, other] = await Promise.all([makeKey("EdDSA"), makeKey("EdDSA")]);
    expect(codeOf(await desk.pair(code, key, { proof: await prove(other, code) }))).toBe(
      "unauthorized",
    );
    expect(codeOf(await desk.pair(code, key, { proof: await prove(key, "ANOTHER1") }))).toBe(
      "unauthorized",
    );
    expect((await desk.pair(code, key)).status).toBe(201);
  });

  test.each([
    ["a private key", (key: DeviceKeyPair) => ({ ...key.publicJwk, d: "A".repeat(43) })],
    ["another curve", () => ({ kty: "EC", crv: "P-384", x: "A".repeat(64), y: "A".repeat(64) })],
    ["a key cut short", () => ({ kty: "OKP", crv: "Ed25519", x: "AAAA" })],
  ])("names the field when it is sent %s", async (_, keyOf) => {
    const key = await makeKey("EdDSA");
    const answer = await post(`${desk.branch.url}/auth/device/pair`, {
      code: "ABCDEFGH",
      device_type: "kiosk",
      public_key: keyOf(key),
      proof: await prove(key, "ABCDEFGH"),
    });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain("public_key");
  });

  test("is offered by who looks after the branch's devices, for screens only", async () => {
    const device = await desk.register("kiosk");
    const clerk = await desk.branch.client(["front_desk"]);
    await expect(
      clerk.call(pairingContract.offer, { params: { id: device.id }, body: {} }),
    ).rejects.toMatchObject({ status: 403, code: "forbidden" });
    const printer = {
      device_type: "printer",
      serial_no: "P-1",
      driver_profile: "virtual",
    } as const;
    const { body } = await desk.admin.call(devicesContract.register, { body: printer });
    await expect(desk.codeFor(body.id)).rejects.toMatchObject({ code: "conflicting_fields" });
    await desk.setStatus(device.id, "retired");
    await expect(desk.codeFor(device.id)).rejects.toMatchObject({ code: "invalid_transition" });
  });

  test("keeps no code and no key of a device's own in the database", async () => {
    const device = await desk.register("kiosk");
    const code = await desk.codeFor(device.id);
    const [row] = await desk.branch.rows("SELECT * FROM devices WHERE id = ?", device.id);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row?.["pairing_code_hash"]).toEqual(expect.any(String));
    await desk.pair(code, await makeKey("EdDSA"));
    const [after] = await desk.branch.rows("SELECT * FROM devices WHERE id = ?", device.id);
    expect(after).toMatchObject({ pairing_code_hash: null, pairing_expires_at: null });
  });
});

test("a tablet that is paired again begins a stream of its own", async () => {
  const device = await desk.pairedDevice("bedside_tablet");
  const streams = () =>
    desk.branch.rows("SELECT epoch, accepted_seq, public_jwk FROM tablets WHERE id = ?", device.id);
  expect(await streams()).toMatchObject([{ epoch: 1, accepted_seq: 0 }]);
  const key = await makeKey("EdDSA");
  const answer = await desk.pair(await desk.codeFor(device.id), key, { type: "bedside_tablet" });
  expect(answer.status).toBe(201);
  const [stream] = await streams();
  expect(stream).toMatchObject({ epoch: 2, accepted_seq: 0 });
  expect(JSON.stringify(stream?.["public_jwk"])).toContain(String(key.publicJwk.x));
});

test("makes whoever guesses codes wait, and leaves signed tokens alone", async () => {
  const device = await desk.pairedDevice();
  const key = await makeKey("EdDSA");
  const codes = ["00000001", "00000002", "00000003", "00000004", "00000005", "00000006"];
  const answers: string[] = [];
  for (const code of codes) answers.push(codeOf(await desk.pair(code, key)));
  expect(new Set(answers.slice(0, 4))).toEqual(new Set(["invalid_pairing_code"]));
  expect(answers.at(-1)).toBe("rate_limited");
  expect((await device.askToken()).status).toBe(200);
});

test("looks at no more of many codes that are guessed at once than of as many one after another", async () => {
  const key = await makeKey("EdDSA");
  const codes = Array.from({ length: 60 }, (_, index) => String(10_000_000 + index));
  const answers = await Promise.all(codes.map((code) => desk.pair(code, key)));
  const words = answers.map(codeOf);
  expect(words.filter((word) => word === "invalid_pairing_code").length).toBeLessThanOrEqual(5);
  expect(words.filter((word) => word === "rate_limited").length).toBeGreaterThanOrEqual(55);
});
