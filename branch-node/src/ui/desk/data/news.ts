import type { QueryClient } from "@tanstack/react-query";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { keysFor } from "./news-keys.ts";
import { StaleLists } from "./stale-lists.ts";

/** A record that was written: here, as the branch has answered it, or at another desk, as the branch has told it. */
interface Written {
  readonly entity: string;
  readonly entity_id: string;
  /** Which version of the record it is; left out where that is not said. */
  readonly entity_version?: number | undefined;
}

/** An appointment that this desk has written. */
export function writtenAppointment({ id, version }: Pick<Appointment, "id" | "version">): Written {
  return { entity: "appointment", entity_id: id, entity_version: version };
}

interface Told {
  readonly version: number;
  readonly at: number;
  readonly isRead: Promise<void>;
}

// What the branch answers to a write and what it tells of it come within this of each other, in either order.
const rememberedMs = 2_000;

/** Has the lists read that show what was written: once for each write, however often and in whichever way it is told. */
export class News {
  readonly #stale: StaleLists;
  readonly #now: () => number;
  readonly #told = new Map<string, Told>();

  constructor(stale: StaleLists, now: () => number = Date.now) {
    this.#stale = stale;
    this.#now = now;
  }

  /** Tells of a write. Resolves when what shows it has been read. */
  tell({ entity, entity_id: id, entity_version: version }: Written): Promise<void> {
    this.#forget();
    const known = this.#told.get(id);
    if (version !== undefined && known !== undefined && known.version >= version)
      return known.isRead;
    const isRead = this.#stale.add(keysFor(entity));
    this.#told.delete(id);
    if (version !== undefined) this.#told.set(id, { version, isRead, at: this.#now() });
    return isRead;
  }

  /** Forgets what was told: whoever hears again reads everything anew. */
  end(): void {
    this.#told.clear();
    this.#stale.end();
  }

  #forget(): void {
    for (const [id, { at }] of this.#told)
      if (this.#now() - at > rememberedMs) this.#told.delete(id);
  }
}

const known = new WeakMap<QueryClient, News>();

/** The news of a cache: what its page writes and what it hears are told in one place. */
export function newsOf(queries: QueryClient): News {
  const news = known.get(queries) ?? new News(new StaleLists(queries));
  known.set(queries, news);
  return news;
}
