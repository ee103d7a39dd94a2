import type { Session } from "@edgeward/shared/db/session.ts";
import type { Lane } from "./postgres-lane.ts";
import { NumbersGivenBack, SharedRun, type SharedCommand } from "./shared-run.ts";

// More than this in one transaction would make the first of them wait long.
const maximumGroup = 64;
const sqlState = /^[0-9A-Z]{5}$/;
// Of the connection, of the server's means, of an operator: nothing that another attempt at once would better.
const hopeless = /^(?:08|53|57|58)/;

type Work = (session: Session) => Promise<unknown>;

interface Job extends SharedCommand {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting {
  readonly jobs: Job[];
  isBusy: boolean;
}

/** What the writer needs of the store. */
export interface GroupWriterOptions {
  readonly instance: string;
  /** Begins a transaction of a tenant, has work done in it and commits it; `onCommit` when the commit has been sent. */
  readonly transaction: <T>(
    tenantId: string,
    work: (lane: Lane) => Promise<T>,
    onCommit: () => void,
  ) => Promise<T>;
  /** Runs one piece of work in a transaction of its own. */
  readonly alone: (tenantId: string, work: Work) => Promise<unknown>;
}

/** Whether the commands of a group that failed so should run again, each by itself. */
function isWorthAnother(error: unknown): boolean {
  if (error instanceof NumbersGivenBack) return true;
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && sqlState.test(code) && !hopeless.test(code);
}

/**
 * Commands of one tenant that wait together share one transaction and so one commit; each is answered after it. Where one
 * of them makes the database refuse, all are undone and each runs by itself, so that none fails for another.
 */
export class GroupWriter {
  readonly #options: GroupWriterOptions;
  readonly #tenants = new Map<string, Waiting>();

  constructor(options: GroupWriterOptions) {
    this.#options = options;
  }

  /** Has work done in the next transaction of a tenant; what needs one of its own is then run again in it. */
  write(tenantId: string, work: Work): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting = this.#tenants.get(tenantId) ?? { jobs: [], isBusy: false };
      this.#tenants.set(tenantId, waiting);
      waiting.jobs.push({ run: work, resolve, reject });
      // Requests of the same moment come in while the event loop turns once.
      if (waiting.jobs.length === 1) setImmediate(() => this.#begin(tenantId, waiting));
    });
  }

  // One group of a tenant at a time takes locks, so that none waits for another in a circle; the next begins while this
  // one waits for the disk.
  #begin(tenantId: string, waiting: Waiting): void {
    if (waiting.isBusy) return;
    if (waiting.jobs.length === 0) {
      this.#tenants.delete(tenantId);
      return;
    }
    waiting.isBusy = true;
    const group = waiting.jobs.splice(0, maximumGroup);
    let isOver = false;
    const goOn = () => {
      if (isOver) return;
      isOver = true;
      waiting.isBusy = false;
      this.#begin(tenantId, waiting);
    };
    void this.#run(tenantId, group, goOn).finally(goOn);
  }

  async #run(tenantId: string, group: readonly Job[], onCommit: () => void): Promise<void> {
    const { transaction, instance } = this.#options;
    try {
      const outcomes = await transaction(
        tenantId,
        (lane) => new SharedRun(lane, instance, tenantId).all(group),
        onCommit,
      );
      for (const [index, job] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome?.kind === "done") job.resolve(outcome.value);
        else if (outcome?.kind === "failed") job.reject(outcome.error);
        else this.#runAlone(tenantId, job);
      }
    } catch (error) {
      for (const job of group) {
        if (isWorthAnother(error)) this.#runAlone(tenantId, job);
        else job.reject(error);
      }
    }
  }

  #runAlone(tenantId: string, job: Job): void {
    this.#options.alone(tenantId, job.run).then(job.resolve, job.reject);
  }
}
