import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  encountersContract,
  visitStatuses,
  type VisitStatus,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { encounterStates } from "@edgeward/shared/clinical/encounters/encounters.states.ts";
import { engines } from "#support/engines.ts";
import { keptEvents } from "#support/kept-events.ts";
import type { TestNode } from "#support/node.ts";
import { wayTo } from "./state-paths.ts";
import { admitted, leaveHouse } from "./stay-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, timeline, update } = encountersContract;

/** What a state asks for beside itself. */
const extras: Readonly<Partial<Record<VisitStatus, object>>> = {
  completed: { disposition: "home", diagnosis_code: "J06.9" },
  entered_in_error: { reason: "Opened for the wrong patient" },
};

const machines = [
  { type: "OPD", machine: encounterStates("OPD") },
  { type: "IPD", machine: encounterStates("IPD") },
] as const;
const starts = machines.flatMap(({ type, machine }) =>
  visitStatuses.flatMap((from) => {
    const way = wayTo(machine, "planned", from);
    return way === null ? [] : [{ type, machine, from, way }];
  }),
);

describe.each(engines)("encounters on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let patient: string;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    patient = await world.patient();
  });
  afterAll(() => node.stop());

  async function open(rest: object = {}) {
    const body = {
      patient_id: patient,
      encounter_type: "OPD",
      doctor_id: node.tenant.doctorId,
      ...rest,
    };
    return (await world.client.call(create, { body })).body;
  }

  // A stay that is over, so that the visit alone says what follows.
  async function openStay(rest: object) {
    const visit = await admitted(world, rest);
    await leaveHouse(world, visit.admission_id ?? "");
    return visit;
  }

  async function change({ id }: { readonly id: string }, body: object) {
    return (await world.client.call(update, { params: { id }, body })).body;
  }

  async function eventsOf(id: string): Promise<readonly string[]> {
    const rows = await keptEvents(node, (event) => event.entity_id === id);
    return rows.map((row) => row.event_type);
  }

  test("no state but the discharge of those who do not stay is out of reach", () => {
    const reached = (type: string) =>
      starts.filter((start) => start.type === type).map(({ from }) => from);
    expect(reached("IPD")).toEqual(visitStatuses);
    expect(reached("OPD")).toEqual(visitStatuses.filter((status) => status !== "discharge_ready"));
  });

  describe.each(starts)("$type in the state $from", ({ type, machine, from, way }) => {
    test("goes where the table of states says, and nowhere else", async () => {
      for (const to of visitStatuses) {
        const begin = type === "IPD" ? openStay : open;
        const visit = await begin({ visit_status: "planned" });
        let current = visit;
        for (const step of way)
          current = await change(visit, { visit_status: step, ...extras[step] });
        const allowed = machine.transitions[from];
        const isAllowed = from === to || allowed.includes(to);
        const given = from === to ? {} : extras[to];
        const asked: unknown = await change(visit, { visit_status: to, ...given }).catch(
          (error: unknown) => error,
        );
        const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
        const version = current.version + (from === to ? 0 : 1);
        expect(asked, `${from} to ${to}`).toMatchObject(
          isAllowed ? { visit_status: to, version } : refused,
        );
      }
    });
  });

  describe("completion", () => {
    test("needs a disposition and a diagnosis, and names what is missing", async () => {
      const visit = await open({ visit_status: "in_progress" });
      const complete = (rest: object) => change(visit, { visit_status: "completed", ...rest });
      const missing = (path: string) => ({ status: 422, details: { fields: [{ path }] } });
      await expect(complete({})).rejects.toMatchObject(missing("disposition"));
      await expect(complete({ disposition: "home" })).rejects.toMatchObject(
        missing("diagnosis_code"),
      );
      await expect(
        complete({ disposition: "home", diagnosis_code: "banana" }),
      ).rejects.toMatchObject({
        status: 422,
      });
      const done = await complete({ disposition: "home", diagnosis_code: "J06.9" });
      expect(done).toMatchObject({ visit_status: "completed", diagnosis_code: "J06.9" });
      expect(done.ended_at).not.toBeNull();
    });

    test("is notified once, however often it is repeated", async () => {
      const visit = await open({ visit_status: "in_progress" });
      const body = { visit_status: "completed", ...extras.completed };
      await Promise.all([change(visit, body), change(visit, body), change(visit, body)]);
      const reported = (await eventsOf(visit.id)).filter((type) => type === "encounter.completed");
      expect(reported).toEqual(["encounter.completed"]);
    });

    test("takes the appointment along, from the door to the end", async () => {
      const appointment = await world.appointment(patient);
      const statusOf = async () =>
        (await world.client.call(appointmentsContract.get, { params: { id: appointment.id } })).body
          .status;
      const visit = await open({ appointment_id: appointment.id });
      expect(await statusOf()).toBe("checked_in");
      await change(visit, { visit_status: "in_progress" });
      expect(await statusOf()).toBe("in_consultation");
      await change(visit, { visit_status: "completed", ...extras.completed });
      expect(await statusOf()).toBe("completed");
      await expect(open({ appointment_id: appointment.id })).rejects.toMatchObject({ status: 422 });
    });

    test("leaves the notes standing: what is added says who added it", async () => {
      const visit = await open({ visit_status: "in_progress", notes: "Chest clear." });
      await change(visit, { visit_status: "completed", ...extras.completed });
      const later = await change(visit, { notes: "X-ray read: nothing new." });
      expect(later.notes).toBe("Chest clear.");
      expect(later.addenda).toMatchObject([{ text: "X-ray read: nothing new." }]);
    });
  });

  test("one of several visits that open for one appointment at once is made", async () => {
    const appointment = await world.appointment(patient);
    const asked = Array.from({ length: 8 }, () => open({ appointment_id: appointment.id }));
    const resolved = await Promise.allSettled(asked);
    expect(resolved.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = resolved.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }): unknown => reason)).toEqual(
      Array.from({ length: 7 }, (): unknown =>
        expect.objectContaining({ status: 422, code: "invalid_reference" }),
      ),
    );
  });

  test("a timeline states what happened, in order, also on the way to the visit", async () => {
    const appointment = await world.appointment(patient);
    const visit = await open({ appointment_id: appointment.id });
    node.clock.advance(1_000);
    await change(visit, { visit_status: "in_progress", vitals: { pulse_bpm: 88 } });
    node.clock.advance(1_000);
    await change(visit, {
      notes: "Viral fever, rest.",
      visit_status: "completed",
      ...extras.completed,
    });
    const { body } = await world.client.call(timeline, {
      params: { id: visit.id },
      query: { limit: "100" },
    });
    const instants = body.data.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted());
    const states = body.data.filter(({ kind }) => kind === "status").map(({ summary }) => summary);
    expect(states).toEqual(["Visit arrived", "Visit in progress", "Visit completed"]);
    expect(body.data.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["vital", "note", "audit"]),
    );
    const audited = body.data.filter(({ kind }) => kind === "audit").map(({ summary }) => summary);
    expect(audited).toContain("create in encounters");
    expect(audited).toContain("create in appointments");
  });

  test("what was entered in error leaves the lists, not the record", async () => {
    const visit = await open();
    await change(visit, { visit_status: "entered_in_error", ...extras.entered_in_error });
    const ids = async (query: object) =>
      (await world.client.call(list, { query: { limit: "100", ...query } })).body.data.map(
        ({ id }) => id,
      );
    expect(await ids({ patient_id: patient })).not.toContain(visit.id);
    expect(await ids({ visit_status: "entered_in_error" })).toContain(visit.id);
    expect((await world.client.call(get, { params: { id: visit.id } })).body.visit_status).toBe(
      "entered_in_error",
    );
  });

  test("events state ids and states, never what was found", async () => {
    const visit = await open({ chief_complaint: "Night sweats", notes: "Suspected tuberculosis" });
    await change(visit, { visit_status: "in_progress" });
    await change(visit, {
      visit_status: "completed",
      disposition: "home",
      diagnosis_code: "A15.0",
    });
    const rows = await keptEvents(node, ({ entity_id: id }) => id === visit.id);
    const text = JSON.stringify(rows);
    expect(text).toContain(patient);
    expect(text).not.toMatch(/sweats|tuberculosis|A15/);
  });
});
