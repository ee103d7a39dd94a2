import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { radiologyContract } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newStudy, otherDoctor, publishedOf, seen, takeTo } from "./radiology-samples.ts";
import { worldOf, type World } from "./world.ts";

const { update } = radiologyContract;

type UpdateBody = z.input<typeof update.body>;

describe.each(engines)("radiology reports on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  /** Two doctors: one reports, the other verifies. */
  let reporting: Client;
  let verifying: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    [reporting, verifying] = [await otherDoctor(world), await otherDoctor(world)];
  });
  afterAll(() => node.stop());

  async function change(id: string, body: UpdateBody, client: Client) {
    return (await client.call(update, { params: { id }, body })).body;
  }

  function refusal(path: string, code = "validation_error") {
    return { status: 422, code, details: { fields: [{ path, code }] } };
  }

  /** A study whose images are there, to be reported. */
  async function acquired(): Promise<string> {
    const { id } = await newStudy(world);
    await takeTo(world, id, "ordered", "acquired");
    return id;
  }

  test("are verified by somebody else than who reported, as it was reported", async () => {
    const id = await acquired();
    const empty = { ...seen, impression: "" };
    const first = await change(id, { status: "preliminary", report: empty }, reporting);
    expect(first.report).toMatchObject({ critical: false, birads: null, verified_by: null });
    const verify = { status: "final" } as const;
    await expect(change(id, verify, verifying)).rejects.toMatchObject(refusal("report.impression"));
    const concluded = await change(id, { report: { ...seen, critical: true } }, reporting);
    await expect(change(id, verify, reporting)).rejects.toMatchObject(refusal("status"));
    const radiographer = await clientFor(node, node.tenant, { claims: { roles: ["lab"] } });
    await expect(change(id, verify, radiographer)).rejects.toMatchObject({ status: 403 });
    await expect(
      change(id, { ...verify, report: { ...seen, findings: "Other." } }, verifying),
    ).rejects.toMatchObject(refusal("report"));
    await expect(
      change(id, { report: { ...seen, verified_by: "stf_me" } }, verifying),
    ).rejects.toMatchObject(refusal("report.verified_by", "read_only_field"));
    await expect(change(id, { report: { ...seen, birads: 2 } }, reporting)).rejects.toMatchObject(
      refusal("report.birads"),
    );
    const whole = concluded.report ?? undefined;
    const final = await change(id, { ...verify, report: whole }, verifying);
    expect(final.report).toEqual({
      ...concluded.report,
      verified_by: expect.stringMatching(/^stf_/),
      verified_at: final.updated_at,
    });
    expect(final.report?.verified_by).not.toBe(final.report?.reported_by);
    const told = await publishedOf(node, id);
    expect(told.filter((type) => type.startsWith("radiology.critical"))).toHaveLength(1);
  });

  test("are told of a critical finding to somebody who reads it back, once, and again where another report has one", async () => {
    const id = await acquired();
    const untold = async () => {
      const query = { unacknowledged_critical: "true", limit: "100" } as const;
      const { body } = await verifying.call(radiologyContract.list, { query });
      return body.data.map((study) => study.id);
    };
    const told = { notified_to: "Dr. Rao, ward 2", read_back: true } as const;
    await change(id, { status: "preliminary", report: seen }, reporting);
    await expect(change(id, { critical_ack: told }, reporting)).rejects.toMatchObject(
      refusal("critical_ack"),
    );
    expect(await untold()).not.toContain(id);
    await change(id, { report: { ...seen, critical: true } }, reporting);
    expect(await untold()).toContain(id);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what no typed caller sends
    const unread = { ...told, read_back: false } as unknown as typeof told;
    await expect(change(id, { critical_ack: unread }, reporting)).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "critical_ack.read_back" }] },
    });
    const noted = await change(id, { critical_ack: told }, reporting);
    expect(noted.critical_ack).toMatchObject({
      ...told,
      by: noted.report?.reported_by,
      at: noted.updated_at,
    });
    expect(await untold()).not.toContain(id);
    for (const again of [{ ...told, notified_to: "Nobody" }, null])
      await expect(change(id, { critical_ack: again }, reporting)).rejects.toMatchObject(
        refusal("critical_ack"),
      );
    const final = await change(id, { status: "final" }, verifying);
    expect(final.critical_ack).toEqual(noted.critical_ack);
    const amend = (critical: boolean, impression: string) =>
      change(
        id,
        {
          status: "amended",
          status_reason: "Read anew",
          report: { ...seen, critical, impression },
        },
        verifying,
      );
    expect((await amend(false, "Nothing new.")).critical_ack).toEqual(noted.critical_ack);
    expect((await amend(true, "It bleeds.")).critical_ack).toBeNull();
    expect(await untold()).toContain(id);
    const nurse = await clientFor(node, node.tenant, { claims: { roles: ["nurse"] } });
    await expect(change(id, { critical_ack: told }, nurse)).rejects.toMatchObject({ status: 403 });
  });

  test("are amended once verified, beside what they said before", async () => {
    const id = await acquired();
    await change(id, { status: "preliminary", report: seen }, reporting);
    const final = await change(id, { status: "final" }, verifying);
    const other = { ...seen, impression: "A gallstone of 8 mm." };
    await expect(change(id, { report: other }, verifying)).rejects.toMatchObject(refusal("status"));
    const amend = { status: "amended", report: other } as const;
    await expect(change(id, amend, verifying)).rejects.toMatchObject(refusal("status_reason"));
    const reasoned = { ...amend, status_reason: "A stone was overlooked" };
    await expect(change(id, reasoned, reporting)).rejects.toMatchObject(refusal("status"));
    await expect(change(id, { ...reasoned, report: seen }, verifying)).rejects.toMatchObject(
      refusal("report"),
    );
    await expect(change(id, { report: null }, verifying)).rejects.toMatchObject(refusal("report"));
    const amended = await change(id, reasoned, verifying);
    expect(amended.report).toMatchObject({ ...other, reported_by: final.report?.reported_by });
    expect(amended.past_reports).toEqual([
      {
        at: amended.updated_at,
        by: amended.report?.verified_by,
        reason: "A stone was overlooked",
        report: final.report,
      },
    ]);
    const again = { ...amend, report: { ...other, critical: true }, status_reason: "Blocked duct" };
    const twice = await change(id, again, await otherDoctor(world));
    expect(twice.past_reports.map(({ report }) => report)).toEqual([final.report, amended.report]);
    expect(twice.status_history.map(({ status }) => status).slice(-3)).toEqual([
      "final",
      "amended",
      "amended",
    ]);
    const last = (await publishedOf(node, id)).slice(-3);
    expect(last).toEqual([
      "radiology.report.amended",
      "radiology.report.amended",
      "radiology.critical",
    ]);
    const { critical_ack: _untold, ...said } = twice;
    expect(await change(id, { ...said, metadata: {} }, verifying)).toEqual(twice);
  });
});
