import type { ConsoleBranch } from "@edgeward/shared/console/console-branches.contract.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import type { ConsoleSay, ConsoleTextId } from "#ui/i18n/console/console-say.ts";
import type { IconName } from "#ui/kit/icon.tsx";
import type { Tone } from "#ui/kit/surfaces.tsx";
import { isUnreachable } from "#ui/net/api.ts";

/** What went wrong at the console, in a sentence of the page's language. */
export function consoleFaultText(error: unknown, say: ConsoleSay): string {
  const isHubAway = !(error instanceof ApiError) || isUnreachable(error);
  return isHubAway ? say("console.unreachable") : faultText(error, say);
}

interface Shown {
  readonly text: ConsoleTextId;
  readonly tone: Tone;
  readonly icon: IconName;
}

/** How a branch's state is shown: never by its colour alone. */
export const stateTexts: Readonly<Record<ConsoleBranch["state"], Shown>> = {
  online: { text: "console.online", tone: "good", icon: "good" },
  offline: { text: "console.offline", tone: "warning", icon: "warning" },
  blocked: { text: "console.blocked", tone: "danger", icon: "danger" },
  none: { text: "console.noNode", tone: "neutral", icon: "pending" },
};

/** What of a branch needs somebody. */
export interface BranchAlert {
  readonly text: ConsoleTextId;
  readonly count: number;
  readonly tone: Tone;
}

// Beyond this, times of day on records of the branch begin to mislead.
const tolerableSkewMs = 120_000;

/** Everything of a branch that needs somebody, the worst first. */
export function alertsOf(branch: ConsoleBranch): readonly BranchAlert[] {
  const { clock_skew_ms: skew, rejected, held, conflicts } = branch;
  const minutes = Math.round(Math.abs(skew ?? 0) / 60_000);
  const all: readonly BranchAlert[] = [
    { text: "console.copy", count: branch.copy_seen_at === null ? 0 : 1, tone: "danger" },
    { text: "console.rejected", count: rejected, tone: "danger" },
    {
      text: "console.clockOff",
      count: Math.abs(skew ?? 0) > tolerableSkewMs ? minutes : 0,
      tone: "danger",
    },
    { text: "console.held", count: held, tone: "warning" },
    { text: "console.conflicts", count: conflicts, tone: "warning" },
  ];
  return all.filter(({ count }) => count > 0);
}

const deliveryTexts: ReadonlyMap<string, Shown> = new Map([
  ["pending", { text: "console.pending", tone: "info", icon: "pending" }],
  ["delivered", { text: "console.delivered", tone: "good", icon: "good" }],
  ["exhausted", { text: "console.exhausted", tone: "danger", icon: "danger" }],
  ["cancelled", { text: "console.cancelled", tone: "neutral", icon: "close" }],
]);

const unknownDelivery: Shown = { text: "sync.unknown", tone: "neutral", icon: "pending" };

/** How the state of a delivery is shown. */
export function deliveryText(status: string): Shown {
  return deliveryTexts.get(status) ?? unknownDelivery;
}

const stopTexts: ReadonlyMap<string, ConsoleTextId> = new Map([
  ["gone", "console.stoppedGone"],
  ["failing", "console.stoppedFailing"],
]);

/** Why a receiver is sent nothing any more. */
export function stopText(reason: string | null): ConsoleTextId {
  return stopTexts.get(reason ?? "") ?? "console.stopped";
}

const attemptTexts: ReadonlyMap<string, ConsoleTextId> = new Map([
  ["timeout", "console.tryTimeout"],
  ["connection", "console.tryConnect"],
  ["name_unknown", "console.tryName"],
  ["tls", "console.tryTls"],
  ["address_refused", "console.tryBlocked"],
]);

/** What a try came to where it was no answer of HTTP. */
export function attemptText(errorClass: string | null): ConsoleTextId {
  return attemptTexts.get(errorClass ?? "") ?? "console.tryFailed";
}
