import { devicesTable, type DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";
import { devicesOfBranch } from "@edgeward/shared/clinical/devices/devices.queries.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import type { WrittenUnit, OpenWrite, WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { PrinterState } from "./printer-state.ts";
import { printerConfigs } from "./printer-config.ts";
import { notePrinterHealth } from "./printer-health.ts";
import { registerSettingsPrinters, type SettingsPrinter } from "./settings-printers.ts";
import { startSpooler, type Spooler } from "./spooler.ts";

/** What pages are notified of jobs and printers. */
export type PrintNews =
  | { readonly type: "print"; readonly job: Pick<PrintJobRow, "id" | "status"> }
  | { readonly type: "printer"; readonly printer: Pick<PrinterState, "id" | "state"> };

/** What a branch's print room needs of the node. */
export interface PrintRoomOptions {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly tenantId: string;
  readonly branchId: string;
  readonly settingsPrinters: readonly SettingsPrinter[];
  readonly log: Logger;
  /** Notified after the commit of each change of a job or a printer, as pages receive it. */
  readonly onNews: (message: PrintNews) => void;
  /** Notified after the commit of what the room itself writes. */
  readonly onWritten: (unit: WrittenUnit | null) => void;
  readonly fallbackAfterMs?: number;
}

/** The printers that are registered at a branch, at work: it prints on them, and keeps the register up to date with how they are. */
export class PrintRoom {
  readonly #options: PrintRoomOptions;
  #spooler: Spooler | null = null;
  #writing: Promise<void> = Promise.resolve();
  #following: Promise<void> = Promise.resolve();

  constructor(options: PrintRoomOptions) {
    this.#options = options;
  }

  /** Registers what the settings name, and begins to print. */
  async start(): Promise<void> {
    const { settingsPrinters, branchId, onNews } = this.#options;
    await this.#write("device.register", (write) =>
      registerSettingsPrinters(write, branchId, settingsPrinters),
    );
    this.#spooler = await startSpooler({
      ...this.#options,
      printers: printerConfigs(await this.#devices()),
      onJob: ({ id, status }) => onNews({ type: "print", job: { id, status } }),
      onPrinter: (state) => this.#note(state),
    });
  }

  /** Looks at what has just been committed: a device that changed, a job to print. */
  written(unit: WrittenUnit | null): void {
    this.#spooler?.wake();
    const touches = unit?.rows.some(({ table }) => table.name === devicesTable.name);
    if (touches === true) this.#follow();
  }

  printerStates(): readonly PrinterState[] {
    return this.#spooler?.printerStates() ?? [];
  }

  /** Prints what is being printed, and ends. */
  async stop(): Promise<void> {
    await this.#spooler?.stop();
    await this.#writing;
  }

  #devices(): Promise<readonly DeviceRow[]> {
    const { store, tenantId, branchId } = this.#options;
    return store.read({ tenantId }, ({ kysely }) => devicesOfBranch(kysely, tenantId, branchId));
  }

  // Read one after another: of two readings of the register the later is the one that counts. What is let go of is not waited
  // for: a printer that is blocked meanwhile takes no further job.
  #follow(): void {
    const failed = (error: unknown) => this.#options.log.error("print.register_fault", {}, error);
    this.#following = this.#following
      .then(() => this.#devices())
      .then((rows) => {
        this.#spooler?.use(printerConfigs(rows)).catch(failed);
      })
      .catch(failed);
  }

  // One after another: of two findings of one printer the later is the one that stays.
  #note(state: PrinterState): void {
    const { id, state: health } = state;
    this.#writing = this.#writing
      .then(() => this.#write("device.note_health", (write) => notePrinterHealth(write, state)))
      .then(() => this.#options.onNews({ type: "printer", printer: { id, state: health } }))
      .catch((error: unknown) => this.#options.log.error("print.health_fault", {}, error));
  }

  async #write(operation: string, work: (write: OpenWrite) => Promise<void>): Promise<void> {
    const { store, runtime, tenantId, onWritten } = this.#options;
    const unit = await store.write({ tenantId }, async (session) => {
      const origin = branchOrigin(this.#options, "system", "system");
      const write = openWrite(session, runtime, origin, operation);
      await work(write);
      return write.flush([]);
    });
    if (unit !== null) onWritten(unit);
  }
}
