import { printoutQrs, printoutText } from "@edgeward/devices/virtual/printout.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { printRoomOf, registerPrinter, startPrintBench, type PrintBench } from "./print-bench.ts";
import { until } from "./printing-desk.ts";
import { startDeskPrinter, type DeskPrinter } from "./desk-printer.ts";

const receipt = {
  receipt_no: "R-17",
  received_at: "2026-11-21T10:00:00.000Z",
  patient: { name: "Asha Patil", uhid: "PUN1-00001-X" },
  currency: "INR",
  amount_minor: 12_500,
  method: "cash",
} as const;

/** Whether a job is on paper, and said to be by its printer. */
export const isPrinted = ({ status }: PrintJob) => status === "printed";

/** How many slips of tokens came out of a printer. */
export function slipsOf(printer: DeskPrinter): number {
  return printer.printouts().flatMap((printout) => printoutQrs(printout)).length;
}

/** What stands on the printouts that came out of a printer. */
export function textsOf(printer: DeskPrinter): readonly string[] {
  return printer.printouts().map((printout) => printoutText(printout));
}

/** The desk of a branch that prints on registered printers, and what somebody does at it. */
export class PrintRoomDesk {
  readonly bench: PrintBench;
  /** What pages were notified of the states of printers. */
  readonly reported: readonly string[];
  readonly #printers: DeskPrinter[] = [];

  private constructor(bench: PrintBench, reported: readonly string[]) {
    this.bench = bench;
    this.reported = reported;
  }

  static async open(): Promise<PrintRoomDesk> {
    const reported: string[] = [];
    const bench = await startPrintBench({
      onNews: (news) => {
        if (news.type === "printer") reported.push(news.printer.state);
      },
      fallbackAfterMs: 300,
    });
    return new PrintRoomDesk(bench, reported);
  }

  get client(): Client {
    return this.bench.client;
  }

  /** Lets another print room take over, that reads from this store. */
  async printFrom(store: Store): Promise<void> {
    await this.bench.room.stop();
    this.bench.room = printRoomOf(this.bench.node, { store, fallbackAfterMs: 300 });
    await this.bench.room.start();
  }

  async close(): Promise<void> {
    await this.bench.stop();
    for (const printer of this.#printers.splice(0)) await printer.takeAway();
  }

  async newPrinter(): Promise<DeskPrinter> {
    const printer = await startDeskPrinter();
    this.#printers.push(printer);
    return printer;
  }

  /** Registers a printer for tokens at a port of this machine. */
  registered(port: number, rest: object = {}): Promise<Device> {
    const own = { serial_no: `S-${port}`, ...rest, roles: ["token"] };
    return registerPrinter(this.client, "escpos_80", port, own);
  }

  change(device: Device, body: object) {
    return this.client.call(devicesContract.update, { params: { id: device.id }, body });
  }

  async read(device: Device): Promise<Device> {
    return (await this.client.call(devicesContract.get, { params: { id: device.id } })).body;
  }

  isIn(device: Device, health: string): Promise<Device> {
    return until(async () => {
      const now = await this.read(device);
      return now.health_status === health ? now : undefined;
    });
  }

  /** Somebody walks in, and their slip is queued. */
  async arrival(): Promise<PrintJob> {
    const patient = await this.client.call(patientsContract.create, {
      body: { name: "Asha Patil", gender: "female", age_years: 40 },
    });
    const { body } = await this.client.call(appointmentsContract.create, {
      body: {
        patient_id: patient.body.id,
        provider_id: this.bench.node.tenant.doctorId,
        source: "walk_in",
      },
    });
    const query = { source_id: body.id };
    const [job] = (await this.client.call(printJobsContract.list, { query })).body.data;
    if (job === undefined) throw new Error("no slip was queued");
    return job;
  }

  reached(job: PrintJob, fits: (job: PrintJob) => boolean): Promise<PrintJob> {
    const request = { params: { id: job.id } };
    return until(async () => {
      const now = (await this.client.call(printJobsContract.get, request)).body;
      return fits(now) ? now : undefined;
    });
  }

  /** Asks for a receipt on paper. */
  async asked(receiptNo: string, rest: object = {}, method = "cash"): Promise<PrintJob> {
    const data = { ...receipt, receipt_no: receiptNo, method };
    const body = { document_type: "receipt", data, ...rest } as const;
    return (await this.client.call(printJobsContract.create, { body })).body;
  }

  decide(job: PrintJob, body: object) {
    const request = { params: { id: job.id }, body: { action: "cancel", ...body } } as const;
    return this.client.call(printJobsContract.update, request);
  }

  /** What was published of jobs, oldest first. */
  async printEvents(): Promise<readonly string[]> {
    const { node } = this.bench;
    const rows = await node.store.read({ tenantId: node.tenant.id }, ({ kysely }) =>
      kysely
        .selectFrom("domain_events")
        .select("event_type")
        .where("tenant_id", "=", node.tenant.id)
        .where("entity", "=", "print_jobs")
        .orderBy("id")
        .execute(),
    );
    return rows.map((row) => row.event_type);
  }
}
