import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { scansContract } from "@edgeward/branch-node/scanning/scans.contract.ts";
import { scansModule } from "@edgeward/branch-node/scanning/scans.module.ts";
import {
  startVirtualLabelPrinter,
  type VirtualLabelPrinter,
} from "@edgeward/devices/virtual/label/label-printer.ts";
import { renderLabel, type PrintedLabel } from "@edgeward/devices/virtual/label/label-printout.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { receivedOrder } from "#conformance/lab-samples.ts";
import { worldOf } from "#conformance/world.ts";
import { readWithZxing } from "#printing/read-codes.ts";
import { labLabel } from "#printing/samples.ts";
import { clientFor } from "#support/node.ts";
import {
  registerPrinter,
  startPrintBench,
  type PrintBench,
} from "#offline/printing/print-bench.ts";

let bench: PrintBench;
let printer: VirtualLabelPrinter;
let asha: Patient;
let ravi: Patient;
let codes = 0;
const labels: PrintedLabel[] = [];
const patience = { timeout: 20_000 };

beforeAll(async () => {
  bench = await startPrintBench({}, [scansModule]);
  printer = await startVirtualLabelPrinter();
  printer.onLabel((label) => labels.push(label));
  await registerPrinter(bench.client, "zpl_203", printer.port, { roles: ["lab_label"] });
  asha = await registered("Asha Deshmukh");
  ravi = await registered("Ravi Kulkarni");
});

afterAll(async () => {
  await bench.stop();
  await printer.close();
});

beforeEach(() => void labels.splice(0));

async function registered(name: string, mrn: string | null = null): Promise<Patient> {
  const identifiers = mrn === null ? [] : [{ type: "mrn" as const, value: mrn }];
  const body = { name, gender: "female", dob: "1980-02-01", identifiers } as const;
  return (await bench.client.call(patientsContract.create, { body })).body;
}

function newCode(): string {
  codes += 1;
  return `L26-${String(codes).padStart(6, "0")}`;
}

type Named = Pick<Patient, "name" | "uhid">;

function labelFor({ name, uhid }: Named, code: string) {
  return { ...labLabel, patient: { ...labLabel.patient, name, uhid }, specimen_code: code };
}

async function queued(patient: Named, code: string, rest: object = {}): Promise<PrintJob> {
  const data = labelFor(patient, code);
  const body = { document_type: "lab_label", data, ...rest } as const;
  return (await bench.client.call(printJobsContract.create, { body })).body;
}

async function reached(id: string, status: string): Promise<void> {
  const read = () => bench.client.call(printJobsContract.get, { params: { id } });
  await expect.poll(async () => (await read()).body.status, patience).toBe(status);
}

/** A tube's label that has come out of the printer. */
async function printed(patient: Named, code: string, rest: object = {}): Promise<PrintJob> {
  const job = await queued(patient, code, rest);
  await reached(job.id, "sent_unconfirmed");
  return job;
}

const lookUp = async (text: string) =>
  (await bench.client.call(scansContract.lookUp, { body: { text } })).body;

/** What of a look-up says whose the code is. */
async function whose(text: string) {
  const { kind, patient_ids, specimens } = await lookUp(text);
  return { kind, patient_ids, of: specimens.map(({ patient_id }) => patient_id) };
}

const nobody = { patient_ids: [], of: [] };
const onlyOf = ({ id }: Patient) => ({ kind: "specimen", patient_ids: [id], of: [id] });

function inDatabase(text: string, values: readonly string[]): Promise<unknown> {
  const { node } = bench;
  return node.store.write({ tenantId: node.tenant.id }, (session) =>
    session.query(text, [...values]),
  );
}

