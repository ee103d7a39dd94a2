import { afterAll, beforeAll, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { administrationsContract } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { outcomes, TabletBench, type Op } from "./tablet-bench.ts";

let bench: TabletBench;

beforeAll(async () => {
  bench = await TabletBench.open();
});

afterAll(() => bench.close());

const asDoctor = () => bench.branch.client(["doctor"], { sub: bench.hub.tenant.doctorId });
const asNurse = () => bench.branch.client(["nurse"], { sub: bench.hub.tenant.nurseId });

/** A medicine that somebody in the emergency is to have at once. */
async function wanted() {
  const patient_id = await bench.newPatient();
  const doctor = await asDoctor();
  const visit = { patient_id, encounter_type: "emergency" } as const;
  const encounter_id = (await doctor.call(encountersContract.create, { body: visit })).body.id;
  const { body } = await doctor.call(prescriptionsContract.create, {
    body: {
      patient_id,
      encounter_id,
      prescriber_id: bench.hub.tenant.doctorId,
      allergies_checked: true,
      items: [
        {
          drug_name: "Emeset",
          generic_name: "Ondansetron",
          strength: "4 mg",
          form: "tablet",
          route: "oral",
          dose: 1,
          dose_unit: "tablet",
          frequency: "stat",
        },
      ],
    },
  });
  return body;
}

/** That the nurse has given it, as a tablet out of reach has noted it. */
function given(rx: Awaited<ReturnType<typeof wanted>>, more: object = {}): Op {
  const { tenant, clock, runtime } = bench.hub;
  return bench.operation("medication_administration.create", {
    table: "medication_administrations",
    id: runtime.newId("mad"),
    kind: "insert",
    fields: {
      branch_id: tenant.branchId,
      patient_id: rx.patient_id,
      prescription_id: rx.id,
      prescribed_item_id: rx.items[0]?.id ?? "",
      encounter_id: rx.encounter_id,
      admission_id: null,
      due_at: rx.issued_at,
      status: "given",
      given_at: new Date(clock.now()).toISOString(),
      dose: 1,
      dose_unit: "tablet",
      route: "oral",
      reason: null,
      follows_id: null,
      performed_by: tenant.nurseId,
      amends_id: null,
      amend_reason: null,
      metadata: {},
      ...more,
    },
    base: {},
  });
}

test("a dose that a tablet out of reach and the desk have both noted is shown to a person, and both stand", async () => {
  const rx = await wanted();
  await bench.takeUp();
  const late = given(rx);
  const body = {
    patient_id: rx.patient_id,
    prescription_id: rx.id,
    prescribed_item_id: rx.items[0]?.id ?? "",
    due_at: rx.issued_at,
    status: "given",
  } as const;
  const nurse = await asNurse();
  const atDesk = (await nurse.call(administrationsContract.create, { body })).body;
  expect(outcomes(await bench.send(bench.batchOf(1, [late])))).toEqual(["applied"]);
  const query = { prescription_id: rx.id };
  const { data } = (await nurse.call(administrationsContract.list, { query })).body;
  expect(data.map(({ id }) => id).toSorted()).toEqual([atDesk.id, late.entity_id].toSorted());
  const shown = async () => {
    const { data: all } = (await nurse.call(conflictsContract.list, { query: {} })).body;
    return all.filter(({ patient_id: id }) => id === rx.patient_id);
  };
  const pushed = await bench.branch.push();
  expect(pushed.filter(({ outcome }) => outcome === "rejected")).toEqual([]);
  await bench.branch.pull();
  expect(await shown()).toMatchObject([
    { kind: "duplicate", field: "due_at", status: "open", patient_id: rx.patient_id },
  ]);
  // A nurse does not decide alone that somebody had it twice.
  const resolve = { resolution: "keep", note: "Both were given; the doctor was told" } as const;
  const params = { id: (await shown())[0]?.id ?? "" };
  await expect(
    nurse.call(conflictsContract.resolve, { params, body: resolve }),
  ).rejects.toMatchObject({ status: 403 });
  const doctor = await asDoctor();
  await doctor.call(conflictsContract.resolve, { params, body: resolve });
  expect(await shown()).toMatchObject([{ status: "resolved" }]);
});

test("a tablet notes a dose for a person who works on it alone, and of the prescription's own patient", async () => {
  const rx = await wanted();
  await bench.takeUp();
  const { tablet, hub } = bench;
  const doctor = { id: hub.tenant.doctorId, type: "staff", role: "doctor" } as const;
  const own = { id: tablet.id, type: "device", role: null } as const;
  const reply = await bench.send(
    bench.batchOf(1, [
      // The doctor has not signed in on this tablet.
      { ...given(rx, { performed_by: hub.tenant.doctorId }), actor: doctor },
      { ...given(rx, { performed_by: tablet.id }), actor: own },
      given(rx, { performed_by: hub.tenant.doctorId }),
      given(rx, { patient_id: await bench.newPatient() }),
      given(rx),
    ]),
  );
  expect(outcomes(reply)).toEqual(["rejected", "rejected", "rejected", "rejected", "applied"]);
  expect(reply.results.slice(2, 4)).toMatchObject([
    { message: expect.stringContaining("performed_by") },
    { message: expect.stringContaining("patient_id") },
  ]);
});

test("a tablet's own token notes no dose and reads none", async () => {
  const rx = await wanted();
  await bench.takeUp();
  const { client } = bench.tablet;
  const query = { patient_id: rx.patient_id };
  await expect(client.call(administrationsContract.due, { query })).rejects.toMatchObject({
    status: 403,
  });
  const body = {
    ...query,
    prescription_id: rx.id,
    prescribed_item_id: rx.items[0]?.id ?? "",
    due_at: rx.issued_at,
    status: "given",
  } as const;
  await expect(client.call(administrationsContract.create, { body })).rejects.toMatchObject({
    status: 403,
  });
});
