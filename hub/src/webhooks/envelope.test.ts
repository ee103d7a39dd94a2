import { expect, test } from "vitest";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { clinicalEventBody, type StoredEvent } from "./envelope.ts";

const event: StoredEvent = {
  id: "evt_1",
  tenant_id: "ten_1",
  branch_id: "brn_1",
  surface: "clinical",
  event_type: "appointment.booked",
  entity: "appointments",
  entity_id: "apt_1",
  entity_version: 3,
  payload: {
    patient_id: "pat_1",
    slot_time: "2026-03-01T04:30:00.000Z",
    queue_no: 7,
    token_code: "A007",
    status: "booked",
    called_at: null,
  },
  created_at: "2026-03-01T04:00:00.000Z",
};

function objectOf(payload: StoredEvent["payload"]): unknown {
  const body: { data: { object: unknown } } = JSON.parse(clinicalEventBody({ ...event, payload }));
  return body.data.object;
}

test("a body names its event, tenant and surface, and points at the record", () => {
  expect(JSON.parse(clinicalEventBody(event))).toEqual({
    id: "evt_1",
    type: "appointment.booked",
    api_version: "v1",
    tenant_id: "ten_1",
    environment: "live",
    surface: "clinical",
    created_at: "2026-03-01T04:00:00.000Z",
    sequence: 3,
    data: {
      object: {
        id: "apt_1",
        object: "appointment",
        branch_id: "brn_1",
        links: { self: "/v1/appointments/apt_1" },
        patient_id: "pat_1",
        slot_time: "2026-03-01T04:30:00.000Z",
        queue_no: 7,
        token_code: "A007",
        status: "booked",
        called_at: null,
      },
      previous_attributes: null,
    },
  });
});

const published = clinicalModules.flatMap(({ rules, routes, writes = {} }) => {
  const one = routes.find(
    ({ kind, endpoint }) => kind === "read" && endpoint.path.endsWith("/{id}"),
  );
  const hasEvents = Object.values(writes).some((each) =>
    each.some(({ table, events }) => table.name === rules?.table.name && events.length > 0),
  );
  return rules === undefined || one === undefined || !hasEvents
    ? []
    : [{ entity: rules.table.name, path: one.endpoint.path }];
});

test.each(published)("a body about $entity points at $path", ({ entity, path }) => {
  const body: { data: { object: { links: unknown } } } = JSON.parse(
    clinicalEventBody({ ...event, entity }),
  );
  expect(body.data.object.links).toEqual({ self: path.replace("{id}", event.entity_id) });
});

test("what a command should not have put into an event does not leave the node", () => {
  const object = objectOf({
    patient_name: "Lakshmi Iyer",
    name: "Lakshmi Iyer",
    phone: "+919812345678",
    diagnosis_code: "J45.9",
    icd_code: "J45.9",
    reason_code: "pain",
    notes: "wheezing",
    abha_no: "91-1234-5678-9012",
    result: { value: 5.4 },
    vitals_at: { pulse: 80 },
    visit_status: "x".repeat(101),
    encounter_id: "enc_1",
  });
  expect(object).toEqual({
    id: "apt_1",
    object: "appointment",
    branch_id: "brn_1",
    links: { self: "/v1/appointments/apt_1" },
    encounter_id: "enc_1",
  });
});

test("a payload cannot give itself another id or address", () => {
  expect(
    objectOf({ id: "pat_other", branch_id: "brn_other", links: "x", object: "x" }),
  ).toMatchObject({
    id: "apt_1",
    branch_id: "brn_1",
    object: "appointment",
    links: { self: "/v1/appointments/apt_1" },
  });
});

test("a lab result is found under the lab's own address", () => {
  const body: unknown = JSON.parse(
    clinicalEventBody({ ...event, entity: "lab_results", entity_id: "lrs_1" }),
  );
  expect(body).toMatchObject({
    data: { object: { object: "lab_result", links: { self: "/v1/lab/results/lrs_1" } } },
  });
});

test("a radiology study is called by its one name, and found under its own address", () => {
  const body: unknown = JSON.parse(
    clinicalEventBody({ ...event, entity: "radiology_studies", entity_id: "rad_1" }),
  );
  const links = { self: "/v1/radiology/studies/rad_1" };
  expect(body).toMatchObject({ data: { object: { object: "radiology_study", links } } });
});

test("a medicine that was given is found under its own address", () => {
  const body: unknown = JSON.parse(
    clinicalEventBody({ ...event, entity: "medication_administrations", entity_id: "mad_1" }),
  );
  const links = { self: "/v1/medication-administrations/mad_1" };
  expect(body).toMatchObject({ data: { object: { object: "medication_administration", links } } });
});

test("the body names the surface on which the event was published", () => {
  expect(JSON.parse(clinicalEventBody({ ...event, surface: "booking" }))).toMatchObject({
    surface: "booking",
  });
});
