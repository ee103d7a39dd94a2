import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { startDeskPrinter, type DeskPrinter } from "#offline/printing/desk-printer.ts";
import { openPage, readyPrinter, setStatus, untilShown, type DeviceDesk } from "./device-desk.ts";
import type { Finding } from "./figures.ts";
import type { LineMessage, TimedLine } from "./timed-line.ts";
import { inventBodies } from "./people.ts";
import { since, waitFinding, type Wait } from "./waits.ts";

/** What can be wrong with a printer, and how a desk is notified. */
interface Trouble {
  readonly name: string;
  readonly state: string;
  readonly health: Device["health_status"];
  readonly begin: (printer: DeskPrinter) => void | Promise<void>;
  readonly end: (printer: DeskPrinter) => void | Promise<void>;
}

const troubles: readonly Trouble[] = [
  {
    name: "paper out",
    state: "paper_out",
    health: "error",
    begin: (printer) => printer.machine().setState({ paperOut: true }),
    end: (printer) => printer.machine().setState({ paperOut: false }),
  },
  {
    name: "cover open",
    state: "cover_open",
    health: "error",
    begin: (printer) => printer.machine().setState({ coverOpen: true }),
    end: (printer) => printer.machine().setState({ coverOpen: false }),
  },
  {
    name: "switched offline",
    state: "offline",
    health: "offline",
    begin: (printer) => printer.machine().setState({ offline: true }),
    end: (printer) => printer.machine().setState({ offline: false }),
  },
  {
    name: "power gone",
    state: "unreachable",
    health: "offline",
    begin: (printer) => printer.takeAway(),
    end: (printer) => printer.bringBack(),
  },
];

// A printer is asked about once a second: what happens to it begins at another moment of that second each time.
const askedEveryMs = 1_000;
// As long as it takes until a printer that cannot print is asked at its slowest, and then at another moment of that.
const lastsMs = 4_000;
const slowestMs = 5_000;
/** Printers that have the same trouble, each at another moment. */
const lanes = 3;

const newsShape = z.object({ printer: z.object({ id: z.string(), state: z.string() }) });

/** Whether a page is notified that a printer is so. */
function printerNews(id: string, state: string): (message: LineMessage) => boolean {
  return (message) => {
    const { data } = newsShape.safeParse(message);
    return data?.printer.id === id && data.printer.state === state;
  };
}

interface TroubleWaits {
  readonly reported: Wait[];
  readonly shown: Wait[];
  readonly well: Wait[];
}

/** What is done to one printer, and who watches it. */
interface Lane {
  readonly desk: DeviceDesk;
  readonly trouble: Trouble;
  readonly printer: DeskPrinter;
  readonly device: Device;
  readonly page: TimedLine;
}

/** One trouble, from its beginning to its end. @param phase which part of a second, from 0 to 1, it begins in */
async function watchOnce(lane: Lane, phase: number, waits: TroubleWaits): Promise<void> {
  const { desk, trouble, printer, device, page } = lane;
  await delay(phase * askedEveryMs);
  page.forget();
  const began = performance.now();
  await trouble.begin(printer);
  waits.reported.push(since(began, await page.seen(printerNews(device.id, trouble.state))));
  waits.shown.push(since(began, await untilShown(desk, device, trouble.health)));
  await delay(lastsMs + phase * slowestMs);
  const ended = performance.now();
  await trouble.end(printer);
  waits.well.push(since(ended, await page.seen(printerNews(device.id, "ok"))));
}

/** A printer that has one trouble again and again, watched by a page of its own. */
async function watchPrinter(
  desk: DeviceDesk,
  trouble: Trouble,
  phases: readonly number[],
): Promise<TroubleWaits> {
  const printer = await startDeskPrinter();
  const page = await openPage(desk);
  const device = await readyPrinter(desk, printer.port);
  const waits: TroubleWaits = { reported: [], shown: [], well: [] };
  for (const phase of phases)
    await watchOnce({ desk, trouble, printer, device, page }, phase, waits);
  await setStatus(desk, device, "retired");
  page.cut();
  await printer.takeAway();
  return waits;
}

async function watchTrouble(desk: DeviceDesk, trouble: Trouble, samples: number) {
  const phases = Array.from({ length: samples }, (_, sample) => sample / samples);
  const all = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      watchPrinter(
        desk,
        trouble,
        phases.filter((_phase, index) => index % lanes === lane),
      ),
    ),
  );
  const { name } = trouble;
  const must = "max ≤ 2000";
  return [
    waitFinding(
      `printer: ${name} → desk notified`,
      must,
      all.flatMap(({ reported }) => reported),
    ),
    waitFinding(
      `printer: ${name} → GET /v1/devices`,
      must,
      all.flatMap(({ shown }) => shown),
    ),
    waitFinding(
      `printer: ${name}, over → desk notified`,
      null,
      all.flatMap(({ well }) => well),
    ),
  ];
}

// Every commit of the branch wakes its printers: a morning at some desks, where drafts are kept as they are typed.
const pauseMs = 50;

/** Registers people at the desk, one after another, until the work is done. */
async function besideABusyDesk<T>({ client }: DeviceDesk, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  for (const body of inventBodies(2_000, 43)) {
    if (isDone) break;
    await client.call(patientsContract.create, { body });
    await delay(pauseMs);
  }
  return done;
}

/** How soon a desk knows what is wrong with a printer, and that it is well again. */
export async function printerStateContest(
  desk: DeviceDesk,
  samples: number,
): Promise<readonly Finding[]> {
  const calm = await Promise.all(troubles.map((trouble) => watchTrouble(desk, trouble, samples)));
  const busy = troubles
    .slice(0, 1)
    .map((trouble) =>
      watchTrouble(desk, { ...trouble, name: `${trouble.name}, busy desk` }, Math.min(samples, 9)),
    );
  return [...calm, ...(await besideABusyDesk(desk, Promise.all(busy)))].flat();
}
