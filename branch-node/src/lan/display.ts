import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Express } from "@edgeward/shared/http/express.ts";
import { roomsOf } from "@edgeward/shared/clinical/appointments/appointments.rooms.ts";
import { found } from "@edgeward/shared/write/write.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { localDate } from "@edgeward/shared/kernel/zones.ts";

/** What a waiting room sees: tokens and rooms, never names. */
export interface DisplayState {
  readonly branch_name: string;
  readonly department: string | null;
  readonly now_serving: readonly {
    readonly token_code: string;
    readonly room: string | null;
    readonly called_at: string | null;
  }[];
  readonly waiting: readonly { readonly token_code: string }[];
  readonly server_time: string;
  /** IANA name: the board shows the branch's own time of day. */
  readonly time_zone: string;
}

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
  const shown = calledOf(tokens).slice(0, shownCalls);
  const roomOf = await roomsOf({ db: session.kysely, tenantId }, shown);
  return {
    branch_name: branch.name,
    department: queue,
    now_serving: shown.map((token) => ({
      token_code: token.token_code ?? "",
      room: roomOf(token),
      called_at: token.called_at,
    })),
    waiting: waitingOf(tokens)
      .slice(0, shownWaiting)
      .map((token) => ({ token_code: token.token_code ?? "" })),
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
    const state = found(await display(request.params.code));
    response.setHeader("Cache-Control", "no-store").json(state);
  });
}