describe("a tube's label", () => {
  test("opens its patient by both codes that are read from it, and says which specimen it is", async () => {
    const code = newCode();
    await printed(asha, code);
    await expect.poll(() => labels.length, patience).toBe(1);
    const [label] = labels;
    if (label === undefined) throw new Error("no label came out");
    const read = await readWithZxing(await renderLabel(label));
    const texts = read.map(({ text }) => text);
    expect(texts.toSorted()).toEqual([`EW1:S:${code}`, code]);
    for (const text of texts) {
      expect(await lookUp(text)).toEqual({
        kind: "specimen",
        patient_ids: [asha.id],
        appointment_id: null,
        specimens: [
          {
            specimen_code: code,
            specimen_type: labLabel.specimen_type,
            tests: labLabel.tests,
            collected_at: labLabel.collected_at,
            patient_id: asha.id,
          },
        ],
        problem: null,
      });
    }
  });

  test("is found however the scanner writes it", async () => {
    const code = newCode();
    await printed(asha, code);
    for (const text of [code.toLowerCase(), `]C0${code}`, `ew1:s:${code}`, `]d1EW1:S:${code}`]) {
      expect(await whose(text)).toEqual(onlyOf(asha));
    }
  });

  test("is found where its code looks like something else", async () => {
    // A trade item's number, a token, a patient's number with a wrong check character, words.
    for (const code of ["4006381333931", "LAB-0417", "LAB-000417-0", "L26 0417"]) {
      await printed(ravi, code);
      expect(await whose(code)).toEqual(onlyOf(ravi));
      expect(await whose(`EW1:S:${code}`)).toEqual(onlyOf(ravi));
    }
  });

  test("that was printed again is still one specimen, and says what was printed last", async () => {
    const code = newCode();
    const first = await printed(asha, code);
    const again = { reprint_of_id: first.id, reprint_reason: "smudged" };
    const body = { document_type: "lab_label", ...again } as const;
    const copy = (await bench.client.call(printJobsContract.create, { body })).body;
    await reached(copy.id, "sent_unconfirmed");
    expect(await whose(code)).toEqual(onlyOf(asha));
    bench.node.clock.advance(1_000);
    const data = { ...labelFor(asha, code), tests: ["HbA1c"] };
    const later = { body: { document_type: "lab_label", data } } as const;
    await reached(
      (await bench.client.call(printJobsContract.create, later)).body.id,
      "sent_unconfirmed",
    );
    expect((await lookUp(code)).specimens).toMatchObject([{ tests: ["HbA1c"] }]);
  });

  test("of a code that two patients have leads to both", async () => {
    const code = newCode();
    await printed(asha, code);
    bench.node.clock.advance(1_000);
    await printed(ravi, code);
    const both = { patient_ids: [ravi.id, asha.id], of: [ravi.id, asha.id] };
    expect(await whose(code)).toEqual({ kind: "specimen", ...both });
  });

  test("of a code that is another patient's number leads to both, the number's owner first", async () => {
    const code = newCode();
    const owner = await registered("Meera Joshi", code);
    await printed(asha, code);
    expect(await whose(code)).toEqual({
      kind: "text",
      patient_ids: [owner.id, asha.id],
      of: [asha.id],
    });
  });

  test("of a patient who was merged leads to the survivor", async () => {
    const code = newCode();
    const twin = await registered("Asha D.");
    await printed(twin, code);
    await inDatabase("UPDATE patients SET status = 'merged', merged_into_id = ? WHERE id = ?", [
      asha.id,
      twin.id,
    ]);
    expect(await whose(code)).toEqual(onlyOf(asha));
  });

  test("of somebody whose record is not here says so, and opens it when it has come", async () => {
    const code = newCode();
    await printed({ name: "Kiran Rao", uhid: "OLD/4711" }, code);
    const answer = { kind: "specimen", patient_ids: [], of: [null] };
    expect(await whose(code)).toEqual(answer);
    const kiran = await registered("Kiran Rao", "OLD/4711");
    expect(await whose(code)).toEqual(onlyOf(kiran));
  });

  test("counts only when it can be on a tube", async () => {
    const code = newCode();
    printer.setState({ labelsOut: true });
    await expect
      .poll(() => bench.room.printerStates().map(({ state }) => state), patience)
      .toEqual(["paper_out"]);
    const { id } = await queued(asha, code);
    expect(await whose(code)).toEqual({ kind: "text", ...nobody });
    const body = { action: "cancel" } as const;
    await bench.client.call(printJobsContract.update, { params: { id }, body });
    printer.setState({ labelsOut: false });
    await printed(ravi, code);
    expect(await whose(code)).toEqual(onlyOf(ravi));
  });

  test("counts when it was called off while nobody knew whether it had come out", async () => {
    const code = newCode();
    const { id } = await printed(asha, code);
    await inDatabase("UPDATE print_jobs SET status = 'needs_review' WHERE id = ?", [id]);
    const body = { action: "cancel" } as const;
    await bench.client.call(printJobsContract.update, { params: { id }, body });
    expect(await whose(code)).toEqual(onlyOf(asha));
  });

  test("leaves in the audit whose it was", async () => {
    const code = newCode();
    const patient = await registered("Sunita More");
    await printed(patient, code);
    await lookUp(code);
    const rows = await bench.node.store.read({ tenantId: bench.node.tenant.id }, (session) =>
      session.query(
        "SELECT entity_id FROM audit_events WHERE patient_id = ? AND module = 'scans' AND action = 'look_up'",
        [patient.id],
      ),
    );
    expect(rows).toEqual([{ entity_id: patient.id }]);
  });
});

