// What an outage made goes to the hub when the line is back, and the hub's changes come down.
import { expect, test } from "vitest";
import { choose, typeDay } from "#e2e/desk.ts";
import * as z from "zod";
import { until } from "#support/until.ts";
import { isSignedBy } from "#e2e/webhook-receiver.ts";
import { dayAtBranch, dayMs, known, newcomer, only, timeAtBranch, world } from "./world.ts";

test("says since when it is offline, how much waits to be sent, and how old the oldest of it is", async () => {
  const { body } = await world.branch.get("/v1/sync/status");
  const status = z.object({ state: z.string(), since: z.string(), unsent: z.number() }).parse(body);
  expect(status.state).toBe("offline");
  expect(status.unsent).toBeGreaterThanOrEqual(5);
  const said = await world.desk.at("statusStrip").textContent();
  expect(said).toContain(
    `Offline since ${timeAtBranch(Date.parse(status.since))}. Work goes on here`,
  );
  expect(said).toContain(`${status.unsent} changes waiting to be sent · oldest `);

  await world.desk.at("syncButton").first().click();
  const panel = await world.desk.at("syncPanel").textContent();
  expect(panel).toContain("it is sent by itself when the connection is back");
  expect(panel).toContain(`Waiting to be sent${status.unsent}`);
  await world.desk.page.keyboard.press("Escape");
  await world.desk.at("syncPanel").waitFor({ state: "detached" });
});

test("keeps the session over a reload, with the hub still cut off", async () => {
  await world.desk.page.reload();
  await world.desk.at("search").waitFor();
  expect(await world.desk.at("signIn").count()).toBe(0);
  await world.desk.page.getByText(/Offline since/u).waitFor();
});

test("hands everything to the hub when the line is back, each record once and under its number", async () => {
  const added = await world.product.edgeward(
    "webhooks",
    "add",
    "--url",
    world.receiver.url,
    "--json",
  );
  world.made.secret = z
    .object({ signing_secret: z.string() })
    .parse(JSON.parse(added.stdout)).signing_secret;
  expect((await world.hub.get(`/v1/patients/${world.made.patientId}`)).status).toBe(404);
  await world.desk.openPatient(world.made.uhid, world.made.uhid);
  expect((await world.product.edgeward("outage", "off")).code).toBe(0);
  await world.desk.page.getByText("Online · all saved").waitFor({ timeout: 30_000 });

  const patient = only(await world.hub.list(`/v1/patients/search?q=${world.made.uhid}`));
  expect(patient).toMatchObject({
    id: world.made.patientId,
    uhid: world.made.uhid,
    name: newcomer.name,
  });
  const visits = await world.hub.list(`/v1/appointments?patient_id=${world.made.patientId}`);
  expect(only(visits)).toMatchObject({ id: world.made.walkInId, status: "completed" });
  const bookings = await world.hub.list(`/v1/appointments?patient_id=${world.savitri.id}`);
  expect(only(bookings)).toMatchObject({ id: world.made.bookingId, status: "booked" });
  const encounters = await world.hub.list(`/v1/encounters?patient_id=${world.made.patientId}`);
  expect(only(encounters)).toMatchObject({ id: world.made.encounterId, visit_status: "completed" });
});

test("shows on the open desk, without a reload, what is corrected at the hub", async () => {
  const name = "इंदिरा विलास भोसले";
  const { status } = await world.hub.put(`/v1/patients/${world.made.patientId}`, { name });
  expect(status).toBe(200);
  await world.desk.at("patientName").filter({ hasText: name }).waitFor();
  expect(await world.desk.at("patientUhid").textContent()).toBe(world.made.uhid);
});

test("shows on the open desk a booking that the hub sold of the branch's online slots", async () => {
  const provider = world.product.credentials.provider_id;
  const [today, tomorrow] = [dayAtBranch(Date.now()), dayAtBranch(Date.now() + dayMs)];
  const range = `date_from=${today}&date_to=${tomorrow}`;
  const slots = await world.hub.list(`/v1/appointments/slots?provider_id=${provider}&${range}`);
  const start = String(slots.find(({ available }) => available === true)?.["start_at"]);
  const [day, time] = [dayAtBranch(Date.parse(start)), timeAtBranch(Date.parse(start))];
  await world.desk.at("book").click();
  await choose(world.desk.at("bookingProvider"), provider);
  await typeDay(world.desk.at("bookingDate"), day);
  const place = world.desk.at("slot").filter({ hasText: time });
  await place.filter({ hasText: "online" }).waitFor();

  const body = {
    patient_id: world.savitri.id,
    provider_id: provider,
    slot_time: start,
    source: "web",
  };
  const { status, body: sold } = await world.hub.post("/v1/appointments", body);
  expect(status).toBe(201);
  await until("the branch has the booking", 10_000, async () => {
    return (await world.branch.get(`/v1/appointments/${String(sold["id"])}`)).status === 200;
  });
  // The queue is today's; late in the evening the next online slot is tomorrow's.
  await world.desk.toToday();
  await world.desk.showPart("booked");
  const entries = world.desk
    .at("queueEntry")
    .filter({ hasText: time })
    .filter({ hasText: known.name });
  if (day === today) await entries.waitFor();
  expect(await entries.count()).toBe(day === today ? 1 : 0);
});

test("notifies a receiver of each event once, under a signature that it can check", async () => {
  const expected = [
    ["patient.created", world.made.patientId],
    ["appointment.booked", world.made.walkInId],
    ["appointment.booked", world.made.bookingId],
    ["encounter.completed", world.made.encounterId],
  ] as const;
  await until("every event has come", 20_000, () =>
    expected.every(([type, id]) => world.receiver.about(type, id).length > 0),
  );
  for (const [type, id] of expected) {
    const [delivery, ...again] = world.receiver.about(type, id);
    expect(again).toEqual([]);
    expect(delivery?.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-event": type,
      "x-service-id": delivery?.event.id,
      "x-service-tenant": world.product.credentials.tenant_id,
      "x-service-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/u),
      "x-service-attempt": "1",
    });
    expect(delivery !== undefined && isSignedBy(world.made.secret, delivery)).toBe(true);
    expect(delivery !== undefined && isSignedBy(`${world.made.secret}x`, delivery)).toBe(false);
  }
  const ids = world.receiver.deliveries.map(({ event }) => event.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(world.receiver.deliveries.map(({ raw }) => raw.toString()).join()).not.toContain("भोसले");
});
