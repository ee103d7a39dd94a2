import { useCallback, useEffect } from "react";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";

/** A day of the calendar that somebody has looked at, alone or in its week, and whose. */
interface SeenCalendar {
  readonly view: "day" | "week";
  /** Null for the present day, whichever that is. */
  readonly day: string | null;
  readonly doctor: string | undefined;
}

let seen: (SeenCalendar & { readonly staffId: string }) | null = null;

/** Remembers what is looked at until this window goes, or somebody else signs in. */
export function useRememberCalendar(
  view: SeenCalendar["view"],
  day: string,
  doctor: string | undefined,
): void {
  const staffId = useSignedIn().staff.id;
  const today = useToday();
  useEffect(() => {
    // Whoever looked at the present day looks at tomorrow's present day tomorrow.
    seen = { view, day: view === "day" && day === today ? null : day, doctor, staffId };
  }, [view, day, doctor, staffId, today]);
}

/** What this person has last looked at in this window; null where that was nothing yet. */
export function useLastCalendar(): () => SeenCalendar | null {
  const staffId = useSignedIn().staff.id;
  return useCallback(() => (seen?.staffId === staffId ? seen : null), [staffId]);
}

const weekKey = "edgeward.weekDoctor";

/**
 * Whose week is shown: the doctor in the address, or whose this person has last chosen here; of a doctor, their own.
 * @param chosen the doctor in the address
 */
export function useWeekDoctor(chosen: string | undefined): string {
  const { id: staffId, roles } = useSignedIn().staff;
  const key = `${weekKey}.${staffId}`;
  useEffect(() => {
    if (chosen !== undefined) localStorage.setItem(key, chosen);
  }, [chosen, key]);
  return chosen ?? localStorage.getItem(key) ?? (roles.includes("doctor") ? staffId : "");
}
