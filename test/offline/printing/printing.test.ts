import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startSpooler } from "@edgeward/branch-node/printing/spooler.ts";
import { localTimeText } from "@edgeward/branch-node/printing/token-template.ts";
import { epson80mm, generic80mm } from "@edgeward/devices/printer/profile.ts";
import { TransportError, type PrinterTransport } from "@edgeward/devices/driver.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import { createLogger } from "@edgeward/shared/log/log.ts";
import { buildTokenSlip } from "@edgeward/devices/printer/token-slip.ts";
import { printoutQrs, printoutRasters, printoutText } from "@edgeward/devices/virtual/printout.ts";
import { checkIn, jobsOf, type PrintingBranch } from "./printing-branch.ts";
import { openPrintingDesk, shortTimeouts, until, type PrintingDesk } from "./printing-desk.ts";
import { errorLog } from "#support/error-log.ts";
import { seedTenant } from "#support/seed.ts";
import { printoutOf, printerAt, startDeskPrinter, validSlips } from "./desk-printer.ts";

let bench: PrintingDesk;

beforeEach(async () => {
  bench = await openPrintingDesk();
});

afterEach(async () => {
  await bench.close();
});

function slips(appointmentId: string) {
  return validSlips(bench.printer.printouts(), appointmentId);
}

function countJobs() {
  return bench.branch.store.read(bench.desk, async ({ kysely }) => {
    const rows = await kysely.selectFrom("print_jobs").select("id").execute();
    return rows.length;
  });
}

describe("a place in the queue", () => {
  test("comes with its print job in the same transaction", async () => {
    const { appointment } = await checkIn(bench.branch, bench.desk, "Asha Patil");
    const jobs = await jobsOf(bench.branch, bench.desk, appointment.id);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({
      status: "queued",
      document_type: "queue_token",
      device_role: "token",
      patient_id: appointment.patient_id,
      created_at: appointment.created_at,
      hlc: appointment.hlc,
    });
  });

  test("leaves no job behind when its transaction fails", async () => {
    const sink = { statements: () => Promise.reject(new Error("disk full")) };
    const failing = { ...bench.branch, runtime: { ...bench.branch.runtime, sink } };
    await expect(checkIn(failing, bench.desk, "Asha Patil")).rejects.toThrow("disk full");
    expect(await countJobs()).toBe(0);
    const { appointment } = await checkIn(bench.branch, bench.desk, "Asha Patil");
    expect(appointment.queue_no).toBe(1);
    expect(await countJobs()).toBe(1);
  });

  test("makes no slip for somebody who is seen by video", async () => {
    await checkIn(bench.branch, bench.desk, "Asha Patil", "video");
    expect(await countJobs()).toBe(0);
  });

  test("makes no slip at the hub, which has no printers", async () => {
    const { store, runtime } = bench.branch;
    const hub: PrintingBranch = { store, runtime: { ...runtime, kind: "hub" } };
    const tenant = await seedTenant(bench.branch, { code: "DEL", hasNode: false });
    const desk = { ...tenant, tenantId: tenant.id };
    const { appointment } = await checkIn(hub, desk, "Asha Patil");
    expect(appointment.queue_no).toBe(1);
    expect(await countJobs()).toBe(0);
  });
});