describe("a tube that was collected for an order", () => {
  test("leads to the order's patient, also where its label came with the tube, and is one with the label of it that is printed", async () => {
    const world = await worldOf(bench.node, bench.node.tenant);
    const { order } = await receivedOrder(world, { patient_id: ravi.id });
    const code = newCode();
    const { client } = world;
    const rejected = { status: "recollect_required", reject_reason: "clotted" } as const;
    const params = { id: order.id };
    await client.call(labOrdersContract.update, { params, body: rejected });
    const specimens = [{ type: "blood", barcode: code } as const];
    await client.call(labOrdersContract.update, {
      params,
      body: { status: "collected", specimens },
    });
    const [first] = order.specimens;
    for (const text of [code, first?.barcode ?? "", `EW1:S:${code.toLowerCase()}`])
      expect(await whose(text)).toEqual(onlyOf(ravi));
    expect((await lookUp(code)).specimens).toMatchObject([
      {
        specimen_code: code,
        specimen_type: "blood",
        tests: order.tests.map((one) => one.test_code),
      },
    ]);
    await printed(ravi, code);
    expect(await whose(code)).toEqual(onlyOf(ravi));
  });
});

describe("a code of no tube of this branch", () => {
  test("is said to be a specimen's, or nothing", async () => {
    expect(await whose("EW1:S:L99-1")).toEqual({ kind: "specimen", ...nobody });
    expect(await whose("L99-1")).toEqual({ kind: "text", ...nobody });
  });

  test("is nobody's when another branch has printed it", async () => {
    const code = newCode();
    const { id } = await printed(asha, code);
    await inDatabase("UPDATE print_jobs SET branch_id = 'brn_elsewhere' WHERE id = ?", [id]);
    expect(await whose(code)).toEqual({ kind: "text", ...nobody });
  });

  test("is nobody's when another tenant has printed it", async () => {
    const code = newCode();
    const { node } = bench;
    const theirs = await clientFor(node, node.other);
    const body = { document_type: "lab_label", data: labelFor(asha, code) } as const;
    const { id } = (await theirs.call(printJobsContract.create, { body })).body;
    await node.store.write({ tenantId: node.other.id }, (session) =>
      session.query(
        "UPDATE print_jobs SET status = 'printed', branch_id = ? WHERE tenant_id = ? AND id = ?",
        [node.tenant.branchId, node.other.id, id],
      ),
    );
    expect(await whose(code)).toEqual({ kind: "text", ...nobody });
  });

  test("that is today's token is the visit's", async () => {
    const visit = { patient_id: asha.id, provider_id: bench.node.tenant.doctorId } as const;
    const { body } = await bench.client.call(appointmentsContract.create, {
      body: { ...visit, source: "walk_in" },
    });
    const token = body.token_code ?? "";
    expect(await lookUp(token)).toMatchObject({
      kind: "token_code",
      patient_ids: [asha.id],
      appointment_id: body.id,
      specimens: [],
    });
    await printed(ravi, token);
    expect(await lookUp(token)).toMatchObject({
      patient_ids: [asha.id, ravi.id],
      appointment_id: body.id,
      specimens: [{ patient_id: ravi.id }],
    });
  });
});

describe("a label for a patient who is named", () => {
  test("is theirs, by whichever of their numbers stands on it", async () => {
    const patient = await registered("Leela Pawar", "OLD/9001");
    for (const uhid of [patient.uhid, "OLD/9001"]) {
      const code = newCode();
      await printed({ name: patient.name, uhid }, code, { source_id: patient.id });
      expect(await whose(code)).toEqual(onlyOf(patient));
    }
  });

  test.each([
    ["another patient's number", () => queued(ravi, newCode(), { source_id: asha.id })],
    [
      "a number that is not theirs",
      () => queued({ name: asha.name, uhid: "X-1" }, newCode(), { source_id: asha.id }),
    ],
  ])("is refused with %s", async (_what, send) => {
    await expect(send()).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "data.patient.uhid", code: "conflicting_fields" }] },
    });
  });

  test("is refused for a patient who does not exist, or is another tenant's", async () => {
    const theirs = await clientFor(bench.node, bench.node.other);
    const body = { name: "Asha Deshmukh", gender: "female", dob: "1980-02-01" } as const;
    const stranger = (await theirs.call(patientsContract.create, { body })).body;
    for (const source_id of ["pat_01jd7x2vry38gapbnk0v8yyk24", stranger.id]) {
      await expect(queued(asha, newCode(), { source_id })).rejects.toMatchObject({
        status: 422,
        details: { fields: [{ path: "source_id", code: "invalid_reference" }] },
      });
    }
  });
});
