import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admissionsContract } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { labResultsContract } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import {
  printJobsTable,
  type PrintJobRow,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { newTestCode, receivedOrder } from "./lab-samples.ts";
import { prescriptionBody } from "./rx-samples.ts";
import { admitted } from "./stay-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, update } = printJobsContract;
const cleared = { nursing: true, pharmacy: true, lab: true, billing: true, doctor: true };

describe.each(engines)("papers of laboratory and ward, on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let verifying: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    verifying = await clientFor(node, node.tenant, {
      claims: { sub: node.tenant.nurseId, roles: ["lab"] },
    });
  });
  afterAll(() => node.stop());

  type Asked = NonNullable<RequestOf<typeof create>["body"]>;

  const refused = (code: string, path: string, message?: string) => ({
    details: { fields: [{ path, code, ...(message === undefined ? {} : { message }) }] },
  });

  async function jobsOf(sourceId: string): Promise<readonly PrintJobRow[]> {
    const { id: tenantId } = node.tenant;
    return node.store.read({ tenantId }, ({ kysely }) =>
      kysely
        .selectFrom("print_jobs")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("source_id", "=", sourceId)
        .orderBy("id")
        .execute(),
    );
  }

  /** Queues a document. @returns the rows of its record's jobs */
  async function print(body: Asked, client = world.client): Promise<readonly PrintJobRow[]> {
    const job = (await client.call(create, { body })).body;
    const rows = await jobsOf(String(body.source_id));
    expect(rows.map(({ id }) => id)).toContain(job.id);
    return rows;
  }

  const documentsIn = (rows: readonly PrintJobRow[]) => rows.map(({ data }) => data["document"]);

  /** An order of a blood and a urine test whose specimens are in the laboratory. */
  async function order(more: object = {}) {
    const hb = await newTestCode(world, {
      ranges: [{ sex: "any", age_from_days: 0, low: 12, high: 15.5, critical_low: 7 }],
    });
    const urine = await newTestCode(world, {
      name: "Urine glucose",
      loinc: null,
      specimen_type: "urine",
      unit: null,
      value_type: "coded",
      answers: [
        { code: "neg", display: "Negative" },
        { code: "pos", display: "Positive ++", flag: "A" },
      ],
    });
    const tests = [{ test_code: hb }, { test_code: urine }];
    return (await receivedOrder(world, { tests, ...more })).order;
  }

  type Order = Awaited<ReturnType<typeof order>>;

  /** Enters and verifies a value of an order's n-th test. @returns the result that stands */
  async function found(of: Order, place: number, observation: object) {
    const test_id = of.tests[place]?.id ?? "";
    const body = { order_id: of.id, test_id, observations: [observation] };
    const entered = (await world.client.call(labResultsContract.create, { body })).body;
    const params = { id: entered.id };
    return (await verifying.call(labResultsContract.update, { params, body: { status: "final" } }))
      .body;
  }

  test("each specimen of an order has a label of its own, or the one that is named", async () => {
    const made = await order({ priority: "stat" });
    const [blood, urine] = made.specimens;
    const labels = await print({ document_type: "lab_label", source_id: made.id });
    expect(documentsIn(labels)).toMatchObject(
      [blood, urine].map((specimen) => ({
        specimen_code: specimen?.barcode,
        specimen_type: specimen?.type,
        patient: { name: "Asha Patil", gender: "female", dob: "1990-04-01" },
        tests: [expect.stringMatching(/^hb-\d+$/u)],
        collected_at: specimen?.collected_at,
        is_urgent: true,
      })),
    );
    expect(labels).toMatchObject([
      { source_type: "lab_orders", patient_id: made.patient_id, specimen_key: blood?.barcode },
      { source_type: "lab_orders", patient_id: made.patient_id, specimen_key: urine?.barcode },
    ]);
    const body = {
      document_type: "lab_label",
      source_id: made.id,
      specimen_barcode: urine?.barcode.toLowerCase(),
    } as const;
    const one = await print(body);
    expect(one.map(({ specimen_key: key }) => key)).toEqual([
      blood?.barcode,
      urine?.barcode,
      urine?.barcode,
    ]);
  });

  test("a label is printed before its specimen is taken, and is that of the specimen then", async () => {
    const [hb, glucose] = [
      await newTestCode(world),
      await newTestCode(world, { specimen_type: "urine" }),
    ];
    const body = {
      patient_id: await world.patient(),
      ordered_by: world.tenant.doctorId,
      tests: [{ test_code: hb }, { test_code: glucose }],
    };
    const made = (await world.client.call(labOrdersContract.create, { body })).body;
    const label = { document_type: "lab_label", source_id: made.id } as const;
    const ahead = documentsIn(await print(label));
    const number = made.order_no;
    expect(ahead).toMatchObject([
      { specimen_code: `${number}-1`, tests: [hb], collected_at: null },
      { specimen_code: `${number}-2`, tests: [glucose], collected_at: null },
    ]);
    const params = { id: made.id };
    const scanned = [`${number}-1`, `${number}-2`];
    const collect = { params, body: { status: "collected", scanned } } as const;
    const taken = (await world.client.call(labOrdersContract.update, collect)).body;
    expect(taken.specimens.map(({ barcode }) => barcode)).toEqual(scanned);
    // What came to grief is taken anew under the next code, whose label is there before it as well.
    const reject = { status: "recollect_required", reject_reason: "clotted" } as const;
    await verifying.call(labOrdersContract.update, { params, body: reject });
    const third = `${number}-3`;
    await print({ ...label, specimen_barcode: third });
    const again = (
      await world.client.call(labOrdersContract.update, {
        ...collect,
        body: { status: "collected" },
      })
    ).body;
    expect(again.specimens.filter(({ rejected }) => !rejected)[0]?.barcode).toBe(third);
  });

  test("no label comes out of a specimen that is of no use, or of none", async () => {
    const hb = await newTestCode(world);
    const patient_id = await world.patient();
    const ordered_by = world.tenant.doctorId;
    const asked = { patient_id, ordered_by, tests: [{ test_code: hb }] };
    const draft = { ...asked, draft: true };
    const { id } = (await world.client.call(labOrdersContract.create, { body: draft })).body;
    const label = { document_type: "lab_label", source_id: id } as const;
    await expect(print(label)).rejects.toMatchObject(
      refused("invalid_reference", "source_id", "names a lab order without a specimen of use"),
    );
    const params = { id };
    await world.client.call(labOrdersContract.update, { params, body: { status: "ordered" } });
    await world.client.call(labOrdersContract.update, { params, body: { status: "collected" } });
    const [job] = await print(label);
    await verifying.call(labOrdersContract.update, {
      params,
      body: { status: "recollect_required", reject_reason: "clotted" },
    });
    await expect(
      print({ ...label, specimen_barcode: String(job?.specimen_key) }),
    ).rejects.toMatchObject(
      refused("invalid_reference", "specimen_barcode", "is no specimen of use of the order"),
    );
    // Nor is a label printed again that failed, once its specimen is of no use.
    await writeAsSystem(node, node.tenant.id, async (write) => {
      const row = await write.load(printJobsTable, job?.id ?? "");
      if (row !== null) write.update(printJobsTable, row, { status: "failed" });
    });
    await expect(
      world.client.call(update, { params: { id: job?.id ?? "" }, body: { action: "retry" } }),
    ).rejects.toMatchObject(refused("invalid_reference", "specimen_barcode"));
    await expect(
      print({ document_type: "report", source_id: id, specimen_barcode: "LAB-1" }),
    ).rejects.toMatchObject(refused("conflicting_fields", "specimen_barcode"));
    await expect(
      print({ document_type: "lab_label", source_id: patient_id }),
    ).rejects.toMatchObject(
      refused("invalid_id", "source_id", "must be an id that begins with lor_"),
    );
  });

  test("a report says of each test what was verified last, what was corrected, and what is still to come", async () => {
    const made = await order();
    const report = { document_type: "report", source_id: made.id } as const;
    const nothing = "names a lab order of which no result is verified yet";
    await expect(print(report)).rejects.toMatchObject(
      refused("invalid_reference", "source_id", nothing),
    );
    const body = {
      order_id: made.id,
      test_id: made.tests[1]?.id ?? "",
      observations: [{ value_code: "pos" }],
    };
    const entered = (await world.client.call(labResultsContract.create, { body })).body;
    await expect(print(report)).rejects.toMatchObject(
      refused("invalid_reference", "source_id", nothing),
    );
    const hb = await found(made, 0, { value_num: 11.4 });
    const [first] = documentsIn(await print(report));
    expect(first).toMatchObject({
      kind: "lab",
      order_no: made.order_no,
      patient: { name: "Asha Patil" },
      specimens: made.specimens.map(({ type, barcode }) => ({ type, barcode })),
      pending: ["Urine glucose"],
      tests: [
        {
          is_corrected: false,
          values: [{ value: "11.4", unit: "g/dL", range: "12 – 15.5", flag: "L" }],
          verified_at: hb.verified_at,
        },
      ],
    });
    const corrected = { status: "corrected", status_reason: "Diluted" } as const;
    await verifying.call(labResultsContract.update, {
      params: { id: hb.id },
      body: { ...corrected, observations: [{ value_num: 12.4 }] },
    });
    await verifying.call(labResultsContract.update, {
      params: { id: entered.id },
      body: { status: "final" },
    });
    const papers = documentsIn(await print(report));
    expect(papers[1]).toMatchObject({
      pending: [],
      tests: [
        { is_corrected: true, values: [{ value: "12.4", flag: "N" }] },
        {
          name: "Urine glucose",
          is_corrected: false,
          values: [{ value: "Positive ++", unit: null, range: null, flag: "A" }],
        },
      ],
    });
  });

  test("a report is for who may read what was found, and none of an order that was called off", async () => {
    const made = await order();
    await found(made, 0, { value_num: 13 });
    const clerk = await clientFor(node, node.tenant, { claims: { roles: ["front_desk"] } });
    const report = { document_type: "report", source_id: made.id } as const;
    await expect(print(report, clerk)).rejects.toMatchObject({
      status: 403,
      ...refused("forbidden", "source_id", "names a record that you may not read"),
    });
    // The label says nothing of what was found.
    await print({ document_type: "lab_label", source_id: made.id }, clerk);
    await verifying.call(labOrdersContract.update, {
      params: { id: made.id },
      body: { status: "entered_in_error", status_reason: "Of another patient" },
    });
    await expect(print(report)).rejects.toMatchObject(
      refused("invalid_reference", "source_id", "names a lab order that was called off"),
    );
  });

  test("a summary tells a stay from its diagnoses to what to do at home, and not before it is over", async () => {
    const visit = await admitted(world);
    const { id: encounter, patient_id: patient } = visit;
    const stay = visit.admission_id ?? "";
    const summary = { document_type: "discharge", source_id: stay } as const;
    await expect(print(summary)).rejects.toMatchObject(
      refused("invalid_reference", "source_id", "names an admission that was not discharged"),
    );
    const made = await order({ patient_id: patient, encounter_id: encounter });
    await found(made, 0, { value_num: 9.1 });
    const rx = await prescriptionBody(world, { patient_id: patient });
    await world.client.call(prescriptionsContract.create, {
      body: { ...rx, encounter_id: encounter },
    });
    const change = (body: object) =>
      world.client.call(admissionsContract.update, { params: { id: stay }, body });
    await change({ status: "discharge_initiated" });
    await change({ status: "discharge_ready", discharge_clearances: cleared });
    await world.client.call(encountersContract.update, {
      params: { id: encounter },
      body: {
        advice: "Rest.\nDrink plenty.",
        chief_complaint: "Fever for a week",
        diagnoses: [
          { code: "D64.9", system: "icd10", display: "Anaemia", use: "comorbidity", rank: 2 },
          { code: "A90", system: "icd10", display: "Dengue fever", use: "final", rank: 1 },
        ],
      },
    });
    await change({
      status: "discharged",
      discharge: {
        type: "routine",
        condition: "improved",
        summary: "Fluids.\nNo bleeding.",
        follow_up_date: "2031-04-09",
      },
    });
    const [job] = await print(summary);
    expect(job).toMatchObject({ source_type: "admissions", patient_id: patient });
    expect(job?.data["document"]).toMatchObject({
      admission_no: stay,
      patient: { name: "Asha Patil" },
      ward: expect.stringMatching(/^Ward \d+ · B-\d+$/u),
      discharge_type: "routine",
      condition: "improved",
      diagnoses: [
        { code: "A90", text: "Dengue fever" },
        { code: "D64.9", text: "Anaemia" },
      ],
      complaints: "Fever for a week",
      investigations: expect.stringMatching(/^Haemoglobin \d+: 9\.1 g\/dL \(L\)$/u),
      course: "Fluids.\nNo bleeding.",
      medicines: [{ drug_name: "Calpol", frequency: "tds", duration_days: 5 }],
      advice: ["Rest.", "Drink plenty."],
      follow_up_on: "2031-04-09",
    });
    const clerk = await clientFor(node, node.tenant, { claims: { roles: ["front_desk"] } });
    await expect(print(summary, clerk)).rejects.toMatchObject(refused("forbidden", "source_id"));
  });

  test("a stay that was discharged without any diagnosis has no summary yet", async () => {
    const stay = (await admitted(world)).admission_id ?? "";
    const change = (body: object) =>
      world.client.call(admissionsContract.update, { params: { id: stay }, body });
    await change({ status: "discharge_initiated" });
    await change({ status: "discharge_ready", discharge_clearances: cleared });
    await change({ status: "discharged", discharge: { type: "lama", condition: "worse" } });
    await expect(print({ document_type: "discharge", source_id: stay })).rejects.toMatchObject(
      refused("validation_error", "data.diagnoses"),
    );
  });
});
