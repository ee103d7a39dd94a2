import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

const minuteMs = 60_000;

/** The parts of the list of emergencies. */
export const emergencyParts = ["waiting", "in_treatment"] as const;

/** One of the parts. */
export type EmergencyPart = (typeof emergencyParts)[number];

/** How urgent somebody can be, from 1, who cannot wait. */
export const levels = [1, 2, 3, 4, 5] as const;

/** One level. */
export type Level = (typeof levels)[number];

/** How a level is shown. */
export const levelLooks: Readonly<Record<Level, { readonly text: TextId; readonly tone: Tone }>> = {
  1: { text: "level.1", tone: "danger" },
  2: { text: "level.2", tone: "danger" },
  3: { text: "level.3", tone: "warning" },
  4: { text: "level.4", tone: "good" },
  5: { text: "level.5", tone: "info" },
};

/** A level as an answer writes it. */
export function levelOf(level: number): Level {
  return levels.find((known) => known === level) ?? 5;
}

/** One part of the list: by urgency, and among those of a level whose time is over first. */
export function partOf(triage: readonly Triage[], part: EmergencyPart): readonly Triage[] {
  return triage
    .filter(({ status }) => status === part)
    .toSorted((one, other) => one.level - other.level || (one.due_at < other.due_at ? -1 : 1));
}

/** How long somebody can still wait, or for how long the time has been over. */
export interface TimeLeft {
  readonly state: "left" | "now" | "over";
  /** A moment as far before now as the time that is left or over, so that it is said as one that has passed. */
  readonly since: string;
}

/** What is left until somebody is to be seen. */
export function timeLeft(dueAt: string, now: number): TimeLeft {
  const left = Date.parse(dueAt) - now;
  const since = new Date(now - Math.abs(left)).toISOString();
  if (Math.abs(left) < minuteMs) return { state: "now", since };
  return { state: left < 0 ? "over" : "left", since };
}