describe("a slip", () => {
  test("that cannot be drawn by a fault of the node's own fails, and keeps none behind it from the printer", async () => {
    const poisoned = await bench.arrive("Asha Patil");
    const [job] = await jobsOf(bench.branch, bench.desk, poisoned.appointment.id);
    const data = JSON.stringify({ ...job?.data, time_zone: "Nowhere/At_All" });
    await bench.branch.store.write(bench.desk, (session) =>
      session.query("UPDATE print_jobs SET data = ? WHERE id = ?", [data, job?.id ?? ""]),
    );
    const next = await bench.arrive("Ravi Kale");
    const faults: string[] = [];
    const log = createLogger((line) => void faults.push(line), {}, Date.now);
    const printers = [printerAt(bench.printer.port, { timeouts: shortTimeouts })];
    const onJob = () => undefined;
    const spooler = await startSpooler({ ...bench.branch, ...bench.desk, printers, log, onJob });
    await bench.job(next.appointment.id, ["printed"]);
    const failed = await bench.job(poisoned.appointment.id, ["failed"]);
    expect(failed).toMatchObject({ last_error: "drawing_failed", stage: null, attempts: 0 });
    expect(slips(poisoned.appointment.id)).toEqual([]);
    expect(slips(next.appointment.id)).toHaveLength(1);
    expect(faults.filter((line) => line.includes("print.draw_fault"))).toHaveLength(1);
    await spooler.stop();
  });

  test("is printed once, and says what it should, a Hindi name included", async () => {
    await bench.spool();
    const { patient, appointment } = await bench.arrive("लक्ष्मी अय्यर");
    const job = await bench.job(appointment.id, ["printed"]);
    const expected = printoutOf(
      await buildTokenSlip(
        {
          facilityName: "Tenant PUN",
          branchName: "Branch PUN1",
          department: "General Medicine",
          queueNo: 1,
          tokenCode: "GEN-001",
          patientName: "लक्ष्मी अय्यर",
          uhid: patient.uhid,
          providerName: "Anita Rao",
          issuedAt: localTimeText(appointment.created_at, "Asia/Kolkata"),
          qr: `EW1:T:${appointment.id}`,
          reprint: false,
        },
        epson80mm,
      ),
    );
    expect(bench.printer.printouts()).toEqual([expected]);
    expect(printoutRasters(expected)).toHaveLength(1);
    expect(bench.printer.machine().unknownCommands()).toEqual([]);
    expect(job).toMatchObject({ evidence: "acknowledged", attempts: 1, claimed_by: "desk" });
    expect(job.printed_at).not.toBeNull();
  });

  test("passes through its states in this order, each reported after its commit", async () => {
    await bench.spool();
    const { appointment } = await bench.arrive("Asha Patil");
    await bench.job(appointment.id, ["printed"]);
    expect(bench.seen.map(({ status, stage }) => `${status} ${stage}`)).toEqual([
      "printing sending",
      "printing body_sent",
      "printing trailer_sent",
      "printed trailer_sent",
    ]);
    expect(bench.seen.map(({ version }) => version)).toEqual([2, 3, 4, 5]);
  });

  test("of each of many who check in comes out once, in the order of their turns", async () => {
    await bench.spool();
    const turns: string[] = [];
    for (let patient = 0; patient < 20; patient += 1) {
      const { appointment } = await bench.arrive(`Patient ${"abcdefghijklmnopqrst"[patient]}`);
      turns.push(`EW1:T:${appointment.id}`);
    }
    for (const turn of turns) await bench.job(turn.slice("EW1:T:".length), ["printed"]);
    const codes = bench.printer.printouts().flatMap((printout) => printoutQrs(printout));
    expect(codes.map(({ content }) => content)).toEqual(turns);
  });

  test("waits while the printer is away, and comes in its turn when it is back", async () => {
    await bench.printer.takeAway();
    const spooler = await bench.spool();
    const first = await bench.arrive("Asha Patil");
    const second = await bench.arrive("Ravi Kumar");
    await until(() => (spooler.printerStates()[0]?.state === "unreachable" ? true : undefined));
    const [waiting] = await jobsOf(bench.branch, bench.desk, first.appointment.id);
    expect(waiting).toMatchObject({ status: "queued", attempts: 0 });
    await bench.printer.bringBack();
    await bench.job(second.appointment.id, ["printed"]);
    const order = bench.printer
      .printouts()
      .flatMap((printout) => printoutQrs(printout).map((qr) => qr.content));
    expect(order).toEqual([`EW1:T:${first.appointment.id}`, `EW1:T:${second.appointment.id}`]);
    expect(spooler.printerStates()[0]?.state).toBe("ok");
  });

  test.each([
    ["paper_out", { paperOut: true }],
    ["cover_open", { coverOpen: true }],
    ["offline", { offline: true }],
  ])(
    "waits while the printer says %s, which is shown, and comes by itself",
    async (state, change) => {
      bench.printer.machine().setState(change);
      const spooler = await bench.spool();
      const { appointment } = await bench.arrive("Asha Patil");
      await until(() => (spooler.printerStates()[0]?.state === state ? true : undefined));
      expect(bench.printer.printouts()).toEqual([]);
      bench.printer.machine().setState({ paperOut: false, coverOpen: false, offline: false });
      const job = await bench.job(appointment.id, ["printed"]);
      expect(job.attempts).toBe(1);
      expect(slips(appointment.id)).toHaveLength(1);
    },
  );

  test("reports an idle printer that ran out of paper", async () => {
    const spooler = await bench.spool();
    await until(() => (spooler.printerStates()[0]?.state === "ok" ? true : undefined));
    bench.printer.machine().setState({ paperOut: true });
    await until(() => (spooler.printerStates()[0]?.state === "paper_out" ? true : undefined));
    expect(bench.printer.printouts()).toEqual([]);
  });

  test("is a person's to look at after a power cut in the middle, and no second one comes by itself", async () => {
    bench.onChange((job) => {
      if (job.stage === "body_sent" && job.status === "printing")
        bench.printer.machine().powerCut();
    });
    const spooler = await bench.spool();
    const { appointment } = await bench.arrive("Asha Patil");
    const job = await bench.job(appointment.id, ["needs_review"]);
    expect(job).toMatchObject({ printed_at: null, evidence: null });
    spooler.wake();
    await spooler.stop();
    await bench.spool();
    await new Promise((resolve) => setTimeout(resolve, 1_800));
    expect(bench.printer.printouts()).toEqual([]);
    expect(await jobsOf(bench.branch, bench.desk, appointment.id)).toEqual([job]);
  });

  test("that was interrupted is taken off the paper as void before the next one", async () => {
    bench.printer.machine().setTcpFaults({ resetAfterBytes: 1_500 });
    await bench.spool();
    const broken = await bench.arrive("लक्ष्मी अय्यर लक्ष्मी अय्यर लक्ष्मी अय्यर");
    await bench.job(broken.appointment.id, ["needs_review"]);
    bench.printer.machine().setTcpFaults({});
    const next = await bench.arrive("Ravi Kumar");
    await bench.job(next.appointment.id, ["printed"]);
    const [voided, slip] = bench.printer.printouts();
    expect(bench.printer.printouts()).toHaveLength(2);
    expect(voided === undefined ? "" : printoutText(voided)).toContain("*** VOID ***");
    expect(slip === undefined ? "" : printoutText(slip)).not.toContain("GEN-001");
    expect(slips(next.appointment.id)).toEqual([slip]);
    expect(slips(broken.appointment.id)).toEqual([]);
  });

  test("on a printer that acknowledges nothing ends as sent, unconfirmed", async () => {
    bench.printer.machine().setTcpFaults({ isMute: true });
    await bench.spool(generic80mm);
    const { appointment } = await bench.arrive("Asha Patil");
    const job = await bench.job(appointment.id, ["sent_unconfirmed"]);
    expect(job).toMatchObject({ printed_at: null, evidence: null });
    await until(() => slips(appointment.id)[0]);
  });

  test("for a name that the fonts cannot draw comes out all the same, with a line for the name", async () => {
    await bench.spool();
    const strange = await bench.arrive("ꯃꯅꯤꯄꯨꯔ");
    const next = await bench.arrive("Ravi Kumar");
    await bench.job(strange.appointment.id, ["printed"]);
    await bench.job(next.appointment.id, ["printed"]);
    const [slip] = slips(strange.appointment.id);
    expect(slip === undefined ? "" : printoutText(slip)).toContain("________");
    expect(slip === undefined ? "" : printoutText(slip)).toContain(strange.patient.uhid);
    expect(bench.printer.printouts()).toHaveLength(2);
  });
});

