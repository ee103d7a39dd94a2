import pg from "pg";
import * as z from "zod";
import { ask } from "./ask.ts";
import { nth } from "./hub-contests.ts";
import { inventBodies } from "./people.ts";
import { idPage } from "./world.ts";

/** What a clinic's people send all day; each body is good once. */
export interface CareDesk {
  /** An order of 8 tests. */
  readonly order: () => unknown;
  /** 20 values of a test of an order of 8, whose specimen is in the laboratory. */
  readonly result: () => unknown;
  /** A prescription of 8 medicines, issued at once. */
  readonly prescription: () => unknown;
  /** Looks for who may already be somebody, as their name is typed at registration. */
  candidates(count: number): readonly string[];
  /** Has so many orders open, at least. */
  openOrders(count: number): Promise<void>;
  /** Has so many beds, at least. */
  beds(count: number): Promise<void>;
}

/** Codes of tests that the demo has. */
export const singleTests = [
  "hb",
  "wbc",
  "plt",
  "urea",
  "creatinine",
  "sodium",
  "potassium",
  "bilirubin",
];
const values = 20;
const together = 16;

const medicines = [
  ["Calpol", "Paracetamol", "tds"],
  ["Mox", "Amoxicillin", "tds"],
  ["Pan 40", "Pantoprazole", "od"],
  ["Cetzine", "Cetirizine", "hs"],
  ["Glycomet", "Metformin", "bd"],
  ["Telma", "Telmisartan", "od"],
  ["Ecosprin", "Aspirin", "od"],
  ["Shelcal", "Calcium carbonate", "bd"],
] as const;

const madeShape = z.object({ id: z.string() });
const orderShape = z.object({ id: z.string(), tests: z.array(z.object({ id: z.string() })) });

/** Somebody who is seen. */
export interface Visit {
  readonly patient_id: string;
  readonly encounter_id: string;
}

/** Asks a node as everybody at the clinic does; anything but success ends the bench. */
class Asker {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  #count = 0;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    this.#count += 1;
    const headers = { ...this.#headers, "idempotency-key": `desk-${this.#count}-${path}` };
    const sent = body === undefined ? null : JSON.stringify(body);
    const answer = await ask(`${this.#url}${path}`, { method, headers, body: sent });
    const said = await answer.text();
    if (answer.status < 300) return JSON.parse(said);
    throw new Error(`${method} ${path} answered ${answer.status}: ${said}`);
  }

  /** Does something so many times, some at once; in order of the counts. */
  async each<T>(count: number, work: (nth: number) => Promise<T>): Promise<readonly T[]> {
    const made: T[] = [];
    while (made.length < count) {
      const some = Math.min(together, count - made.length);
      const from = made.length;
      made.push(...(await Promise.all(Array.from({ length: some }, (_, n) => work(from + n)))));
    }
    return made;
  }
}

async function patientsAt(asker: Asker, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = "";
  while (ids.length < count) {
    const page = idPage.parse(await asker.send("GET", `/v1/patients?limit=100${cursor}`));
    ids.push(...page.data.map(({ id }) => id));
    if (typeof page.next_cursor !== "string") break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  return ids;
}

/** Orders whose specimens are in the laboratory: with as many tests altogether as results are to be entered. */
async function received(asker: Asker, order: () => unknown, most: number) {
  const one = async () => {
    const made = orderShape.parse(await asker.send("POST", "/v1/lab/orders", order()));
    const path = `/v1/lab/orders/${made.id}`;
    await asker.send("PUT", path, { status: "collected" });
    await asker.send("PUT", path, { status: "received" });
    return made;
  };
  const first = await one();
  const count = Math.ceil(most / first.tests.length);
  return [first, ...(await asker.each(count, one))];
}

/** A prescription of 8 medicines. */
export function prescriptionOf(doctorId: string, visit: Visit) {
  return {
    ...visit,
    prescriber_id: doctorId,
    allergies_checked: true,
    weight_kg: 60,
    override: { reason: "Taken before without harm" },
    items: medicines.map(([drug_name, generic_name, frequency]) => ({
      drug_name,
      generic_name,
      frequency,
      form: "tablet",
      route: "oral",
      dose: 1,
      dose_unit: "tablet",
      duration_days: 5,
    })),
  };
}

/** Values as an analyser gives them, of one test. */
export const observations = Array.from({ length: values }, (_, place) => ({
  name: `Value ${place + 1}`,
  value_num: 1 + place / 10,
}));

function candidatePaths(count: number): readonly string[] {
  return inventBodies(count, 77).map(({ name = "", dob, phone }) => {
    const asked = new URLSearchParams({ name });
    if (typeof dob === "string") asked.set("dob", dob);
    if (typeof phone === "string") asked.set("phone", phone);
    return `/v1/patients/duplicates?${asked.toString()}`;
  });
}

/** A desk at a node, with visits under way and specimens in the laboratory. @param most how many results are to be entered */
export async function careDesk(
  url: string,
  headers: Readonly<Record<string, string>>,
  doctorId: string,
  most: number,
): Promise<CareDesk> {
  const asker = new Asker(url, headers);
  const patients = await patientsAt(asker, 500);
  const visits = await asker.each(patients.length, async (place): Promise<Visit> => {
    const patient_id = nth(patients, place);
    const body = { patient_id, encounter_type: "OPD", doctor_id: doctorId };
    const made = madeShape.parse(await asker.send("POST", "/v1/encounters", body));
    return { patient_id, encounter_id: made.id };
  });
  let [ordered, entered, prescribed] = [0, 0, 0];
  const order = () => ({
    ...nth(visits, ordered++),
    ordered_by: doctorId,
    priority: nth(["routine", "urgent", "stat"], ordered),
    tests: singleTests.map((code) => ({ test_code: code })),
  });
  const orders = await received(asker, order, most);
  return {
    order,
    result() {
      // One order after the other, so that two who work at once do not wait for each other.
      const of = nth(orders, entered);
      const test = nth(of.tests, Math.floor(entered / orders.length));
      entered += 1;
      return { order_id: of.id, test_id: test.id, observations, confirm: true };
    },
    prescription: () => prescriptionOf(doctorId, nth(visits, prescribed++)),
    candidates: candidatePaths,
    async openOrders(count) {
      await asker.each(Math.max(0, count - ordered), () =>
        asker.send("POST", "/v1/lab/orders", order()),
      );
    },
    async beds(count) {
      const ward = { code: "bench", name: "Ward" };
      const { id: ward_id } = madeShape.parse(await asker.send("POST", "/v1/wards", ward));
      await asker.each(count, (place) =>
        asker.send("POST", "/v1/beds", { ward_id, code: `X-${place}`, bed_class: "general" }),
      );
    },
  };
}

/** Has a doctor work at some branches: that is set up when a tenant is, and asked of no endpoint. */
export async function letWork(
  databaseUrl: string,
  doctorId: string,
  branches: readonly string[],
): Promise<void> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  try {
    const text = "UPDATE staff SET branches = $1 WHERE id = $2";
    await connection.query(text, [JSON.stringify(branches), doctorId]);
  } finally {
    await connection.end();
  }
}
