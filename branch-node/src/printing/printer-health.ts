import { noteHealth } from "@edgeward/shared/clinical/devices/devices.commands.ts";
import {
  devicesTable,
  type DeviceRow,
  type KeptHealth,
} from "@edgeward/shared/clinical/devices/devices.table.ts";
import type { HealthStatus } from "@edgeward/shared/clinical/devices/device-values.contract.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { PrinterState } from "./printer-state.ts";

// A queue of the operating system takes everything, whether or not a printer stands behind it.
function canReport(row: DeviceRow, { state }: PrinterState): boolean {
  return row.connection?.kind !== "spooler" || state === "unreachable";
}

function statusOf({ state, isPaperLow }: PrinterState): HealthStatus {
  switch (state) {
    case "unknown":
      return "unknown";
    case "ok":
      return isPaperLow === true ? "degraded" : "online";
    case "paper_out":
    case "cover_open":
    case "cutter_error":
      return "error";
    case "offline":
    case "unreachable":
      return "offline";
  }
}

function paperStateOf({ state, isPaperLow }: PrinterState): KeptHealth["paper"] {
  if (state === "paper_out") return "out";
  if (isPaperLow === null) return null;
  return isPaperLow ? "low" : "ok";
}

// Another printer at the same place is said until somebody has seen to it.
function identityBefore(kept: KeptHealth | null, identity: string | null): string | null {
  const said = kept?.answers?.identity ?? null;
  const before = kept?.answers?.identity_before ?? null;
  if (identity === null || said === null || said === identity) return before;
  return before === identity ? null : (before ?? said);
}

function answersOf(
  { answers }: PrinterState,
  kept: KeptHealth | null,
): Pick<KeptHealth, "answers"> {
  if (answers === null) return kept?.answers === undefined ? {} : { answers: kept.answers };
  const {
    identity,
    reportsStatus: tells_status,
    reportsPaper,
    confirms,
    language = null,
  } = answers;
  const tells_paper = tells_status || reportsPaper === true;
  const identity_before = identityBefore(kept, identity);
  return { answers: { identity, tells_status, tells_paper, confirms, language, identity_before } };
}

/** Notes on a device what its printer's worker found; nothing for one that is not to work. */
export async function notePrinterHealth(write: Write, found: PrinterState): Promise<void> {
  const row = await write.load(devicesTable, found.id);
  if (row === null || row.status !== "active") return;
  // That a queue which refused takes jobs again is all that is known of it then.
  const isQueueBack = !canReport(row, found) && row.health_status !== "unknown";
  if (!canReport(row, found) && !isQueueBack) return;
  const reportsCover = found.state === "cover_open" || found.isPaperLow !== null;
  noteHealth(write, row, {
    status: isQueueBack ? "unknown" : statusOf(found),
    detail: {
      since: found.since,
      last_seen_at: found.lastSeenAt,
      paper: paperStateOf(found),
      cover_open: reportsCover ? found.state === "cover_open" : null,
      error_code: found.state === "ok" || found.state === "unknown" ? null : found.state,
      drawer_open: found.isDrawerOpen,
      ...answersOf(found, row.health),
    },
  });
}
