import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { scansContract } from "@edgeward/branch-node/scanning/scans.contract.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { LiveConnection } from "#support/paired-device.ts";
import { until } from "#support/until.ts";

let hub: TestHub;
let branch: LiveBranch;
let admin: Client;
let desk: Client;
const lines: LiveConnection[] = [];

beforeAll(async () => {
  hub = await startTestHub();
  branch = await startLiveBranch(hub, hub.tenant.branchId);
  admin = await branch.client(["branch_admin"]);
  desk = await branch.client(["front_desk"]);
});

afterEach(() => {
  for (const line of lines.splice(0)) line.cut();
});

afterAll(async () => {
  await branch.stop();
  await hub.stop();
});

/** A scanner behind a serial server: what it sends, the branch reads. */
class NetworkScanner {
  readonly device: Device;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, device: Device) {
    this.#server = server;
    this.device = device;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  static async register(serial: string): Promise<NetworkScanner> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { body } = await admin.call(devicesContract.register, {
      body: {
        device_type: "scanner",
        serial_no: serial,
        driver_profile: "serial_scanner",
        name: `Scanner ${serial}`,
        connection: { kind: "network", host: "127.0.0.1", port },
      },
    });
    const scanner = new NetworkScanner(server, body);
    await until("the branch has opened it", 20_000, () => scanner.#sockets.size === 1);
    return scanner;
  }

  get isOpen(): boolean {
    return this.#sockets.size > 0;
  }

  scan(text: string): void {
    for (const socket of this.#sockets) socket.write(`${text}\r\n`);
  }

  async unplug(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

const scanMessage = z.object({
  type: z.literal("scan"),
  scan: z.object({ scanner_id: z.string(), scanner_name: z.string(), text: z.string() }),
});

/** A page of the desk, by its live connection. */
class Page {
  readonly #line: LiveConnection;

  private constructor(line: LiveConnection) {
    this.#line = line;
  }

  static async open(): Promise<Page> {
    const { body } = await desk.call(wsTicketContract.create, { body: {} });
    const line = await LiveConnection.open(branch.url, body.ticket);
    lines.push(line);
    const page = new Page(line);
    await until("it is shaken", 20_000, () => line.messages.length > 0);
    return page;
  }

  get scans(): readonly string[] {
    return this.#line.messages.flatMap(
      (message) => scanMessage.safeParse(message).data?.scan.text ?? [],
    );
  }

  /** Asks, and waits for the node's answer: from then on scans go by it. */
  async want(wants: "all" | "next" | "none", scannerId: string | null = null): Promise<void> {
    const answers = () => this.#line.messages.filter(({ type }) => type === "scans");
    const { length: before } = answers();
    this.#line.send({ type: "scans", wants, scanner_id: scannerId });
    await until("the node has heard it", 20_000, () => answers().length > before);
    if (answers().at(-1)?.["wants"] !== wants) throw new Error("the node has heard something else");
  }

  leave(): void {
    this.#line.cut();
  }
}

describe("a scan of a scanner on the branch's own cables", () => {
  let scanner: NetworkScanner;
  let serial = 0;

  beforeEach(async () => {
    serial += 1;
    scanner = await NetworkScanner.register(`S-${serial}`);
  });

  afterEach(async () => {
    const { id } = scanner.device;
    await admin.call(devicesContract.update, { params: { id }, body: { status: "retired" } });
    await until("the branch has let it go", 20_000, () => !scanner.isOpen);
    await scanner.unplug();
  });

  test("goes to the one window that asked for it last, and to no other", async () => {
    const [one, other] = [await Page.open(), await Page.open()];
    await one.want("all");
    await other.want("all");
    scanner.scan("first");
    await until("it has arrived", 20_000, () => other.scans.length === 1);
    await one.want("all");
    scanner.scan("second");
    await until("it has arrived", 20_000, () => one.scans.length === 1);
    expect([one.scans, other.scans]).toEqual([["second"], ["first"]]);
  });

  test("goes first to a form that waits for one code, and only that one", async () => {
    const [form, omnibox] = [await Page.open(), await Page.open()];
    await form.want("next");
    await omnibox.want("all");
    scanner.scan("for the form");
    await until("it has arrived", 20_000, () => form.scans.length === 1);
    scanner.scan("for the desk");
    await until("it has arrived", 20_000, () => omnibox.scans.length === 1);
    expect([form.scans, omnibox.scans]).toEqual([["for the form"], ["for the desk"]]);
  });

  test("goes to the window of its own desk before one that listens to any", async () => {
    const [own, any] = [await Page.open(), await Page.open()];
    await own.want("all", scanner.device.id);
    await any.want("all");
    scanner.scan("mine");
    await until("it has arrived", 20_000, () => own.scans.length === 1);
    expect(any.scans).toEqual([]);
  });

  test("goes to nobody when the window is closed or wants none, and is not kept for later", async () => {
    const [gone, quiet] = [await Page.open(), await Page.open()];
    await gone.want("all");
    await quiet.want("all");
    await quiet.want("none");
    gone.leave();
    scanner.scan("unheard");
    const late = await Page.open();
    await late.want("all");
    scanner.scan("heard");
    await until("it has arrived", 20_000, () => late.scans.length > 0);
    expect([late.scans, quiet.scans]).toEqual([["heard"], []]);
  });

  test("shows whether the scanner is there, and finds it again", async () => {
    const { id } = scanner.device;
    const health = async () =>
      (await admin.call(devicesContract.get, { params: { id } })).body.health_status;
    await until("it is online", 20_000, async () => (await health()) === "online");
    await admin.call(devicesContract.update, { params: { id }, body: { status: "blocked" } });
    await until("the branch has let it go", 20_000, () => !scanner.isOpen);
    await admin.call(devicesContract.update, { params: { id }, body: { status: "active" } });
    await until("the branch has opened it", 20_000, () => scanner.isOpen);
    await until("it is online again", 20_000, async () => (await health()) === "online");
    scanner.scan("nobody listens");
    expect(scanner.isOpen).toBe(true);
  });
});

describe("looking up a scanned code", () => {
  let patient: Patient;

  beforeAll(async () => {
    const { body } = await desk.call(patientsContract.create, {
      body: {
        name: "Savitri Phule",
        gender: "female",
        dob: "1961-01-03",
        abha_id: "91-1234-5678-9012",
        abha_address: "savitri.p@abdm",
        identifiers: [
          { type: "mrn", value: "OLD/7731" },
          { type: "mrn", value: "BOS-1004" },
          { type: "other", value: "890123456789000019" },
        ],
      },
    });
    patient = body;
  });

  const lookUp = async (text: string) =>
    (await desk.call(scansContract.lookUp, { body: { text } })).body;

  test("finds the patient by every code that stands for one", async () => {
    const card = JSON.stringify({ hidn: "91123456789012", name: "S", gender: "F" });
    const app = JSON.stringify({ hidn: "-", phr: "Savitri.P@abdm", name: "S" });
    const cases = [
      [patient.uhid, "patient"],
      [`EW1:P:${patient.uhid}`, "patient"],
      [card, "abha"],
      [app, "abha"],
      ["]d28018890123456789000019", "gs1"],
      ["OLD/7731", "text"],
      // As a token's code looks, and none of today.
      ["BOS-1004", "text"],
      ["]C0BOS-1004", "text"],
    ] as const;
    for (const [text, kind] of cases) {
      expect(await lookUp(text)).toEqual({
        kind,
        patient_ids: [patient.id],
        appointment_id: null,
        specimens: [],
        problem: null,
      });
    }
  });

  test("finds the visit behind a token, of today only", async () => {
    const visit = await desk.call(appointmentsContract.create, {
      body: { patient_id: patient.id, provider_id: hub.tenant.doctorId, source: "walk_in" },
    });
    const answer = {
      patient_ids: [patient.id],
      appointment_id: visit.body.id,
      specimens: [],
      problem: null,
    };
    expect(await lookUp(`EW1:T:${visit.body.id}`)).toEqual({ kind: "token", ...answer });
    const code = visit.body.token_code ?? "";
    expect(await lookUp(code)).toEqual({ kind: "token_code", ...answer });
    await branch.node.store.write({ tenantId: hub.tenant.id }, (session) =>
      session.query("UPDATE appointments SET business_date = '2020-01-01' WHERE id = ?", [
        visit.body.id,
      ]),
    );
    expect(await lookUp(code)).toMatchObject({ patient_ids: [] });
  });

  test("says what is wrong with a code that was misread, and finds nobody by it", async () => {
    const wrong = patient.uhid.endsWith("A") ? "B" : "A";
    expect(await lookUp(`${patient.uhid.slice(0, -1)}${wrong}`)).toEqual({
      kind: "damaged",
      patient_ids: [],
      appointment_id: null,
      specimens: [],
      problem: "the check character is wrong",
    });
    expect(await lookUp("]C10112345678901232")).toMatchObject({
      kind: "damaged",
      problem: "a check digit is wrong",
    });
  });

  test("finds nobody by half of a number, by a stranger's code or by nothing", async () => {
    expect((await lookUp("OLD")).patient_ids).toEqual([]);
    expect((await lookUp("Savitri")).patient_ids).toEqual([]);
    expect((await lookUp("https://example.org/")).patient_ids).toEqual([]);
    await expect(lookUp("")).rejects.toMatchObject({ status: 422 });
    await expect(lookUp("x".repeat(8_193))).rejects.toMatchObject({ status: 422 });
  });

  test("leaves in the audit who looked up whom", async () => {
    await lookUp(patient.uhid);
    const rows = await branch.rows(
      "SELECT actor_id, module, action FROM audit_events WHERE patient_id = ? ORDER BY seq DESC LIMIT 1",
      patient.id,
    );
    expect(rows).toEqual([{ actor_id: hub.tenant.clerkId, module: "scans", action: "look_up" }]);
  });

  test("is for those who may read patients", async () => {
    const stores = await branch.client(["stores"]);
    await expect(
      stores.call(scansContract.lookUp, { body: { text: patient.uhid } }),
    ).rejects.toMatchObject({ status: 403 });
  });
});
