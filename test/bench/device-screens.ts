import { setTimeout as delay } from "node:timers/promises";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { pairScreen, type PairedDevice } from "#support/paired-device.ts";
import {
  eventOf,
  openPage,
  registerDevice,
  setStatus,
  untilShown,
  type DeviceDesk,
} from "./device-desk.ts";
import type { Finding } from "./figures.ts";
import { TimedLine } from "./timed-line.ts";
import { since, waitFinding, type Wait } from "./waits.ts";

const kinds = { kiosk: "kiosk_web", bedside_tablet: "tablet_web" } as const;

/** A screen that has been paired and is at work. */
interface Screen {
  readonly device: Device;
  readonly paired: PairedDevice;
}

/** Registers a screen and pairs it with a key of its own. */
async function newScreen(desk: DeviceDesk, kind: keyof typeof kinds): Promise<Screen> {
  const plan = { device_type: kind, driver_profile: kinds[kind] } as const;
  const device = await registerDevice(desk, plan);
  const paired = await pairScreen(desk.url, desk.client, device.id, kind);
  return { device, paired };
}

async function openLine({ url }: DeviceDesk, client: Client): Promise<TimedLine> {
  const { body } = await client.call(pairingContract.connect, { body: {} });
  return TimedLine.open(url, `ticket=${body.ticket}`);
}

/** When a request of the screen was refused; null when it was let in. */
async function refusedAt(client: Client): Promise<number | null> {
  try {
    await client.call(pairingContract.connect, { body: {} });
    return null;
  } catch {
    return performance.now();
  }
}

interface ShutWaits {
  readonly reported: Wait;
  readonly closed: Wait;
  readonly refused: Wait;
}

/** Locks a screen or takes it away, and watches what becomes of it. */
async function shutOnce(
  desk: DeviceDesk,
  { device, paired }: Screen,
  status: "blocked" | "retired",
): Promise<ShutWaits> {
  const client = await paired.client();
  const line = await openLine(desk, client);
  const word = status === "blocked" ? "locked" : "revoked";
  const began = performance.now();
  const reported = line.seen(({ type }) => type === word);
  await setStatus(desk, device, status);
  // The next request after the desk has its answer: it may not be let in any more.
  const refused = since(began, await refusedAt(client));
  const closed = since(began, await line.ended());
  return { reported: since(began, await reported), closed, refused };
}

function shutFindings(word: string, waits: readonly ShutWaits[]): readonly Finding[] {
  const must = "max ≤ 1000";
  return [
    waitFinding(
      `${word} → screen notified`,
      must,
      waits.map(({ reported }) => reported),
    ),
    waitFinding(
      `${word} → its connection closed`,
      must,
      waits.map(({ closed }) => closed),
    ),
    waitFinding(
      `${word} → its next request refused`,
      must,
      waits.map(({ refused }) => refused),
    ),
  ];
}

/** How soon a screen that is locked, or taken away, is shut out. */
export async function shutContest(desk: DeviceDesk, samples: number): Promise<readonly Finding[]> {
  const screens = [await newScreen(desk, "kiosk"), await newScreen(desk, "bedside_tablet")];
  const locks: ShutWaits[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    for (const screen of screens) {
      locks.push(await shutOnce(desk, screen, "blocked"));
      await setStatus(desk, screen.device, "active");
    }
  }
  const revocations: ShutWaits[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const screen = await newScreen(desk, sample % 2 === 0 ? "kiosk" : "bedside_tablet");
    revocations.push(await shutOnce(desk, screen, "retired"));
  }
  for (const { device } of screens) await setStatus(desk, device, "retired");
  return [...shutFindings("lock", locks), ...shutFindings("revoke", revocations)];
}

// Silence is looked for twice a second: each screen falls silent at another moment of the half second.
const lookMs = 500;

/** A screen that says once more that it is there, and then nothing, on a connection that stays open. */
async function fallSilent(desk: DeviceDesk, place: number, of: number) {
  const { device, paired } = await newScreen(desk, place % 2 === 0 ? "kiosk" : "bedside_tablet");
  const page = await openPage(desk);
  const line = await openLine(desk, await paired.client());
  await untilShown(desk, device, "online");
  await delay((place * lookMs) / of);
  const began = performance.now();
  line.send({ type: "heartbeat" });
  const reported = since(began, await page.seen(eventOf("device.offline", device.id)));
  const shown = since(began, await untilShown(desk, device, "offline"));
  await setStatus(desk, device, "retired");
  for (const end of [page, line]) end.cut();
  return { reported, shown };
}

/** How soon a desk knows that a screen is silent: so many of them at once. */
export async function heartbeatContest(
  desk: DeviceDesk,
  screens: number,
): Promise<readonly Finding[]> {
  const waits = await Promise.all(
    Array.from({ length: screens }, (_, place) => fallSilent(desk, place, screens)),
  );
  const must = "max ≤ 10000";
  return [
    waitFinding(
      "last heartbeat → desk notified",
      must,
      waits.map(({ reported }) => reported),
    ),
    waitFinding(
      "last heartbeat → GET /v1/devices",
      must,
      waits.map(({ shown }) => shown),
    ),
  ];
}
