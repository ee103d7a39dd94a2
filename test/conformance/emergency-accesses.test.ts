// A closed record opened in an emergency: by whom, for how long, and who looks at it afterwards.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditAbout } from "@edgeward/shared/audit/subjects.ts";
import { emergencyAccessesContract } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { roles } from "@edgeward/shared/contract/access.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { emergencyBody } from "./emergency-access-samples.ts";
import { worldOf, type World } from "./world.ts";

const minuteMs = 60_000;
const { create, list, update } = emergencyAccessesContract;
const closed = { status: 403, code: "access_reason_required" };

describe.each(engines)("opening a closed record in an emergency on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let count = 0;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  const as = (role: string, sub = node.tenant.doctorId): Promise<Client> =>
    clientFor(node, node.tenant, { claims: { sub, roles: [role] } });

  /** A VIP of days ago, whose record is closed to everybody now. */
  async function closedPatient(): Promise<string> {
    count += 1;
    // After the hours of another test everybody signs in anew.
    world = await worldOf(node, node.tenant);
    const body = {
      name: `Vimala Vidal ${count}`,
      gender: "female",
      dob: "1960-01-01",
      is_vip: true,
    } as const;
    const { id } = (await world.client.call(patientsContract.create, { body })).body;
    node.clock.advance(24 * 60 * minuteMs);
    world = await worldOf(node, node.tenant);
    return id;
  }

  async function open(patientId: string, client: Client) {
    const body = await emergencyBody(world, { patient_id: patientId });
    return (await client.call(create, { body })).body;
  }

  const read = (client: Client, id: string) =>
    client.call(patientsContract.get, { params: { id } });

  test("opens it to the clinician who says why, here, for an hour, and to nobody else", async () => {
    const another = await closedPatient();
    const id = await closedPatient();
    const [doctor, nurse] = [await as("doctor"), await as("nurse", node.tenant.nurseId)];
    await expect(read(doctor, id)).rejects.toMatchObject(closed);
    const opened = await open(id, doctor);
    expect(opened).toMatchObject({
      patient_id: id,
      status: "open",
      opened_by: node.tenant.doctorId,
      reviewed_by: null,
    });
    expect(Date.parse(opened.expires_at) - Date.parse(opened.created_at)).toBe(60 * minuteMs);
    expect((await read(doctor, id)).body).toMatchObject({ id, is_masked: false });
    const query = { patient_id: id } as const;
    expect((await doctor.call(encountersContract.list, { query })).status).toBe(200);
    await expect(read(nurse, id)).rejects.toMatchObject(closed);
    const clerk = await as("front_desk", node.tenant.clerkId);
    await expect(read(clerk, id)).rejects.toMatchObject(closed);
    // Of another patient it says nothing.
    await expect(read(doctor, another)).rejects.toMatchObject(closed);
  });

  test("closes it again by itself after the hour", async () => {
    const id = await closedPatient();
    await open(id, await as("doctor"));
    node.clock.advance(59 * minuteMs);
    expect((await read(await as("doctor"), id)).status).toBe(200);
    node.clock.advance(minuteMs);
    await expect(read(await as("doctor"), id)).rejects.toMatchObject(closed);
  });

  test("stands in the audit of the patient as what it is, with the reason, and waits to be looked at", async () => {
    const id = await closedPatient();
    const opened = await open(id, await as("nurse", node.tenant.nurseId));
    const all = await node.store.read({ tenantId: node.tenant.id }, (session) =>
      auditAbout(session.kysely, node.tenant.id, id, 100),
    );
    expect(all.filter(({ action }) => action === "break_glass")).toMatchObject([
      {
        actor_id: node.tenant.nurseId,
        entity_type: "emergency_accesses",
        entity_id: opened.id,
        patient_id: id,
        reason: "Found unconscious, no relative there",
        outcome: "success",
      },
    ]);
    const admin = await as("branch_admin", node.tenant.clerkId);
    const waiting = await admin.call(list, { query: { status: "open", limit: "100" } });
    expect(waiting.body.data).toContainEqual(opened);
  });

  test("is looked at once, by somebody else who answers for it, with a word about it", async () => {
    const opened = await open(await closedPatient(), await as("doctor"));
    const params = { id: opened.id };
    const body = { status: "reviewed", review_note: "Spoke with her, it was right" } as const;
    const own = await as("branch_admin");
    await expect(own.call(update, { params, body })).rejects.toMatchObject({ status: 403 });
    const admin = await as("branch_admin", node.tenant.clerkId);
    for (const wrong of [
      { status: "reviewed" } as const,
      { status: "reviewed", review_note: " x " } as const,
      { review_note: "Looked at nothing" },
    ])
      await expect(admin.call(update, { params, body: wrong })).rejects.toMatchObject({
        status: 422,
        details: { fields: [{ path: "review_note" }] },
      });
    expect((await admin.call(update, { params, body })).body).toMatchObject({
      ...body,
      reviewed_by: node.tenant.clerkId,
      reviewed_at: expect.any(String),
      reason: opened.reason,
      expires_at: opened.expires_at,
    });
    for (const again of [{ status: "open" } as const, { review_note: "On second thoughts" }])
      await expect(admin.call(update, { params, body: again })).rejects.toMatchObject({
        status: expect.toSatisfy((status) => status === 409 || status === 422),
      });
  });

  test("is given to no role but doctors and nurses, and says nothing to them of others'", async () => {
    const id = await closedPatient();
    for (const role of roles.filter((one) => one !== "doctor" && one !== "nurse"))
      await expect(
        as(role).then((client) => open(id, client)),
        role,
      ).rejects.toMatchObject({ status: 403 });
    const tablet = await clientFor(node, node.tenant, {
      claims: { sub: "dev_01jd7x2vry38gapbnk0v8yyk24", roles: ["device"] },
    });
    await expect(open(id, tablet)).rejects.toMatchObject({ status: 403 });
    const doctor = await as("doctor");
    await open(id, doctor);
    await expect(doctor.call(list, { query: {} })).rejects.toMatchObject({ status: 403 });
  });

  test("opens nothing of another tenant, and nothing at another's", async () => {
    const id = await closedPatient();
    const stranger = await worldOf(node, node.other);
    await expect(open(id, stranger.client)).rejects.toMatchObject({ code: "invalid_reference" });
    const opened = await open(id, await as("doctor"));
    await expect(read(stranger.client, id)).rejects.toMatchObject({ status: 404 });
    const params = { id: opened.id };
    const body = { status: "reviewed", review_note: "Not mine to see" } as const;
    await expect(stranger.client.call(update, { params, body })).rejects.toMatchObject({
      status: 404,
    });
  });

  test.each([
    ["a reason of a few letters", { reason: "  dying " }, "reason"],
    ["a cause of its own", { cause: "curiosity" }, "cause"],
    ["a time of its own", { expires_at: "2099-01-01T00:00:00.000Z" }, "expires_at"],
    ["another's name", { opened_by: "stf_01jd7x2vry38gapbnk0v8yyk24" }, "opened_by"],
    ["a review", { status: "reviewed" }, "status"],
  ])("refuses %s", async (_, more, path) => {
    const patient_id = await closedPatient();
    const doctor = await as("doctor");
    const body = { ...(await emergencyBody(world, { patient_id })), ...more };
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what no typed caller sends
    const sent = body as Awaited<ReturnType<typeof emergencyBody>>;
    await expect(doctor.call(create, { body: sent })).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path }] },
    });
    await expect(read(doctor, patient_id)).rejects.toMatchObject(closed);
  });
});
