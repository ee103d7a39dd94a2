import { afterEach, beforeEach, expect, test } from "vitest";
import { printoutText } from "@edgeward/devices/virtual/printout.ts";
import {
  startVirtualLabelPrinter,
  type VirtualLabelPrinter,
} from "@edgeward/devices/virtual/label/label-printer.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  printJobsContract,
  type PrintJob,
  type PrintJobAction,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { receipt } from "#printing/samples.ts";
import { registerPrinter, startPrintBench, type PrintBench } from "./print-bench.ts";
import { startDeskPrinter, type DeskPrinter } from "./desk-printer.ts";

let bench: PrintBench;
let client: Client;
let desk: DeskPrinter;
let labels: VirtualLabelPrinter;
let labelCount = 0;

const patience = { timeout: 20_000 };

beforeEach(async () => {
  bench = await startPrintBench();
  ({ client } = bench);
  desk = await startDeskPrinter();
  labels = await startVirtualLabelPrinter();
  labelCount = 0;
  labels.onLabel(() => (labelCount += 1));
  await registerPrinter(client, "escpos_80", desk.port, { roles: ["token", "receipt"] });
  await registerPrinter(client, "zpl_203", labels.port, { roles: ["wristband"] });
});

afterEach(async () => {
  await bench.stop();
  await desk.takeAway();
  await labels.close();
});

async function patientOf(name: string): Promise<Patient> {
  const body = { name, gender: "female", dob: "1987-03-09" } as const;
  return (await client.call(patientsContract.create, { body })).body;
}

async function rename(id: string, name: string): Promise<void> {
  await client.call(patientsContract.update, { params: { id }, body: { name } });
}

async function read(id: string): Promise<PrintJob> {
  return (await client.call(printJobsContract.get, { params: { id } })).body;
}

async function decide(id: string, action: PrintJobAction): Promise<PrintJob> {
  return (await client.call(printJobsContract.update, { params: { id }, body: { action } })).body;
}

async function reached(id: string, status: string): Promise<PrintJob> {
  await expect.poll(async () => (await read(id)).status, patience).toBe(status);
  return read(id);
}

test("a wristband that cannot be written says which characters of which field, and comes out when the name has been put right", async () => {
  const patient = await patientOf("Zhang 张伟");
  const body = { document_type: "wristband", source_id: patient.id } as const;
  const { id } = (await client.call(printJobsContract.create, { body })).body;
  const failed = await reached(id, "failed");
  expect(failed).toMatchObject({
    last_error: "missing_glyph",
    error: {
      code: "not_printable",
      details: {
        reason: "missing_glyph",
        about: ["U+4F1F (Han)", "U+5F20 (Han)"],
        fields: [{ path: "data.patient.name", code: "not_printable" }],
      },
    },
  });
  expect(JSON.stringify(failed)).not.toContain("Zhang");

  // Tried again without having been put right, it fails again and says the same.
  await decide(id, "retry");
  expect((await reached(id, "failed")).error).toEqual(failed.error);

  await rename(patient.id, "Zhang Wei");
  expect(await decide(id, "retry")).toMatchObject({ status: "queued", error: null });
  // The label printer acknowledges nothing.
  const printed = await reached(id, "sent_unconfirmed");
  expect(printed).toMatchObject({ last_error: null, error: null });
  await expect.poll(() => labelCount, patience).toBe(1);
});

test("a slip whose letterhead cannot be written comes out when the template has been put right", async () => {
  const params = { document_type: "queue_token" } as const;
  const set = (line: string) =>
    client.call(printTemplatesContract.set, {
      params,
      body: { footer_lines: ["Thank you", line] },
    });
  await set("Rune ᚠ");
  const patient = await patientOf("Asha Patil");
  const { body: appointment } = await client.call(appointmentsContract.create, {
    body: { patient_id: patient.id, provider_id: bench.node.tenant.doctorId, source: "walk_in" },
  });
  const query = { source_id: appointment.id };
  const jobs = (await client.call(printJobsContract.list, { query })).body.data;
  const id = jobs[0]?.id ?? "";
  const { error } = await reached(id, "failed");
  expect(error?.details.fields.map(({ path }) => path)).toEqual(["template.footer_lines.1"]);

  await set("Get well soon");
  await decide(id, "retry");
  await reached(id, "printed");
  expect(desk.printouts().map(printoutText).join()).toContain("Get well soon");
});

test("a document that a program has handed over is printed as it was, with the template of now", async () => {
  const template = { params: { document_type: "receipt" } } as const;
  await client.call(printTemplatesContract.set, { ...template, body: { display_name: "ᚠ House" } });
  const body = { document_type: "receipt", data: receipt } as const;
  const { id } = (await client.call(printJobsContract.create, { body })).body;
  const { error } = await reached(id, "failed");
  expect(error?.details.fields.map(({ path }) => path)).toEqual(["template.display_name"]);
  await client.call(printTemplatesContract.set, { ...template, body: { display_name: "House" } });
  await decide(id, "retry");
  await reached(id, "printed");
  const text = desk.printouts().map(printoutText).join();
  expect(text).toContain("House");
  expect(text).toContain(receipt.receipt_no);
});

test("a document for another kind of printer says so, without a field, and prints where it is moved to", async () => {
  const patient = await patientOf("Asha Patil");
  const devices = (await client.call(devicesContract.list, { query: {} })).body.data;
  const [label, slip] = ["zpl_203", "escpos_80"].map(
    (driver) => devices.find((device) => device.driver_profile === driver)?.id ?? "",
  );
  const body = { document_type: "wristband", source_id: patient.id, device_id: slip } as const;
  const { id } = (await client.call(printJobsContract.create, { body })).body;
  const { error } = await reached(id, "failed");
  expect(error?.details).toMatchObject({ reason: "wrong_medium", fields: [] });
  const move = { action: "move", device_id: label } as const;
  await client.call(printJobsContract.update, { params: { id }, body: move });
  expect(await reached(id, "sent_unconfirmed")).toMatchObject({ error: null });
});
