import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteHealth } from "@edgeward/shared/clinical/devices/devices.commands.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { devicesTable } from "@edgeward/shared/clinical/devices/devices.table.ts";
import type { HealthStatus } from "@edgeward/shared/clinical/devices/device-values.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { found } from "@edgeward/shared/write/write.ts";
import { engines } from "#support/engines.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";

const { register, update, list, get } = devicesContract;

const printer = {
  device_type: "printer",
  driver_profile: "escpos_80",
  connection: { kind: "network", host: "192.0.2.7" },
} as const;

const wired = { kind: "network", host: "192.0.2.7" };
const atPort = { kind: "serial", path: "/dev/ttyS0" };

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let client: Client;
  let stranger: Client;
  let serials = 0;

  beforeAll(async () => {
    node = await engine.start();
    client = await clientFor(node, node.tenant);
    stranger = await clientFor(node, node.other);
  });
  afterAll(() => node.stop());

  function newSerial(): string {
    serials += 1;
    return `X5Y-${serials}`;
  }

  async function registered(rest: object = {}): Promise<Device> {
    const body = { ...printer, serial_no: newSerial(), ...rest };
    return (await client.call(register, { body })).body;
  }

  function change(device: Pick<Device, "id">, body: object) {
    return client.call(update, { params: { id: device.id }, body });
  }

  async function events(deviceId: string): Promise<readonly string[]> {
    const rows = await keptEvents(node, ({ entity_id: id }) => id === deviceId);
    return rows.map((row) => row.event_type);
  }

  function health(device: Pick<Device, "id">, status: HealthStatus, paper: "ok" | "low" | "out") {
    return writeAsSystem(node, node.tenant.id, async (write) => {
      const row = found(await write.load(devicesTable, device.id));
      const detail = {
        since: write.at,
        last_seen_at: write.at,
        paper,
        cover_open: false,
        drawer_open: null,
        error_code: null,
      };
      noteHealth(write, row, { status, detail });
    });
  }

  describe("registering", () => {
    test("answers 201 with a device that may work at once, and reports it", async () => {
      const body = { ...printer, serial_no: newSerial(), roles: ["token"], name: "Front desk" };
      const answer = await client.call(register, { body: { ...body, roles: ["token"] } });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        branch_id: node.tenant.branchId,
        name: "Front desk",
        status: "active",
        health_status: "unknown",
        roles: ["token"],
        connection: { kind: "network", host: "192.0.2.7" },
        health: { queue_depth: 0, paper: null },
      });
      expect(await events(answer.body.id)).toEqual(["device.registered"]);
    });

    test("keeps the parity and the flow control of a serial port", async () => {
      const connection = {
        kind: "serial",
        path: "/dev/ttyS0",
        baud: 19_200,
        parity: "odd",
        flow_control: "xon_xoff",
      };
      const device = await registered({ connection });
      expect(device.connection).toEqual(connection);
    });

    test("answers 200 with the same device for the same serial number, and changes nothing", async () => {
      const first = await registered({ name: "First" });
      const body = { ...printer, serial_no: first.serial_no, name: "Second" };
      const again = await client.call(register, { body });
      expect(again.status).toBe(200);
      expect(again.body).toEqual({ ...first, sync_state: again.body.sync_state });
      expect(await events(first.id)).toEqual(["device.registered"]);
    });

    test("reveals to nobody that another tenant has the serial number", async () => {
      const { serial_no: serial } = await registered();
      const answer = await stranger.call(register, { body: { ...printer, serial_no: serial } });
      expect(answer.status).toBe(201);
    });

    test("makes a new device of one that was retired", async () => {
      const old = await registered();
      await change(old, { status: "retired" });
      const body = { ...printer, serial_no: old.serial_no };
      const answer = await client.call(register, { body });
      expect(answer.status).toBe(201);
      expect(answer.body.id).not.toBe(old.id);
    });

    test.each(["kiosk", "bedside_tablet"] as const)(
      "lets a %s wait until it has been paired, which no person can decide",
      async (type) => {
        const profile = type === "kiosk" ? "kiosk_web" : "tablet_web";
        const connection = { kind: "browser" };
        const device = await registered({
          device_type: type,
          driver_profile: profile,
          connection,
        });
        expect(device.status).toBe("pending_pairing");
        await expect(change(device, { status: "active" })).rejects.toMatchObject({
          status: 409,
          code: "invalid_transition",
        });
      },
    );

    test.each([
      [{ driver_profile: "hid_keyboard" }, "driver_profile conflicting_fields"],
      [{ connection: { kind: "network" } }, "connection.host validation_error"],
      [{ connection: { kind: "serial" } }, "connection.path validation_error"],
      [{ connection: { kind: "usb", usb_vid: "04b8" } }, "connection.usb_pid validation_error"],
      [{ connection: { kind: "network", host: "two words" } }, "connection.host validation_error"],
      [{ connection: { ...wired, parity: "even" } }, "connection.parity validation_error"],
      [
        { connection: { ...wired, flow_control: "none" } },
        "connection.flow_control validation_error",
      ],
      [{ connection: { ...atPort, parity: "mark" } }, "connection.parity invalid_enum"],
      [{ connection: { ...atPort, flow_control: "dtr" } }, "connection.flow_control invalid_enum"],
      [{ connection: { ...atPort, tls: true } }, "connection.tls validation_error"],
      [
        { connection: { kind: "ipp", host: "printer", certificate_sha256: "ab" } },
        "connection.certificate_sha256 validation_error",
      ],
      [
        { fallback_device_id: "dev_01jd7x2vry38gapbnk0v8yyk24" },
        "fallback_device_id invalid_reference",
      ],
      [
        { device_type: "scanner", driver_profile: "serial_scanner", roles: ["token"] },
        "roles conflicting_fields",
      ],
    ])("refuses %j and names the field", async (wrong, field) => {
      await expect(registered(wrong)).rejects.toSatisfy((error: unknown) => {
        const [path, code] = field.split(" ");
        expect(error).toMatchObject({ status: 422, details: { fields: [{ path, code }] } });
        return true;
      });
    });

    test("does not take a device for its own fallback", async () => {
      const device = await registered();
      await expect(change(device, { fallback_device_id: device.id })).rejects.toMatchObject({
        code: "invalid_reference",
      });
      const other = await registered();
      const changed = await change(device, { fallback_device_id: other.id });
      expect(changed.body.fallback_device_id).toBe(other.id);
    });
  });

  describe("a device", () => {
    test("is blocked and let work again by a person, with the reason in its history", async () => {
      const device = await registered();
      const blocked = await change(device, { status: "blocked", reason: "stolen" });
      expect(blocked.body).toMatchObject({
        status: "blocked",
        status_history: [{ status: "active" }, { status: "blocked", reason: "stolen" }],
      });
      expect((await change(device, { status: "active" })).body.status).toBe("active");
      expect(await events(device.id)).toEqual(["device.registered", "device.blocked"]);
    });

    test("does not come back once it is retired", async () => {
      const device = await registered();
      await change(device, { status: "retired" });
      await expect(change(device, { status: "active" })).rejects.toMatchObject({
        status: 409,
        details: { from: "retired", to: "active", allowed: [] },
      });
    });

    test("takes from no caller how it is", async () => {
      const device = await registered();
      await expect(change(device, { health_status: "online" })).rejects.toMatchObject({
        status: 422,
        code: "read_only_field",
      });
    });

    test("reports when it comes and goes, and not when its paper runs low", async () => {
      const device = await registered();
      await health(device, "online", "ok");
      await health(device, "degraded", "low");
      await health(device, "error", "out");
      await health(device, "offline", "out");
      await health(device, "online", "ok");
      const all = await events(device.id);
      expect(all).toEqual([
        "device.registered",
        "device.online",
        "device.offline",
        "device.online",
      ]);
      const { version } = (await client.call(get, { params: { id: device.id } })).body;
      await health(device, "online", "ok");
      const same = await client.call(get, { params: { id: device.id } });
      expect(same.body.version).toBe(version);
    });

    test("is found by its kind, its place, its state and its health", async () => {
      const device = await registered({ module: "pharmacy" });
      await health(device, "error", "out");
      const query = {
        module: "pharmacy",
        device_type: "printer",
        status: "active",
        health_status: "error",
      } as const;
      const page = await client.call(list, { query });
      expect(page.body.data.map(({ id }) => id)).toEqual([device.id]);
      const none = await client.call(list, { query: { ...query, status: "blocked" } });
      expect(none.body.data).toEqual([]);
    });
  });
});
