import { globSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { createClient } from "@edgeward/shared/contract/client.ts";
import { pairScreen } from "#support/paired-device.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";

// Debian's package `faketime`: the process believes another time, as one does whose battery is flat.
const [library] = globSync("/usr/lib/*/faketime/libfaketime.so.1");
const hour = 3_600_000;
let product: Product;

beforeAll(async () => {
  if (library !== undefined) product = await startProduct();
});

afterAll(() => product?.stop());

/** Starts the branch again with its clock off by so many milliseconds, in a zone that is not the clinic's. */
async function restartOff(milliseconds: number, isOnline = true): Promise<void> {
  await product.killBranch("SIGTERM");
  await product.restartBranch({
    LD_PRELOAD: library ?? "",
    FAKETIME: `${milliseconds < 0 ? "" : "+"}${Math.round(milliseconds / 1000)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    TZ: "America/Los_Angeles",
  });
  if (isOnline) await product.caughtUp();
}

async function walkIn(patient: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await product.call("branch", "POST", "/v1/appointments", {
    patient_id: patient,
    provider_id: product.demo.provider_id,
    source: "walk_in",
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function bloodGroup(node: "hub" | "branch", patient: string): Promise<unknown> {
  return (await product.call(node, "GET", `/v1/patients/${patient}`)).body["blood_group"];
}

/** One node changes the blood group, and the other has it before it does anything of its own. */
async function change(from: "hub" | "branch", patient: string, group: string): Promise<void> {
  const answer = await product.call(from, "PUT", `/v1/patients/${patient}`, { blood_group: group });
  expect(answer.status).toBe(200);
  const other = from === "hub" ? "branch" : "hub";
  await until(
    `the ${other} has ${group}`,
    10_000,
    async () => (await bloodGroup(other, patient)) === group,
  );
}

function dateIn(zone: string, at: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
}

test.runIf(process.env["CI"] === "true")(
  "in CI nothing here is left out for want of faketime",
  () => {
    expect(library).toBeDefined();
  },
);

describe.skipIf(library === undefined)(
  "with a clock that is wrong at the branch (needs faketime)",
  () => {
    test.each([
      ["an hour fast", hour],
      ["an hour slow", -hour],
      ["a day fast", 24 * hour],
      ["a day slow", -24 * hour],
      ["ten days fast", 240 * hour],
      ["ten days slow", -240 * hour],
    ])(
      "%s: sync goes on, what was seen is never taken for a conflict, and the status shows the difference",
      async (_title, off) => {
        await restartOff(off);
        const status = await product.syncStatus();
        // A page of the feed may be on its way at this very moment.
        expect(["online", "syncing"]).toContain(status["state"]);
        expect(Math.abs(Number(status["clock_skew_ms"]) + off)).toBeLessThan(10_000);
        const patient = await registerPatient(product, "branch", { blood_group: "A+" });
        await product.caughtUp();
        expect(
          await product.hubRows("SELECT 1 FROM patients WHERE id = $1", [patient]),
        ).toHaveLength(1);
        await change("hub", patient, "B+");
        await change("branch", patient, "O+");
        await change("hub", patient, "AB+");
        expect(
          await product.hubRows("SELECT field FROM conflicts WHERE entity_id = $1", [patient]),
        ).toEqual([]);
        expect(await product.syncStatus()).toMatchObject({ held: 0, rejected: 0 });
        // The hub's tokens are good here whatever the machine believes, and days are the right ones.
        const token = await product.token("hub");
        const given = { authorization: `Bearer ${token}` };
        const read = await product.call(
          "branch",
          "GET",
          `/v1/patients/${patient}`,
          undefined,
          given,
        );
        expect(read.status).toBe(200);
        const before = dateIn("Asia/Kolkata", Date.now());
        const walkedIn = await walkIn(patient);
        expect([before, dateIn("Asia/Kolkata", Date.now())]).toContain(walkedIn["business_date"]);
        const [row] = await product.hubRows("SELECT clock_skew_ms FROM nodes WHERE id = $1", [
          product.nodeId,
        ]);
        expect(Math.abs(Number(row?.["clock_skew_ms"]) + off)).toBeLessThan(10_000);
      },
    );

    test.each([hour, -240 * hour])(
      "a kiosk signs by the branch's time and is let in, off by %i ms",
      async (off) => {
        await restartOff(off);
        const headers = {
          authorization: `Bearer ${await product.token("hub")}`,
          "x-tenant-id": product.demo.tenant_id,
          "x-branch-id": product.demo.branch_id,
        };
        const client = createClient({ baseUrl: product.branchUrl, headers: () => headers });
        const serial_no = `K-${off}`;
        const body = { device_type: "kiosk", serial_no, driver_profile: "kiosk_web" } as const;
        const { id } = (await client.call(devicesContract.register, { body })).body;
        const kiosk = await pairScreen(product.branchUrl, client, id);
        // As the pages do: what they sign is dated by what the branch says.
        const answer = await fetch(`${product.branchUrl}/healthz`);
        const reported = Math.floor(Date.parse(answer.headers.get("date") ?? "") / 1_000);
        const { status } = await kiosk.askToken(await kiosk.assertion({ issuedAt: reported }));
        expect(status).toBe(200);
      },
    );

    test("the business day of a token is the clinic's own, not the machine's and not Greenwich's", async () => {
      await product.killBranch("SIGTERM");
      await product.restartBranch();
      await product.caughtUp();
      const now = Date.now();
      // Half past midnight in Pune, on a day that has not begun in Greenwich or in California; nobody is there to say
      // that it is another time.
      const midnight = new Date(now).setUTCHours(19, 0, 0, 0) + 24 * hour;
      product.outage(true);
      await restartOff(midnight - now, false);
      const patient = await registerPatient(product, "branch");
      const { business_date: date } = await walkIn(patient);
      product.outage(false);
      expect(date).toBe(dateIn("Asia/Kolkata", midnight));
      expect(date).not.toBe(dateIn("UTC", midnight));
    });
  },
);
