import * as z from "zod";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { startDeskPrinter } from "#offline/printing/desk-printer.ts";
import {
  eventOf,
  isPrinted,
  openPage,
  readyPrinter,
  setStatus,
  type DeviceDesk,
} from "./device-desk.ts";
import type { Finding } from "./figures.ts";
import { TimedLine, type LineMessage } from "./timed-line.ts";
import { since, waitFinding, type Wait } from "./waits.ts";

const boardShape = z.object({
  type: z.literal("display"),
  state: z.object({ waiting: z.array(z.object({ token_code: z.string() })) }),
});

/** Whether a board is shown that token among those that wait. */
function boardHas(code: string | null): (message: LineMessage) => boolean {
  return (message) =>
    boardShape.safeParse(message).data?.state.waiting.some((one) => one.token_code === code) ??
    false;
}

interface Places {
  readonly desk: DeviceDesk;
  /** Another desk than the one that books. */
  readonly other: TimedLine;
  readonly board: TimedLine;
  /** When each slip came out. */
  readonly slips: number[];
}

interface TokenWaits {
  readonly answered: Wait;
  readonly reported: Wait;
  readonly shown: Wait;
  readonly slip: Wait;
}

async function bookOnce(
  { desk, other, board, slips }: Places,
  patientId: string,
): Promise<TokenWaits> {
  other.forget();
  board.forget();
  slips.splice(0);
  const body = { patient_id: patientId, provider_id: desk.providerId, source: "walk_in" } as const;
  const began = performance.now();
  const { body: visit } = await desk.client.call(appointmentsContract.create, { body });
  const answered: Wait = performance.now() - began;
  const reported = since(began, await other.seen(eventOf("appointment.checked_in", visit.id)));
  const shown = since(began, await board.seen(boardHas(visit.token_code)));
  await other.seen(isPrinted);
  const slip = since(began, slips[0] ?? null);
  // A board shows thirty that wait, so those that were measured make room.
  await desk.client.call(appointmentsContract.cancel, { params: { id: visit.id } });
  return { answered, reported, shown, slip };
}

/** How soon others know of a token that one desk has given to a walk-in, and how soon its slip is out. */
export async function tokenContest(desk: DeviceDesk, samples: number): Promise<readonly Finding[]> {
  const printer = await startDeskPrinter();
  const slips: number[] = [];
  printer.onPrintout(() => void slips.push(performance.now()));
  const device = await readyPrinter(desk, printer.port, ["token"]);
  const other = await openPage(desk);
  const board = await TimedLine.open(desk.url, "display=all");
  const query = { limit: String(samples) };
  const { body } = await desk.client.call(patientsContract.list, { query });
  const waits: TokenWaits[] = [];
  for (const { id } of body.data) waits.push(await bookOnce({ desk, other, board, slips }, id));
  await setStatus(desk, device, "retired");
  for (const line of [other, board]) line.cut();
  await printer.takeAway();
  // The first slip loads fonts and the drawing engine.
  const warm = waits.slice(1);
  const of = (pick: (wait: TokenWaits) => Wait) => warm.map(pick);
  const must = "max ≤ 2000";
  return [
    waitFinding(
      "walk-in: booked → answered",
      null,
      of(({ answered }) => answered),
    ),
    waitFinding(
      "walk-in: booked → another desk notified",
      must,
      of(({ reported }) => reported),
    ),
    waitFinding(
      "walk-in: booked → board shows it",
      must,
      of(({ shown }) => shown),
    ),
    waitFinding(
      "walk-in: booked → slip cut",
      null,
      of(({ slip }) => slip),
    ),
    waitFinding(
      "walk-in: the first slip since the start",
      null,
      waits.slice(0, 1).map(({ slip }) => slip),
    ),
  ];
}
