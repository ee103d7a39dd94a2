import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PrintingDesk } from "./printing-desk.ts";

/** How the printer of a proof is reached, and what it is registered as. */
export interface ProvenPrinter {
  /** A port of this machine, or a serial one at 9,600 baud. */
  readonly port?: number;
  readonly path?: string;
  /** As an Epson printer, or one of which nothing is known. */
  readonly acknowledges: boolean;
}

const child = fileURLToPath(new URL("printing-proof-child.ts", import.meta.url));

/** The process that prints, started anew whenever it was killed. */
export class Printing {
  kills = 0;
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;
  #isOver = false;

  constructor(desk: PrintingDesk, printer: ProvenPrinter) {
    const { place } = desk;
    const { tenantId, branchId } = desk.desk;
    this.#args = [place.folder, place.key, tenantId, branchId, JSON.stringify(printer)];
  }

  start(): void {
    const started = fork(child, this.#args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.#child = started;
    started.once("exit", () => {
      if (!this.#isOver) this.start();
    });
  }

  kill(): void {
    this.kills += 1;
    this.#child?.kill("SIGKILL");
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const last = this.#child;
    if (last === null || last.exitCode !== null || last.signalCode !== null) return;
    const gone = once(last, "exit");
    last.kill("SIGKILL");
    await gone;
  }
}

const over = ["printed", "sent_unconfirmed", "needs_review"] as const;

/** How many jobs have not come to an end. */
export async function countOpen({ branch, desk }: PrintingDesk): Promise<number> {
  return branch.store.read(desk, async ({ kysely }) => {
    const rows = await kysely
      .selectFrom("print_jobs")
      .select("id")
      .where("tenant_id", "=", desk.tenantId)
      .where("status", "not in", over)
      .execute();
    return rows.length;
  });
}

const stillMs = 120_000;

/** Resolves when fewer are open than before. @throws Error when nothing moves any more */
export async function progress(desk: PrintingDesk, left: number): Promise<void> {
  const end = performance.now() + stillMs;
  while ((await countOpen(desk)) >= left) {
    if (performance.now() > end) throw new Error(`${left} slips came to no end`);
    await new Promise((next) => setTimeout(next, 100));
  }
}
