import * as z from "zod";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { labResultsContract } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { labTests } from "@edgeward/shared/clinical/lab-tests/lab-tests.record.ts";
import { labTestsTable } from "@edgeward/shared/clinical/lab-tests/lab-tests.table.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { writeAsSystem } from "#support/seed.ts";
import { observations, prescriptionOf, singleTests, type Visit } from "./care-desk.ts";
import type { Finding } from "./figures.ts";
import { nth } from "./hub-contests.ts";
import { asksOfRound, atBothEngines, contest, warmUp, type Work } from "./work-contest.ts";
import { addPatients, done, made, type WorkPlace } from "./work-place.ts";
import type { World } from "./world.ts";

// So many that nobody has more medicines than people have: among 200 each had 26 that were taken at one time.
const people = 1_000;

const orderShape = z.looseObject({
  id: z.string(),
  tests: z.array(z.looseObject({ id: z.string() })),
});

/** The catalogue's tests, as they have come from the hub. */
async function addTests(place: WorkPlace): Promise<void> {
  const { store, runtime, tenant } = place;
  await writeAsSystem({ store, runtime }, tenant.id, (write) => {
    for (const code of singleTests) {
      const body = { code, name: code, section: "biochemistry", specimen_type: "blood", unit: "1" };
      const fields = { ...labTests.records.mapping.first(body), branch_id: null, name_key: code };
      write.insert(labTestsTable, runtime.newId("lbt"), fields);
    }
  });
}

async function addVisits(place: WorkPlace): Promise<readonly Visit[]> {
  const visits: Visit[] = [];
  for (const patient_id of await addPatients(place, people)) {
    const body = { patient_id, encounter_type: "OPD", doctor_id: place.tenant.doctorId };
    const encounter_id = await made(place, { endpoint: encountersContract.create, body });
    visits.push({ patient_id, encounter_id });
  }
  return visits;
}

/** What a clinic writes all day. @param most how many results are entered at most */
async function prepare(place: WorkPlace, most: number) {
  const { doctorId } = place.tenant;
  await addTests(place);
  const visits = await addVisits(place);
  const order: Work = (n) => [
    () => ({
      endpoint: labOrdersContract.create,
      role: "doctor",
      body: {
        ...nth(visits, n),
        ordered_by: doctorId,
        tests: singleTests.map((code) => ({ test_code: code })),
      },
    }),
  ];
  const pending: { readonly order_id: string; readonly test_id: string }[] = [];
  for (let n = 0; pending.length < most; n += 1) {
    const [ask] = order(n);
    const { id, tests } = orderShape.parse(await done(place, ask?.(null) ?? never()));
    for (const status of ["collected", "received"])
      await done(place, {
        endpoint: labOrdersContract.update,
        params: { id },
        body: { status },
        role: "lab",
      });
    pending.push(...tests.map((test) => ({ order_id: id, test_id: test.id })));
  }
  const result: Work = (n) => [
    () => ({
      endpoint: labResultsContract.create,
      role: "lab",
      body: { ...nth(pending, n), observations, confirm: true },
    }),
  ];
  const prescription: Work = (n) => [
    () => ({
      endpoint: prescriptionsContract.create,
      role: "doctor",
      body: prescriptionOf(doctorId, nth(visits, n)),
    }),
  ];
  return { order, result, prescription };
}

function never(): never {
  throw new Error("an order is one request");
}

async function contestsAt(
  place: WorkPlace,
  { pace }: World["options"],
  settled: (tables: readonly string[]) => Promise<unknown>,
): Promise<readonly Finding[]> {
  const most = 2 * (warmUp + asksOfRound * pace.rounds) + 1;
  const { order, result, prescription } = await prepare(place, most);
  await settled(["patients", "encounters", "lab_orders"]);
  const must = "≥ 0.5, p99 ≤ 30 ms";
  const works = [
    { work: "order of 8 tests", one: order, must },
    { work: "result of 20 values", one: result, must },
    { work: "prescription of 8 lines", one: prescription, must },
  ];
  const findings: Finding[] = [];
  for (const what of works) findings.push(await contest(place, what, pace.rounds));
  return findings;
}

/** What orders, results and prescriptions take at both engines, beside their bare statements. */
export function careWrites(
  folder: string,
  world: Pick<World, "options" | "postgres">,
): Promise<readonly Finding[]> {
  return atBothEngines(folder, world, (place, settled) =>
    contestsAt(place, world.options, settled),
  );
}
