import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";

const { create, update, openDrawer } = printJobsContract;

const label = {
  kind: "medicine",
  patient_name: "Asha Patil",
  medicine: { name: "Paracetamol 500 mg" },
  dispensed_at: "2026-11-21T10:00:00.000Z",
} as const;

const receipt = {
  receipt_no: "R-17",
  received_at: "2026-11-21T10:00:00.000Z",
  patient: { name: "Asha Patil", uhid: "PUN1-00001-X" },
  currency: "INR",
  amount_minor: 12_500,
  method: "cash",
} as const;

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let client: Client;
  let printerId: string;
  let serials = 0;

  beforeAll(async () => {
    node = await engine.start();
    client = await clientFor(node, node.tenant);
    printerId = await newPrinter({});
  });
  afterAll(() => node.stop());

  async function newPrinter(rest: object): Promise<string> {
    serials += 1;
    const body = {
      device_type: "printer",
      driver_profile: "escpos_80",
      serial_no: `P-${serials}`,
      ...rest,
    } as const;
    return (await client.call(devicesContract.register, { body })).body.id;
  }

  async function newPatient(name: string): Promise<Patient> {
    const body = { name, gender: "female", dob: "1980-02-01" } as const;
    return (await client.call(patientsContract.create, { body })).body;
  }

  async function queued(rest: object = {}): Promise<PrintJob> {
    const body = { document_type: "receipt", data: receipt, ...rest } as const;
    return (await client.call(create, { body })).body;
  }

  function decide(job: Pick<PrintJob, "id">, body: object) {
    return client.call(update, {
      params: { id: job.id },
      body: { action: "move", ...body },
    });
  }

  describe("a document", () => {
    test("waits for any printer with its role, and shows no more of itself than its number", async () => {
      const job = await queued();
      expect(job).toMatchObject({
        status: "queued",
        document_type: "receipt",
        device_role: "receipt",
        device_id: null,
        title: "R-17",
        copies: 1,
        priority: "normal",
      });
      expect(JSON.stringify(job)).not.toContain("Asha");
    });

    test("goes to the printer that is named, as often and as urgently as is wished", async () => {
      const until = isoInstant(node.clock.now() + 60_000);
      const job = await queued({
        device_id: printerId,
        copies: 3,
        priority: "urgent",
        expires_at: until,
      });
      expect(job).toMatchObject({
        device_id: printerId,
        copies: 3,
        priority: "urgent",
        expires_at: until,
      });
    });

    test.each([
      [{ data: undefined }, "data", "validation_error"],
      [{ data: { ...receipt, amount_minor: -1 } }, "data.amount_minor", "validation_error"],
      [{ data: { ...receipt, nonsense: 1 } }, "data.nonsense", "unknown_field"],
      [
        { document_type: "label", data: { ...label, medicine: {} } },
        "data.medicine.drug_name",
        "validation_error",
      ],
      [{ device_id: "dev_01jd7x2vry38gapbnk0v8yyk24" }, "device_id", "invalid_reference"],
      [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at", "validation_error"],
      [{ copies: 21 }, "copies", "validation_error"],
      [{ document_type: "queue_token" }, "data", "conflicting_fields"],
      [{ document_type: "queue_token", data: undefined }, "source_id", "validation_error"],
      [
        { document_type: "queue_token", data: undefined, source_id: "x" },
        "source_id",
        "invalid_id",
      ],
      [{ document_type: "drawer" }, "document_type", "invalid_enum"],
    ])("refuses %j and names the field", async (wrong, path, code) => {
      await expect(queued(wrong)).rejects.toMatchObject({
        status: 422,
        details: { fields: expect.arrayContaining([expect.objectContaining({ path, code })]) },
      });
    });

    test("for a patient who is named says no other patient's number", async () => {
      const [own, other] = [await newPatient("Asha Patil"), await newPatient("Ravi Kale")];
      const dataFor = ({ name, uhid }: Patient) => ({ ...receipt, patient: { name, uhid } });
      await queued({ source_id: own.id, data: dataFor(own) });
      await expect(queued({ source_id: own.id, data: dataFor(other) })).rejects.toMatchObject({
        status: 422,
        details: { fields: [{ path: "data.patient.uhid", code: "conflicting_fields" }] },
      });
    });

    test("is not sent to what is no printer, nor to one that was retired", async () => {
      const scanner = await newPrinter({
        device_type: "scanner",
        driver_profile: "hid_keyboard",
      });
      const old = await newPrinter({});
      const gone = { params: { id: old }, body: { status: "retired" } } as const;
      await client.call(devicesContract.update, gone);
      for (const device_id of [scanner, old]) {
        await expect(queued({ device_id })).rejects.toMatchObject({ code: "invalid_reference" });
      }
    });
  });

  describe("a job that waits", () => {
    test("is sent to another printer, and back to any with its role", async () => {
      const job = await queued();
      const moved = await decide(job, { device_id: printerId });
      expect(moved.body).toMatchObject({ status: "queued", device_id: printerId });
      const back = await decide(job, { device_id: null });
      expect(back.body).toMatchObject({ device_id: null, device_role: "receipt" });
    });

    test("is not moved to nowhere, nor once it has been called off", async () => {
      const job = await queued();
      await expect(decide(job, {})).rejects.toMatchObject({
        status: 422,
        details: { fields: [{ path: "device_id" }] },
      });
      await decide(job, { action: "cancel" });
      await expect(decide(job, { device_id: printerId })).rejects.toMatchObject({
        status: 409,
        code: "invalid_transition",
      });
    });
  });

  test("a drawer is opened at a printer that has one, soon or not at all", async () => {
    const withDrawer = await newPrinter({ capabilities: ["drawer"] });
    const job = await client.call(openDrawer, { params: { id: withDrawer }, body: {} });
    expect(job.status).toBe(201);
    expect(job.body).toMatchObject({
      document_type: "drawer",
      device_id: withDrawer,
      priority: "urgent",
      status: "queued",
    });
    const waits = Date.parse(job.body.expires_at) - Date.parse(job.body.created_at);
    expect(waits).toBe(60_000);
    const nurse = await clientFor(node, node.tenant, { claims: { roles: ["nurse"] } });
    const byNurse = nurse.call(openDrawer, { params: { id: withDrawer }, body: {} });
    await expect(byNurse).rejects.toMatchObject({ status: 403, code: "forbidden" });
    const without = client.call(openDrawer, { params: { id: printerId }, body: {} });
    await expect(without).rejects.toMatchObject({ code: "invalid_reference" });
  });
});
