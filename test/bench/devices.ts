import { openDeviceDesk } from "./device-desk.ts";
import { jobContest, rateContest } from "./device-jobs.ts";
import { printerStateContest } from "./device-printers.ts";
import { scannerContest } from "./device-scanners.ts";
import { heartbeatContest, shutContest } from "./device-screens.ts";
import { tokenContest } from "./device-tokens.ts";
import type { Finding } from "./figures.ts";
import type { World } from "./world.ts";

/** How often each step is done. */
const usual = {
  troubles: 21,
  shuts: 25,
  screens: 20,
  tokens: 81,
  scanner: { scans: 400, plugs: 20 },
  jobs: 20,
  rate: 10_000,
};

const quick = {
  troubles: 9,
  shuts: 10,
  screens: 8,
  tokens: 31,
  scanner: { scans: 100, plugs: 8 },
  jobs: 15,
  rate: 400,
};

/** What people wait for at devices, on the processes that a clinic runs: printers, screens, boards and scanners. */
export async function deviceContests(world: World): Promise<readonly Finding[]> {
  const { isQuick, pace } = world.options;
  const often = isQuick ? quick : usual;
  const desk = await openDeviceDesk(world);
  try {
    return [
      ...(await printerStateContest(desk, often.troubles)),
      ...(await shutContest(desk, often.shuts)),
      ...(await heartbeatContest(desk, often.screens)),
      ...(await tokenContest(desk, often.tokens)),
      ...(await scannerContest(desk, often.scanner)),
      ...(await jobContest(desk, { rounds: pace.rounds, jobs: often.jobs })),
      ...(await rateContest(desk, often.rate)),
    ];
  } finally {
    await desk.stop();
  }
}
