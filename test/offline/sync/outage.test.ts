import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { codeOf, freeSlot, registerPatient, textOf } from "#offline/front-desk.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.stop());

async function cutTheLine(): Promise<void> {
  product.outage(true);
  await until(
    "the branch knows that it is alone",
    10_000,
    async () => (await product.syncStatus())["state"] === "offline",
  );
}

async function bringItBack(): Promise<void> {
  product.outage(false);
  await product.caughtUp();
}

async function atHub(table: string, id: string): Promise<number> {
  return (await product.hubRows(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).length;
}

function visitAtTheDesk(patientId: string) {
  const { provider_id: providerId } = product.demo;
  return {
    appointment: async () => {
      const slot = await freeSlot(product, "branch");
      const body = { patient_id: patientId, provider_id: providerId, slot_time: slot };
      return product.call("branch", "POST", "/v1/appointments", body);
    },
    walkIn: () =>
      product.call("branch", "POST", "/v1/appointments", {
        patient_id: patientId,
        provider_id: providerId,
        source: "walk_in",
      }),
    encounter: () =>
      product.call("branch", "POST", "/v1/encounters", {
        patient_id: patientId,
        doctor_id: providerId,
        encounter_type: "OPD",
        chief_complaint: "fever since two days",
      }),
  };
}

test("the desk works on with the line cut, says since when and what waits, and everything reaches the hub once", async () => {
  const cutAt = new Date().toISOString();
  await cutTheLine();
  const patients = [];
  for (let index = 0; index < 5; index += 1)
    patients.push(await registerPatient(product, "branch"));
  const desk = visitAtTheDesk(patients[0] ?? "");
  const printoutsBefore = product.printouts().length;
  const answers = [await desk.appointment(), await desk.walkIn(), await desk.encounter()];
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  await until(
    "the walk-in's slip is on paper",
    10_000,
    () => product.printouts().length > printoutsBefore,
  );

  const status = await product.syncStatus();
  const [waiting] = product.branchRows(
    "SELECT count(*) AS count, min(created_at) AS oldest FROM journal WHERE journal_state = 'pending'",
  );
  expect(status["state"]).toBe("offline");
  expect(String(status["since"]) >= cutAt).toBe(true);
  expect(status["unsent"]).toBe(waiting?.["count"]);
  expect(status["unsent"]).toBeGreaterThanOrEqual(8);
  expect(status["oldest_unsent_at"]).toBe(waiting?.["oldest"]);
  expect(await atHub("patients", patients[0] ?? "")).toBe(0);

  await bringItBack();
  for (const id of patients) expect(await atHub("patients", id)).toBe(1);
  const [appointment, walkIn, encounter] = answers.map((answer) => textOf(answer, "id"));
  expect(await atHub("appointments", appointment ?? "")).toBe(1);
  expect(await atHub("appointments", walkIn ?? "")).toBe(1);
  expect(await atHub("encounters", encounter ?? "")).toBe(1);
  const [sent] = product.branchRows("SELECT count(*) AS count FROM journal");
  const [received] = await product.hubRows(
    "SELECT count(*)::int AS count FROM received_operations WHERE node_id = $1",
    [product.nodeId],
  );
  expect(received?.["count"]).toBe(sent?.["count"]);
  expect(await product.syncStatus()).toMatchObject({
    unsent: 0,
    oldest_unsent_at: null,
    held: 0,
    rejected: 0,
  });
});

test("what the hub has changed in the meantime comes down: a correction, and an appointment in a slot sold online", async () => {
  const patient = await registerPatient(product, "branch");
  await product.caughtUp();
  await cutTheLine();
  const corrected = await product.call("hub", "PUT", `/v1/patients/${patient}`, {
    email: "kavita@example.org",
  });
  expect(corrected.status).toBe(200);
  const slot = await freeSlot(product, "hub");
  const body = {
    patient_id: patient,
    provider_id: product.demo.provider_id,
    slot_time: slot,
    source: "web",
  };
  const booked = await product.call("hub", "POST", "/v1/appointments", body);
  expect(booked.status).toBe(201);
  const here = await product.call("branch", "GET", `/v1/patients/${patient}`);
  expect(here.body["email"]).toBeNull();

  await bringItBack();
  await until("the appointment has come down", 10_000, async () => {
    const { status } = await product.call(
      "branch",
      "GET",
      `/v1/appointments/${textOf(booked, "id")}`,
    );
    return status === 200;
  });
  const after = await product.call("branch", "GET", `/v1/patients/${patient}`);
  expect(after.body["email"]).toBe("kavita@example.org");
  expect(after.body["version"]).toBe(corrected.body["version"]);
  const again = await product.call("branch", "POST", "/v1/appointments", {
    ...body,
    source: "front_desk",
  });
  expect(codeOf(again)).toBe("slot_unavailable");
});

/** The same patient as either node reports them, without what differs by nature. */
async function bothViews(patient: string) {
  const [hub, branch] = await Promise.all([
    product.call("hub", "GET", `/v1/patients/${patient}`),
    product.call("branch", "GET", `/v1/patients/${patient}`),
  ]);
  return { hub: hub.body, branch: branch.body };
}

async function untilSame(patient: string): Promise<Readonly<Record<string, unknown>>> {
  await until("both nodes report the same of the patient", 15_000, async () => {
    const { hub, branch } = await bothViews(patient);
    return hub["version"] === branch["version"] && hub["hlc"] === branch["hlc"];
  });
  return (await bothViews(patient)).branch;
}

test("different fields changed on both sides both survive, without a conflict", async () => {
  const patient = await registerPatient(product, "branch", { blood_group: "A+" });
  await product.caughtUp();
  await cutTheLine();
  await product.call("hub", "PUT", `/v1/patients/${patient}`, { email: "both@example.org" });
  await product.call("branch", "PUT", `/v1/patients/${patient}`, { blood_group: "B+" });
  await bringItBack();
  const merged = await untilSame(patient);
  expect(merged).toMatchObject({ email: "both@example.org", blood_group: "B+" });
  const { hub } = await bothViews(patient);
  expect(hub).toMatchObject({ email: "both@example.org", blood_group: "B+" });
  expect(await product.hubRows("SELECT 1 FROM conflicts WHERE entity_id = $1", [patient])).toEqual(
    [],
  );
});

test("the same field changed on both sides leaves one conflict that keeps both values, and both nodes agree", async () => {
  const patient = await registerPatient(product, "branch", { blood_group: "A+" });
  await product.caughtUp();
  await cutTheLine();
  await product.call("hub", "PUT", `/v1/patients/${patient}`, { blood_group: "O+" });
  await product.call("branch", "PUT", `/v1/patients/${patient}`, { blood_group: "O-" });
  await bringItBack();
  const merged = await untilSame(patient);
  const conflicts = await product.hubRows(
    "SELECT entity, field, conflict_kind, conflict_status, kept_value, other_value FROM conflicts WHERE entity_id = $1",
    [patient],
  );
  expect(conflicts).toEqual([
    {
      entity: "patients",
      field: "blood_group",
      conflict_kind: "field",
      conflict_status: "open",
      kept_value: "O-",
      other_value: "O+",
    },
  ]);
  const { hub } = await bothViews(patient);
  expect([merged["blood_group"], hub["blood_group"]]).toEqual(["O-", "O-"]);
});

test("a line that comes and goes all the time loses nothing and doubles nothing", async () => {
  const made: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    product.outage(round % 2 === 0);
    const more = await Promise.all(
      Array.from({ length: 8 }, () => registerPatient(product, "branch")),
    );
    made.push(...more);
  }
  await bringItBack();
  const [row] = await product.hubRows(
    "SELECT count(*)::int AS count, count(DISTINCT uhid)::int AS numbers FROM patients WHERE id = ANY($1)",
    [made],
  );
  expect(row).toEqual({ count: made.length, numbers: made.length });
});
