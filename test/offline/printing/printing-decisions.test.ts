import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSpooler, type Spooler } from "@edgeward/branch-node/printing/spooler.ts";
import { printoutText } from "@edgeward/devices/virtual/printout.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  printJobsContract,
  type PrintJob,
  type PrintJobAction,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { errorLog } from "#support/error-log.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { shortTimeouts, until } from "./printing-desk.ts";
import { printerAt, startDeskPrinter, validSlips, type DeskPrinter } from "./desk-printer.ts";

let node: TestNode;
let client: Client;
let printer: DeskPrinter;
let spooler: Spooler;
let cutAt: "nothing" | "body_sent" | "paper" = "nothing";

beforeAll(async () => {
  node = await startTestBranch();
  client = await clientFor(node, node.tenant);
  printer = await startDeskPrinter();
  printer.onPrintout(() => cutAt === "paper" && printer.machine().powerCut());
  spooler = await startSpooler({
    ...node,
    tenantId: node.tenant.id,
    branchId: node.tenant.branchId,
    printers: [printerAt(printer.port, { timeouts: shortTimeouts })],
    log: errorLog(node.clock.now),
    onJob: (job) => {
      if (job.stage === cutAt && job.status === "printing") printer.machine().powerCut();
    },
  });
});

afterAll(async () => {
  await spooler.stop();
  await printer.takeAway();
  await node.stop();
});

beforeEach(() => {
  cutAt = "nothing";
});

async function appointmentId(): Promise<string> {
  const patient = await client.call(patientsContract.create, {
    body: { name: "Asha Patil", gender: "female", age_years: 40 },
  });
  const appointment = await client.call(appointmentsContract.create, {
    body: {
      patient_id: patient.body.id,
      provider_id: node.tenant.doctorId,
      source: "walk_in",
      // Who is not there in person gets no slip by itself, so that the desk can ask for the first.
      channel: "phone",
    },
  });
  return appointment.body.id;
}

async function request(sourceId: string, reason?: string): Promise<PrintJob> {
  const given = { document_type: "queue_token", source_id: sourceId } as const;
  const { body } = await client.call(printJobsContract.create, {
    body: reason === undefined ? given : { ...given, reprint_reason: reason },
  });
  spooler.wake();
  return body;
}

async function read(id: string): Promise<PrintJob> {
  return (await client.call(printJobsContract.get, { params: { id } })).body;
}

function seen(id: string, isSo: (job: PrintJob) => boolean): Promise<PrintJob> {
  return until(async () => {
    const job = await read(id);
    return isSo(job) ? job : undefined;
  });
}

function reached(id: string, status: string): Promise<PrintJob> {
  return seen(id, (job) => job.status === status);
}

async function decide(id: string, action: PrintJobAction, reason?: string): Promise<PrintJob> {
  const body = reason === undefined ? { action } : { action, reason };
  const answer = await client.call(printJobsContract.update, { params: { id }, body });
  spooler.wake();
  return answer.body;
}

async function interrupted(at: "body_sent" | "paper"): Promise<PrintJob> {
  cutAt = at;
  const { id } = await request(await appointmentId());
  const job = await reached(id, "needs_review");
  cutAt = "nothing";
  return job;
}

async function jobCount(sourceId: string): Promise<number> {
  const page = await client.call(printJobsContract.list, { query: { source_id: sourceId } });
  return page.body.data.length;
}

