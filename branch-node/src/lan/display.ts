import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Express } from "@edgeward/shared/http/express.ts";
import { knownDepartments } from "@edgeward/shared/clinical/departments/departments.commands.ts";
import { knownQueues } from "@edgeward/shared/clinical/queues/queues.commands.ts";
import { knownRooms } from "@edgeward/shared/clinical/rooms/rooms.commands.ts";
import { languagesOfScreens } from "@edgeward/shared/clinical/screen-settings/screen-settings.commands.ts";
import { localNamesOf, type LocalNames } from "@edgeward/shared/kernel/local-names.ts";
import type { Viewer } from "@edgeward/shared/db/read.ts";
import { roomsOf } from "@edgeward/shared/clinical/appointments/appointments.rooms.ts";
import { inList } from "@edgeward/shared/db/statements.ts";
import { found } from "@edgeward/shared/write/write.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { localDate } from "@edgeward/shared/kernel/zones.ts";

/** What a waiting room sees: tokens, rooms and doctors, never a patient's name. */
export interface DisplayState {
  readonly branch_name: string;
  /** The queue's code; null on the board of all queues. */
  readonly department: string | null;
  /** What the clinic calls the queue, or else the department of its code. */
  readonly department_names: LocalNames | null;
  /** What the board speaks, the first first. */
  readonly languages: readonly string[];
  readonly now_serving: readonly {
    readonly token_code: string;
    /** As the doctor's hours name it. */
    readonly room: string | null;
    readonly provider_name: string | null;
    /** What the clinic calls it, where it has said so. */
    readonly room_names: LocalNames | null;
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
  { db, tenantId }: Viewer,
  tokens: readonly Token[],
): Promise<ReadonlyMap<string, string>> {
  if (tokens.length === 0) return new Map();
  const rows = await db
    .selectFrom("staff")
    .select(["id", "name"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList([...new Set(tokens.map((token) => token.provider_id))]))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function namesOfQueue(
  viewer: Viewer,
  branchId: string,
  code: string | null,
): Promise<LocalNames | null> {
  if (code === null) return null;
  const queue = (await knownQueues(viewer, branchId)).get(code);
  const named = queue ?? (await knownDepartments(viewer)).get(code);
  return named === undefined ? null : localNamesOf(named);
}

async function servingOf(
  viewer: Viewer,
  branchId: string,
  called: readonly Token[],
): Promise<DisplayState["now_serving"]> {
  const shown = called.slice(0, shownCalls);
  const [roomOf, rooms, doctors] = await Promise.all([
    roomsOf(viewer, shown),
    knownRooms(viewer, [branchId]),
    providerNames(viewer, shown),
  ]);
  return shown.map((token) => {
    const room = roomOf(token);
    const named = room === null ? undefined : rooms(branchId, room);
    return {
      token_code: token.token_code ?? "",
      room,
      room_names: named === undefined ? null : localNamesOf(named),
      provider_name: doctors.get(token.provider_id) ?? null,
      called_at: token.called_at,
    };
  });
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
  const viewer = { db: session.kysely, tenantId };
  const waiting = waitingOf(tokens);
  return {
    branch_name: branch.name,
    department: queue,
    department_names: await namesOfQueue(viewer, branchId, queue),
    languages: await languagesOfScreens(viewer, branchId),
    now_serving: await servingOf(viewer, branchId, calledOf(tokens)),
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
