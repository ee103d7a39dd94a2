import type * as z from "zod";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError } from "#kernel/errors.ts";
import type { triageFields, TriageScale } from "./triage.contract.ts";

const minuteMs = 60_000;

/** Within how many minutes somebody of a level, 1 to 5, is to be seen. */
const targets: Readonly<Record<TriageScale, readonly number[]>> = {
  ESI: [0, 10, 30, 60, 120],
  MTS: [0, 10, 60, 120, 240],
};

const manchesterColours = ["red", "orange", "yellow", "green", "blue"];

/** The minutes of a level; undefined for what is no level of a scale. */
export function targetMinutes(scale: string, level: unknown): number | undefined {
  if ((scale !== "ESI" && scale !== "MTS") || typeof level !== "number") return undefined;
  return targets[scale][level - 1];
}

/** The colour of a level; null where the scale has none. */
export function colourOf(scale: string, level: number): string | null {
  return scale === "MTS" ? (manchesterColours[level - 1] ?? null) : null;
}

/** Until when somebody is to be seen; undefined where scale, level or time are none. */
export function dueAt(row: {
  readonly scale: string;
  readonly level: unknown;
  readonly level_at: string;
}): string | undefined {
  const minutes = targetMinutes(row.scale, row.level);
  const since = Date.parse(row.level_at);
  if (minutes === undefined || Number.isNaN(since)) return undefined;
  return isoInstant(since + minutes * minuteMs);
}

/** Whether somebody still waits when the time of their level has gone by. */
export function isBreached(
  { status, due_at: due }: { readonly status: string; readonly due_at: string },
  now: string,
): boolean {
  return status === "waiting" && now > due;
}

type Esi = z.output<(typeof triageFields)["esi"]["answered"]>;

/** The levels that the questions of the Emergency Severity Index leave. */
function severityLevels({ life_saving: isDying, high_risk: isRisky, resources }: Esi) {
  if (isDying) return [1];
  if (isRisky) return [1, 2];
  if (resources === 0) return [5];
  return resources === 1 ? [4] : [1, 2, 3];
}

/** What the rules look at. */
export interface Judged {
  readonly scale: string;
  readonly level: number;
  readonly esi: Esi | null;
  readonly discriminators: readonly string[];
  readonly override_reason: string | null;
  readonly vitals: object | null;
}

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

/** What a triage must hold; checked after every change. @throws AppError validation_error, conflicting_fields */
export function requireForLevel(triage: Judged): void {
  const { scale, level, esi, vitals, override_reason: reason } = triage;
  const isOfOther = (path: string, of: string) =>
    fieldError({ path, code: "conflicting_fields", message: `belongs to the scale ${of}` });
  if (esi !== null && scale !== "ESI") throw isOfOther("esi", "ESI");
  if (triage.discriminators.length > 0 && scale !== "MTS") throw isOfOther("discriminators", "MTS");
  // Whoever cannot wait is treated first and measured later.
  if (vitals === null && level > 1) throw wrong("vitals", "are required but for level 1");
  if (esi === null || severityLevels(esi).includes(level) || (reason ?? "") !== "") return;
  throw wrong("override_reason", "is required for a level that the answers in esi do not lead to");
}

/** Refuses to let somebody wait longer without a reason. @throws AppError validation_error */
export function requireReasonToWait(from: number, to: number, reason: string | undefined): void {
  if (to <= from || (reason ?? "") !== "") return;
  throw wrong("retriage_reason", "is required for a level that is less urgent");
}
