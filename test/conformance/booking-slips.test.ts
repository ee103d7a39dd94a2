import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { departmentsContract } from "@edgeward/shared/clinical/departments/departments.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { queuesContract } from "@edgeward/shared/clinical/queues/queues.contract.ts";
import { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { worldOf, type World } from "./world.ts";

const { create, list } = printJobsContract;

function refusal(path: string, code: string) {
  return { status: 422, details: { fields: [expect.objectContaining({ path, code })] } };
}

describe.each(engines)("the slip of a booking on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function print(rest: object): Promise<PrintJob> {
    const body = { document_type: "appointment_slip", ...rest } as const;
    return (await world.client.call(create, { body })).body;
  }

  async function change({ id }: Appointment, body: object): Promise<void> {
    await world.client.call(appointmentsContract.update, { params: { id }, body });
  }

  test("waits for the printer of the tokens, and shows nothing of its patient", async () => {
    const { id } = await world.appointment();
    const job = await print({ source_id: id });
    expect(job).toMatchObject({
      document_type: "appointment_slip",
      device_role: "token",
      source_type: "appointments",
      source_id: id,
      status: "queued",
      title: null,
    });
    const query = { document_type: "appointment_slip", source_id: id } as const;
    const listed = (await world.client.call(list, { query })).body.data;
    expect(listed.map((each) => each.id)).toEqual([job.id]);
  });

  test("is one paper, and the token's slip another: neither stands in the other's way", async () => {
    const appointment = await world.appointment();
    await print({ source_id: appointment.id });
    await change(appointment, { status: "checked_in" });
    const tokens = async () => {
      const query = { document_type: "queue_token", source_id: appointment.id } as const;
      return (await world.client.call(list, { query })).body.data;
    };
    // A branch queues it by itself; at the hub nobody does, and it can be asked for.
    if ((await tokens()).length === 0) {
      const body = { document_type: "queue_token", source_id: appointment.id } as const;
      await world.client.call(create, { body });
    }
    expect(await tokens()).toHaveLength(1);
  });

  /** What a job says, as it is kept. */
  async function contentOf({ id }: Pick<PrintJob, "id">): Promise<string> {
    const tenantId = node.tenant.id;
    const rows = await node.store.read({ tenantId }, (session) =>
      session.kysely
        .selectFrom("print_jobs")
        .select("data")
        .where("tenant_id", "=", tenantId)
        .where("id", "=", id)
        .execute(),
    );
    return JSON.stringify(rows);
  }

  test("of a token that was moved says where it stands now, not where its doctor sits", async () => {
    const doctor = await writeAsSystem(node, node.tenant.id, (write) =>
      seedStaff(write, {
        name: "Omkar Tooth",
        role: "doctor",
        branches: [node.tenant.branchId],
        department: "teeth",
      }),
    );
    const body = {
      patient_id: await world.patient(),
      provider_id: doctor,
      source: "walk_in",
    } as const;
    const token = (await world.client.call(appointmentsContract.create, { body })).body;
    const about = { document_type: "queue_token", source_id: token.id } as const;
    const slip = async () => {
      // The one before has not been printed yet, and is asked for no second time.
      const { data } = (await world.client.call(list, { query: { ...about, status: "queued" } }))
        .body;
      for (const { id } of data) {
        await world.client.call(printJobsContract.update, {
          params: { id },
          body: { action: "cancel" },
        });
      }
      const again = { ...about, reprint_reason: "asked_at_desk" };
      return contentOf((await world.client.call(create, { body: again })).body);
    };
    expect(await slip()).toContain('"department":"teeth"');
    await change(token, { queue_code: "dressings" });
    expect(await slip()).toContain('"department":"dressings"');
    const manager = await clientFor(node, node.tenant, { claims: { roles: ["tenant_admin"] } });
    const surgery = { code: "surgery", name: "Day surgery" };
    await manager.call(departmentsContract.create, { body: surgery });
    const queues = [
      { code: "theatre", name: "Small theatre", department: "surgery" },
      { code: "injections", name: "Injections" },
    ];
    for (const queue of queues) await manager.call(queuesContract.create, { body: queue });
    await change(token, { queue_code: "theatre" });
    expect(await slip()).toContain('"department":"Day surgery"');
    await change(token, { queue_code: "injections" });
    expect(await slip()).toContain('"department":"Injections"');
  });

  test("names the department as the clinic calls it, in the languages of its paper", async () => {
    const department = "named-on-paper";
    const branches = [node.tenant.branchId];
    const doctor = await writeAsSystem(node, node.tenant.id, (write) =>
      seedStaff(write, { name: "Ira Paper", role: "doctor", branches, department }),
    );
    const walkIn = async () => {
      const body = {
        patient_id: await world.patient(),
        provider_id: doctor,
        source: "walk_in",
      } as const;
      const { id } = (await world.client.call(appointmentsContract.create, { body })).body;
      const slip = { document_type: "queue_token", source_id: id } as const;
      const [own] = (await world.client.call(list, { query: slip })).body.data;
      return contentOf(own ?? (await world.client.call(create, { body: slip })).body);
    };
    expect(await walkIn()).toContain(`"department":"${department}"`);
    const names = { name: "Skin-care", name_hi: "त्वचा रोग" };
    await world.client.call(departmentsContract.create, { body: { code: department, ...names } });
    expect(await walkIn()).toContain('"department":"Skin-care');
    const manager = await clientFor(node, node.tenant, { claims: { roles: ["tenant_admin"] } });
    await manager.call(printTemplatesContract.set, {
      params: { document_type: "all" },
      body: { languages: ["hi", "en"] },
    });
    expect(await walkIn()).toContain('"department":"त्वचा रोग / Skin-care"');
  });

  test("is not printed of an appointment that nobody has to come for any more", async () => {
    const cancelled = await world.appointment();
    await change(cancelled, { status: "cancelled", cancel_reason: "patient_request" });
    const missed = await world.appointment();
    await change(missed, { status: "no_show" });
    const arrived = await world.appointment();
    await change(arrived, { status: "checked_in" });
    for (const { id } of [cancelled, missed, arrived]) {
      await expect(print({ source_id: id })).rejects.toMatchObject(
        refusal("source_id", "invalid_reference"),
      );
    }
  });

  test("of another tenant's appointment is refused as if there were none", async () => {
    const strangers = await worldOf(node, node.other);
    const { id } = await strangers.appointment();
    await expect(print({ source_id: id })).rejects.toMatchObject(
      refusal("source_id", "invalid_reference"),
    );
  });

  test.each([
    [{}, "data", "validation_error"],
    [{ source_id: "apt_x" }, "source_id", "invalid_id"],
    [{ source_id: "x" }, "source_id", "invalid_id"],
    [{ source_id: "apt_01jd7x2vry38gapbnk0v8yyk24" }, "source_id", "invalid_reference"],
    [{ source_id: "pat_01jd7x2vry38gapbnk0v8yyk24" }, "source_id", "invalid_id"],
    [{ data: { appointment_id: "" } }, "data.appointment_id", "validation_error"],
    [{ data: { phone: "9811177001" } }, "data.phone", "unknown_field"],
  ])("refuses %j and names the field", async (wrong, path, code) => {
    await expect(print(wrong)).rejects.toMatchObject({
      status: 422,
      details: { fields: expect.arrayContaining([expect.objectContaining({ path, code })]) },
    });
  });

  test("is not printed by a role that prints nothing", async () => {
    const { id } = await world.appointment();
    const auditor = await clientFor(node, node.tenant, { claims: { roles: ["auditor"] } });
    const body = { document_type: "appointment_slip", source_id: id } as const;
    await expect(auditor.call(create, { body })).rejects.toMatchObject({ status: 403 });
  });
});