test("two printers of one role share the slips: each comes out once, and one that is away delays none", async () => {
  const second = await startDeskPrinter();
  const third = await startDeskPrinter();
  await third.takeAway();
  const printers = [bench.printer, second, third].map(({ port }, index) =>
    printerAt(port, { id: `desk ${index}`, timeouts: shortTimeouts }),
  );
  const arrived = [];
  for (let index = 0; index < 12; index += 1) arrived.push(await bench.arrive("Asha Patil"));
  const log = errorLog(Date.now);
  const onJob = () => undefined;
  const spooler = await startSpooler({ ...bench.branch, ...bench.desk, printers, log, onJob });
  for (const { appointment } of arrived) await bench.job(appointment.id, ["printed"]);
  await spooler.stop();
  const printouts = [...bench.printer.printouts(), ...second.printouts()];
  expect(arrived.map(({ appointment }) => validSlips(printouts, appointment.id).length)).toEqual(
    arrived.map(() => 1),
  );
  expect(bench.printer.printouts().length).toBeGreaterThan(0);
  expect(second.printouts().length).toBeGreaterThan(0);
  await second.takeAway();
});

test("a slip that one printer is printing stays that printer's when another, which tried for it too, finds itself cut off", async () => {
  const gone = await startDeskPrinter();
  const cutOff = Promise.withResolvers<never>();
  const whole = printerAt(gone.port, { id: "desk 1", timeouts: shortTimeouts });
  let isCutOff = false;
  const open: PrinterTransport["open"] = (plan) =>
    isCutOff ? cutOff.promise : whole.transport.open(plan);
  const other = { ...whole, transport: { ...whole.transport, open } };
  const printers = [printerAt(bench.printer.port, { timeouts: shortTimeouts }), other];
  const seen: PrintJobRow[] = [];
  const onJob = (job: PrintJobRow) => {
    seen.push(job);
    if (job.stage === "body_sent") cutOff.reject(new TransportError("connect_timeout", 0));
  };
  const log = errorLog(Date.now);
  const spooler = await startSpooler({ ...bench.branch, ...bench.desk, printers, log, onJob });
  await until(() => spooler.printerStates().every(({ state }) => state === "ok") || undefined);
  isCutOff = true;
  const { appointment } = await checkIn(bench.branch, bench.desk, "Asha Patil");
  spooler.wake();
  await bench.job(appointment.id, ["printed"]);
  await until(() => spooler.printerStates()[1]?.state === "unreachable" || undefined);
  expect(seen.map(({ status, claimed_by: by }) => `${status} ${by}`)).toEqual([
    "printing desk",
    "printing desk",
    "printing desk",
    "printed desk",
  ]);
  expect(bench.printer.printouts()).toHaveLength(1);
  await spooler.stop();
  await gone.takeAway();
});