describe("a person at the desk", () => {
  test("gets the slip of a token that has none yet, without a reason", async () => {
    const sourceId = await appointmentId();
    const job = await request(sourceId);
    expect(job).toMatchObject({ status: "queued", title: "GEN-001", reprint_of_id: null });
    expect(JSON.stringify(job)).not.toContain("Asha");
    await reached(job.id, "printed");
    expect(validSlips(printer.printouts(), sourceId)).toHaveLength(1);
  });

  test("has to say why for a second slip, which is then marked as a reprint", async () => {
    const sourceId = await appointmentId();
    const first = await request(sourceId);
    await reached(first.id, "printed");
    await expect(request(sourceId)).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "reprint_reason" }] },
    });
    const second = await request(sourceId, "lost in the car park");
    expect(second).toMatchObject({
      reprint_of_id: first.id,
      reprint_reason: "lost in the car park",
    });
    await reached(second.id, "printed");
    const texts = validSlips(printer.printouts(), sourceId).map(printoutText);
    expect(texts.map((text) => text.includes("*** DUPLICATE ***"))).toEqual([false, true]);
    expect(await read(first.id)).toMatchObject({ status: "printed" });
  });

  test("gets no second slip while the first is on its way", async () => {
    printer.machine().setState({ paperOut: true });
    const sourceId = await appointmentId();
    const { id } = await request(sourceId);
    await expect(request(sourceId, "impatient")).rejects.toMatchObject({
      status: 409,
      code: "invalid_transition",
    });
    printer.machine().setState({ paperOut: false });
    await reached(id, "printed");
    expect(await jobCount(sourceId)).toBe(1);
  });

  test("confirms the slip that came out while its acknowledgement was lost", async () => {
    const job = await interrupted("paper");
    const resolved = await decide(job.id, "confirm_printed");
    expect(resolved).toMatchObject({ id: job.id, status: "printed", evidence: "person" });
    expect(resolved.printed_at).not.toBeNull();
    expect(validSlips(printer.printouts(), job.source_id)).toHaveLength(1);
    expect(await jobCount(job.source_id)).toBe(1);
  });

  test("prints another for the slip that did not come, which resolves the first", async () => {
    const job = await interrupted("body_sent");
    await expect(decide(job.id, "reprint")).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "reason" }] },
    });
    const another = await decide(job.id, "reprint", "power cut");
    expect(another).toMatchObject({ status: "queued", reprint_of_id: job.id });
    await reached(another.id, "printed");
    expect(await read(job.id)).toMatchObject({ status: "superseded", printed_at: null });
    const [slip, ...more] = validSlips(printer.printouts(), job.source_id).map(printoutText);
    expect(slip).toContain("*** DUPLICATE ***");
    expect(more).toEqual([]);
  });

  test("calls off a slip that waits for paper, and none comes when the paper does", async () => {
    printer.machine().setState({ paperOut: true });
    const sourceId = await appointmentId();
    const { id } = await request(sourceId);
    // The printer is taken for ready until it is first asked.
    await seen(id, ({ status, last_error: why }) => status === "queued" && why === "paper_out");
    expect(await decide(id, "cancel")).toMatchObject({ status: "cancelled" });
    printer.machine().setState({ paperOut: false });
    const nextId = await appointmentId();
    await reached((await request(nextId)).id, "printed");
    expect(validSlips(printer.printouts(), sourceId)).toEqual([]);
  });

  test.each(["confirm_printed", "cancel", "retry"] as const)(
    "cannot %s what is printed",
    async (action) => {
      const { id } = await request(await appointmentId());
      const job = await reached(id, "printed");
      await expect(decide(id, action)).rejects.toMatchObject({
        status: 409,
        code: "invalid_transition",
      });
      expect(await read(id)).toEqual(job);
    },
  );

  test("is notified when the job has changed meanwhile", async () => {
    const job = await interrupted("body_sent");
    const stale = client.call(
      printJobsContract.update,
      { params: { id: job.id }, body: { action: "confirm_printed" } },
      { headers: { "if-match": `"${job.version - 1}"` } },
    );
    await expect(stale).rejects.toMatchObject({ status: 412, code: "version_conflict" });
    expect(await read(job.id)).toMatchObject({ status: "needs_review" });
  });

  test("finds what needs looking at by several states at once, newest first", async () => {
    const older = await interrupted("body_sent");
    const newer = await interrupted("body_sent");
    const page = await client.call(printJobsContract.list, {
      query: { status: "needs_review,failed", document_type: "queue_token" },
    });
    const ids = page.body.data.map(({ id }) => id);
    expect(ids.indexOf(newer.id)).toBe(0);
    expect(ids).toContain(older.id);
    expect(new Set(page.body.data.map(({ status }) => status))).toEqual(new Set(["needs_review"]));
    const wrong = client.call(printJobsContract.list, { query: { status: "needs_review,lost" } });
    await expect(wrong).rejects.toMatchObject({ status: 422, code: "invalid_enum" });
  });

  test.each(["nurse", "auditor"])("who is %s may look, and decide nothing", async (role) => {
    const job = await interrupted("body_sent");
    const other = await clientFor(node, node.tenant, { claims: { roles: [role] } });
    const params = { id: job.id };
    expect((await other.call(printJobsContract.get, { params })).body).toEqual(job);
    const body = { action: "confirm_printed" } as const;
    const decision = other.call(printJobsContract.update, { params, body });
    await expect(decision).rejects.toMatchObject({ status: 403 });
  });

  test("of another tenant finds nothing", async () => {
    const job = await interrupted("body_sent");
    const stranger = await clientFor(node, node.other);
    const params = { id: job.id };
    const found = stranger.call(printJobsContract.get, { params });
    await expect(found).rejects.toMatchObject({ status: 404 });
  });
});

test("a slip that waited for a day is not printed any more", async () => {
  printer.machine().setState({ paperOut: true });
  const sourceId = await appointmentId();
  const { id } = await request(sourceId);
  node.clock.advance(24 * 3_600_000);
  client = await clientFor(node, node.tenant);
  expect(await reached(id, "expired")).toMatchObject({ attempts: 0, printed_at: null });
  printer.machine().setState({ paperOut: false });
  const next = await request(await appointmentId());
  await reached(next.id, "printed");
  expect(validSlips(printer.printouts(), sourceId)).toEqual([]);
});
