import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Express } from "@edgeward/shared/http/express.ts";
import { roomsOf } from "@edgeward/shared/clinical/appointments/appointments.rooms.ts";
import { inList } from "@edgeward/shared/db/statements.ts";
import { found } from "@edgeward/shared/write/write.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { localDate } from "@edgeward/shared/kernel/zones.ts";

/** What a waiting room sees: tokens, rooms and doctors, never a patient's name. */
export interface DisplayState {
  readonly branch_name: string;
  readonly department: string | null;
  readonly now_serving: readonly {
    readonly token_code: string;
    readonly room: string | null;
    readonly provider_name: string | null;
    readonly called_at: string | null;
  }[];
  /** The first of those who wait. */
  readonly waiting: readonly { readonly token_code: string }[];
  /** How many wait, shown or not. */
  readonly waiting_count: number;
  readonly server_time: string;
  /** IANA name: the board shows the branch's own time of day. */
  readonly time_zone: string;
}

/** The tables whose rows a board shows. */
export const shownTables: ReadonlySet<string> = new Set(["appointments", "staff", "branches"]);

/** The form of a board's code: `all`, or a queue. */
export const displayCode = /^[a-z0-9-]{1,40}$/u;

const shownCalls = 5;
const shownWaiting = 30;

async function tokensOf(
  session: Session,
  tenantId: string,
  branchId: string,
  date: string,
  queue: string | null,
) {
  const query = session.kysely
    .selectFrom("appointments")
    .select([
      "branch_id",
      "provider_id",
      "slot_time",
      "token_code",
      "status",
      "called_at",
      "queue_no",
    ])
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("business_date", "=", date)
    .where("token_code", "is not", null)
    .where("status", "in", ["checked_in", "in_consultation"]);
  return (queue === null ? query : query.where("queue_code", "=", queue))
    .orderBy("queue_no")
    .execute();
}

type Token = Awaited<ReturnType<typeof tokensOf>>[number];

/** Who is called or with a provider, the latest first. */
function calledOf(tokens: readonly Token[]): readonly Token[] {
  return tokens
    .filter((token) => token.called_at !== null || token.status === "in_consultation")
    .toSorted((one, other) => ((one.called_at ?? "") < (other.called_at ?? "") ? 1 : -1));
}

function waitingOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token) => token.called_at === null && token.status === "checked_in");
}

async function providerNames(
  session: Session,
  tenantId: string,
  tokens: readonly Token[],
): Promise<ReadonlyMap<string, string>> {
  if (tokens.length === 0) return new Map();
  const rows = await session.kysely
    .selectFrom("staff")
    .select(["id", "name"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList([...new Set(tokens.map((token) => token.provider_id))]))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function showCalls(
  session: Session,
  tenantId: string,
  tokens: readonly Token[],
): Promise<DisplayState["now_serving"]> {
  const shown = calledOf(tokens).slice(0, shownCalls);
  const roomOf = await roomsOf({ db: session.kysely, tenantId }, shown);
  const names = await providerNames(session, tenantId, shown);
  return shown.map((token) => ({
    token_code: token.token_code ?? "",
    room: roomOf(token),
    provider_name: names.get(token.provider_id) ?? null,
    called_at: token.called_at,
  }));
}

/** The board of a code: `all` for the whole branch, else one queue. Null for a branch that is not known. */
export async function readDisplay(
  session: Session,
  tenantId: string,
  branchId: string,
  code: string,
  now: number,
): Promise<DisplayState | null> {
  const branch = await session.kysely
    .selectFrom("branches")
    .select(["name", "time_zone"])
    .where("tenant_id", "=", tenantId)
    .where("id", "=", branchId)
    .executeTakeFirst();
  if (branch === undefined) return null;
  const queue = code === "all" ? null : code;
  const tokens = await tokensOf(
    session,
    tenantId,
    branchId,
    localDate(now, branch.time_zone),
    queue,
  );
  const waiting = waitingOf(tokens);
  return {
    branch_name: branch.name,
    department: queue,
    now_serving: await showCalls(session, tenantId, tokens),
    waiting: waiting
      .slice(0, shownWaiting)
      .map((token) => ({ token_code: token.token_code ?? "" })),
    waiting_count: waiting.length,
    server_time: isoInstant(now),
    time_zone: branch.time_zone,
  };
}

/** Serves what a board shows, for pages that have no live connection. */
export function mountDisplay(
  app: Express,
  display: (code: string) => Promise<DisplayState | null>,
): void {
  app.get("/display/:code/state", async (request, response) => {
    const { code } = request.params;
    const state = found(displayCode.test(code) ? await display(code) : null);
    response.setHeader("Cache-Control", "no-store").json(state);
  });
}