test("a printer that is blocked takes no further slip, also while another one is still being let go of", async () => {
  const answer = Promise.withResolvers<never>();
  const slow = printerAt(1, { id: "slow", queues: ["label"], timeouts: shortTimeouts });
  const mute = { ...slow, transport: { ...slow.transport, open: () => answer.promise } };
  const desk = printerAt(bench.printer.port, { timeouts: shortTimeouts });
  const [log, onJob] = [errorLog(Date.now), () => undefined];
  const printers = [mute, desk];
  const spooler = await startSpooler({ ...bench.branch, ...bench.desk, printers, log, onJob });
  await until(() => spooler.printerStates()[1]?.state === "ok" || undefined);
  const changed = { ...slow, revision: "changed" };
  const changes = [spooler.use([changed, desk]), spooler.use([changed])];
  const { appointment } = await checkIn(bench.branch, bench.desk, "Asha Patil");
  spooler.wake();
  // As long as a slip takes many times over.
  await pause(400);
  answer.reject(new TransportError("connect_timeout", 0));
  await Promise.all(changes);
  await spooler.stop();
  expect(bench.printer.printouts()).toEqual([]);
  const [job] = await jobsOf(bench.branch, bench.desk, appointment.id);
  expect(job).toMatchObject({ status: "queued", attempts: 0 });
});
