import type { LinkState } from "#ui/net/live-socket.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";

/** How urgent a line of the status strip is; each has its own icon, so that colour never speaks alone. */
export type Tone = "good" | "busy" | "warning" | "danger";

/** A time that passed, in the unit that people would use. */
export interface Elapsed {
  readonly text: TextId;
  readonly count: number;
}

/** One entry of the status strip. */
export interface StatusLine {
  readonly key: string;
  readonly tone: Tone;
  readonly text: TextId;
  readonly values: Readonly<Record<string, string | number>>;
  /** How old the oldest of what is counted is, where that matters. */
  readonly age: Elapsed | null;
  /** The panel that says more, if there is one. */
  readonly opens: "sync" | "printing" | "trouble" | "devices" | "drafts" | null;
}

/** A printer that somebody has to see to. */
export interface PrinterTrouble {
  readonly name: string;
  readonly reason: string;
  /** How many documents wait for it. */
  readonly waiting: number;
}

/** What the strip is made of. */
export interface StatusFacts {
  readonly link: LinkState;
  readonly sync: SyncStatus | null;
  readonly printsToReview: number;
  /** Forms that the person at the desk has begun and not sent. */
  readonly unfinishedForms: number;
  /** Printers that somebody has to see to, each with what is wrong with it. */
  readonly printersInTrouble: readonly PrinterTrouble[];
  /** The names of scanners, kiosks and tablets that were there and are gone. */
  readonly devicesAway: readonly string[];
  readonly now: number;
  /** The time of day of an instant on the branch's clock, for people. */
  readonly clock: (iso: string) => string;
}

// Beyond this, times of day on records of this branch begin to mislead.
const tolerableSkew = 120_000;

/** How long ago something was, in the unit that people would use. */
export function elapsed(since: string, now: number): Elapsed {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 1) return { text: "elapsed.moment", count: 0 };
  if (minutes < 60) return { text: "elapsed.minutes", count: minutes };
  if (minutes < 48 * 60) return { text: "elapsed.hours", count: Math.floor(minutes / 60) };
  return { text: "elapsed.days", count: Math.floor(minutes / 1440) };
}

function line(
  key: string,
  tone: Tone,
  text: TextId,
  values: StatusLine["values"] = {},
  opens: StatusLine["opens"] = "sync",
): StatusLine {
  return { key, tone, text, values, age: null, opens };
}

function ageOfUnsent({ oldest_unsent_at: oldest }: SyncStatus, now: number): Elapsed | null {
  return oldest === null ? null : elapsed(oldest, now);
}

/** Whether what waits has only just been made, and is on its way. */
function isOnItsWay(sync: SyncStatus, now: number): boolean {
  if (sync.state !== "online" && sync.state !== "syncing") return false;
  return (ageOfUnsent(sync, now)?.text ?? "elapsed.moment") === "elapsed.moment";
}

function stateLine(sync: SyncStatus, { now, clock }: StatusFacts): StatusLine {
  const { unsent: count } = sync;
  switch (sync.state) {
    case "online":
      if (count === 0) return line("state", "good", "status.onlineSaved");
      if (isOnItsWay(sync, now)) return line("state", "good", "status.sending", { count });
      return line("state", "good", "status.online");
    case "syncing":
      return line("state", "busy", "status.syncing");
    case "offline":
      return line("state", "warning", "status.offline", { time: clock(sync.since) });
    case "blocked":
      return line("state", "danger", "status.blocked", { time: clock(sync.since) });
    case "disk_full":
      return line("state", "danger", "status.diskFull", { time: clock(sync.since) });
    case "stalled":
      return line("state", "warning", "status.stalled", { time: clock(sync.since) });
  }
}

function waitingLines(sync: SyncStatus, now: number): StatusLine[] {
  if (sync.unsent === 0 || isOnItsWay(sync, now)) return [];
  const tone = sync.state === "online" || sync.state === "syncing" ? "busy" : "warning";
  const age = ageOfUnsent(sync, now);
  return [{ ...line("unsent", tone, "status.unsent", { count: sync.unsent }), age }];
}

function attentionLines(sync: SyncStatus): StatusLine[] {
  const { conflicts, rejected, held, clock_skew_ms: skew } = sync;
  const isClockWrong = skew !== null && Math.abs(skew) > tolerableSkew;
  const minutes = Math.round(Math.abs(skew ?? 0) / 60_000);
  return [
    ...(conflicts > 0
      ? [line("conflicts", "warning", "status.conflicts", { count: conflicts })]
      : []),
    ...(rejected > 0 ? [line("rejected", "danger", "status.rejected", { count: rejected })] : []),
    ...(held > 0 ? [line("held", "warning", "status.held", { count: held })] : []),
    ...(isClockWrong ? [line("clock", "danger", "status.clock", { minutes })] : []),
  ];
}

function printerLines(troubles: readonly PrinterTrouble[]): StatusLine[] {
  const [trouble, ...others] = troubles;
  if (trouble === undefined) return [];
  const { name, reason, waiting: count } = trouble;
  const reported =
    others.length === 0
      ? line("printers", "danger", "status.printerTrouble", { name, reason, count }, "trouble")
      : line("printers", "danger", "status.printersTrouble", { count: troubles.length }, "trouble");
  return [reported];
}

function awayLines(names: readonly string[]): StatusLine[] {
  const [name, ...others] = names;
  if (name === undefined) return [];
  const reported =
    others.length === 0
      ? line("away", "warning", "status.deviceAway", { name }, "devices")
      : line("away", "warning", "status.devicesAway", { count: names.length }, "devices");
  return [reported];
}

function deskLines({ printsToReview, unfinishedForms }: StatusFacts): StatusLine[] {
  const [prints, forms] = [{ count: printsToReview }, { count: unfinishedForms }];
  return [
    ...(printsToReview > 0
      ? [line("printing", "warning", "status.printing", prints, "printing")]
      : []),
    ...(unfinishedForms > 0 ? [line("drafts", "busy", "status.drafts", forms, "drafts")] : []),
  ];
}

/** What the status strip says, most important first. When the branch cannot be reached, nothing else is certain. */
export function statusLines(facts: StatusFacts): StatusLine[] {
  const { link, sync, printersInTrouble, devicesAway, now } = facts;
  if (link === "lost") return [line("link", "danger", "status.unreachable", {}, null)];
  const rest = [...printerLines(printersInTrouble), ...deskLines(facts), ...awayLines(devicesAway)];
  if (sync === null) return [line("state", "busy", "status.connecting", {}, null), ...rest];
  return [stateLine(sync, facts), ...waitingLines(sync, now), ...attentionLines(sync), ...rest];
}

/**
 * Whether nothing that is said wants anybody's eye. Such lines come and go with every change, and stand within the bar: were
 * they given a line of their own, the page beneath would move under the hands of whoever works there.
 */
export function isQuiet(lines: readonly StatusLine[]): boolean {
  return lines.every(({ tone, age }) => (tone === "good" || tone === "busy") && age === null);
}
