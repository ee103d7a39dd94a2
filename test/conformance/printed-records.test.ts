import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { findPrintJob } from "@edgeward/shared/clinical/print-jobs/print-jobs.queries.ts";
import {
  printJobsTable,
  type PrintJobRow,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { prescriptionBody } from "./rx-samples.ts";
import { admitted, leaveHouse } from "./stay-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, update } = printJobsContract;

describe.each(engines)("a document from its record, on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  type Asked = NonNullable<RequestOf<typeof create>["body"]>;

  /** Queues a document. @returns the job's row */
  async function print(body: Asked): Promise<PrintJobRow> {
    return rowOf((await world.client.call(create, { body })).body.id);
  }

  async function rowOf(id: string): Promise<PrintJobRow> {
    const { id: tenantId } = node.tenant;
    const row = await node.store.read({ tenantId }, ({ kysely }) =>
      findPrintJob(kysely, tenantId, id),
    );
    if (row === undefined) throw new Error(`there is no job ${id}`);
    return row;
  }

  const refused = (code: string, path: string, message?: string) => ({
    details: { fields: [{ path, code, ...(message === undefined ? {} : { message }) }] },
  });

  async function issued(more: object = {}) {
    const body = await prescriptionBody(world, more);
    return (await world.client.call(prescriptionsContract.create, { body })).body;
  }

  test("a prescription is printed as it was issued, with what its visit says for the way home", async () => {
    const patient = await world.patient();
    const allergies = [{ substance: "Penicillin", criticality: "high" }] as const;
    await world.client.call(patientsContract.update, {
      params: { id: patient },
      body: { allergies: [...allergies] },
    });
    const body = await prescriptionBody(world, { patient_id: patient, weight_kg: 14.5 });
    const visit = {
      advice: "Rest for two days.\n\n  Come back with a fever. ",
      follow_up_date: "2031-04-09",
      diagnoses: [
        { code: "R05", system: "icd10", display: "Cough", use: "final", rank: 2 },
        { code: "R50.9", system: "icd10", display: "Fever", use: "final", rank: 1 },
      ],
    } as const;
    await world.client.call(encountersContract.update, {
      params: { id: body.encounter_id },
      body: { ...visit, diagnoses: [...visit.diagnoses] },
    });
    const items = [
      ...body.items.map((item) => ({ ...item, instructions: "After food", as_needed: true })),
      {
        drug_name: "Ibugesic",
        generic_name: "Ibuprofen",
        form: "syrup",
        route: "oral",
        dose: 5,
        dose_unit: "mg_per_kg",
        frequency: "custom",
        custom_text: "Every 8 hours at night",
        duration_days: 3,
        quantity: 100,
      } as const,
    ];
    const asked = { body: { ...body, items } };
    const rx = (await world.client.call(prescriptionsContract.create, asked)).body;
    const job = await print({ document_type: "prescription", source_id: rx.id });
    expect(job).toMatchObject({
      source_type: "prescriptions",
      source_id: rx.id,
      patient_id: patient,
      status: "queued",
      data: {
        document: {
          rx_no: rx.rx_no,
          issued_at: rx.issued_at,
          diagnosis: "Fever; Cough",
          allergies: ["Penicillin"],
          vitals: [{ name: "Weight", value: "14.5 kg" }],
          advice: ["Rest for two days.", "Come back with a fever."],
          follow_up_on: "2031-04-09",
          items: [
            {
              drug_name: "Calpol",
              generic_name: "Paracetamol",
              strength: "500 mg",
              dose: "1 tablet",
              frequency: "tds",
              frequency_text: "SOS",
              duration_days: 5,
              quantity: 15,
              instructions: "After food",
            },
            {
              drug_name: "Ibugesic",
              strength: null,
              dose: "5 mg/kg",
              frequency: "custom",
              frequency_text: "Every 8 hours at night",
              quantity: 100,
              instructions: null,
            },
          ],
        },
      },
    });
  });

  test("a prescription that nobody has issued, or that holds no more, is not printed", async () => {
    const draft = await issued({ draft: true });
    const stopped = await issued();
    await world.client.call(prescriptionsContract.update, {
      params: { id: stopped.id },
      body: { status: "stopped", status_reason: "Rash" },
    });
    const ask = (source_id: string) => print({ document_type: "prescription", source_id });
    await expect(ask(draft.id)).rejects.toMatchObject(
      refused("invalid_reference", "source_id", "names a prescription that is not issued yet"),
    );
    await expect(ask(stopped.id)).rejects.toMatchObject(
      refused("invalid_reference", "source_id", "names a prescription that holds no more"),
    );
    await expect(ask(`${stopped.id.slice(0, -1)}0`)).rejects.toMatchObject(
      refused("invalid_reference", "source_id"),
    );
    await expect(ask(await world.patient())).rejects.toMatchObject(
      refused("invalid_id", "source_id", "must be an id that begins with rx_"),
    );
    await expect(print({ document_type: "prescription" })).rejects.toMatchObject(
      refused("validation_error", "data", "is required for a prescription"),
    );
  });

  test("whoever may not read the record does not read it on paper", async () => {
    const rx = await issued();
    const clerk = await clientFor(node, node.tenant, { claims: { roles: ["front_desk"] } });
    const body = { document_type: "prescription", source_id: rx.id } as const;
    await expect(clerk.call(create, { body })).rejects.toMatchObject({
      status: 403,
      ...refused("forbidden", "source_id", "names a record that you may not read"),
    });
  });

  test("a paper that failed is made anew from the record as it is then", async () => {
    const rx = await issued();
    const job = await print({ document_type: "prescription", source_id: rx.id });
    await writeAsSystem(node, node.tenant.id, async (write) => {
      const row = await write.load(printJobsTable, job.id);
      if (row !== null) write.update(printJobsTable, row, { status: "failed" });
    });
    await world.client.call(encountersContract.update, {
      params: { id: rx.encounter_id },
      body: { advice: "Drink plenty." },
    });
    // Whoever sends it again need not be who may read the record: they see no more of it than before.
    const clerk = await clientFor(node, node.tenant, { claims: { roles: ["front_desk"] } });
    await clerk.call(update, { params: { id: job.id }, body: { action: "retry" } });
    const { data } = await rowOf(job.id);
    expect(data).toMatchObject({ document: { rx_no: rx.rx_no, advice: ["Drink plenty."] } });
  });

  test("a wristband is printed from the stay of who wears it, and not once it is over", async () => {
    const visit = await admitted(world);
    const stay = visit.admission_id ?? "";
    const job = await print({ document_type: "wristband", source_id: stay });
    expect(job).toMatchObject({
      source_type: "admissions",
      source_id: stay,
      patient_id: visit.patient_id,
    });
    await leaveHouse(world, stay);
    await expect(print({ document_type: "wristband", source_id: stay })).rejects.toMatchObject(
      refused("invalid_reference", "source_id", "names an admission that is over"),
    );
  });
});
