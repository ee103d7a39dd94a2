import { useState } from "react";
import type { Holiday } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import { randomKey } from "@edgeward/shared/contract/client.ts";
import type { ConsoleTextId } from "#ui/i18n/console/console-say.ts";
import { useAddHoliday, useChangeHoliday, type HolidayBody } from "./holiday-queries.ts";

type Kind = Holiday["kind"];

/** What a holiday's kinds are called, in the order in which they are offered. */
export const holidayKindTexts: Readonly<Record<Kind, ConsoleTextId>> = {
  public: "console.kindPublic",
  clinic: "console.kindClinic",
  bank: "console.kindBank",
  school: "console.kindSchool",
  optional: "console.kindOptional",
  observance: "console.kindObservance",
};

/** The kinds of holidays. */
export const holidayKinds: readonly Kind[] = [
  "public",
  "clinic",
  "bank",
  "school",
  "optional",
  "observance",
];

/** A holiday as it is typed. */
export interface HolidayDraft {
  readonly date: string | null;
  readonly name: string;
  readonly kind: Kind;
  readonly closes: boolean;
  /** Null for all of them. */
  readonly branches: readonly string[] | null;
  readonly note: string;
}

function draftOf(holiday: Holiday | null): HolidayDraft {
  if (holiday === null)
    return { date: null, name: "", kind: "public", closes: true, branches: null, note: "" };
  const { date, name, kind, closes, branches, note } = holiday;
  return { date, name, kind, closes, branches, note: note ?? "" };
}

function bodyOf({ date, name, branches, note, ...rest }: HolidayDraft): HolidayBody {
  return {
    ...rest,
    date: date ?? "",
    name: name.trim(),
    branches: branches === null ? null : [...branches],
    note: note.trim() === "" ? null : note.trim(),
  };
}

/** What a holiday may lack. */
export type HolidayGap = "date" | "name" | "branches";

/** What of a holiday as it is typed is lacking. */
export function gapsOf({ date, name, branches }: HolidayDraft): readonly HolidayGap[] {
  return [
    ...(date === null ? ["date" as const] : []),
    ...(name.trim() === "" ? ["name" as const] : []),
    ...(branches?.length === 0 ? ["branches" as const] : []),
  ];
}

/** A form of a holiday. @param holiday the one that is changed, null for another one */
export function useHolidayForm(branchId: string, holiday: Holiday | null, onSaved: () => void) {
  const [draft, setDraft] = useState(() => draftOf(holiday));
  const [key, setKey] = useState(randomKey);
  const add = useAddHoliday(branchId, key);
  const change = useChangeHoliday(branchId);
  const [isChecked, setChecked] = useState(false);
  const gaps = gapsOf(draft);
  const isPending = add.isPending || change.isPending;
  // What is sent next is another request: the form has been changed.
  const outcome = { onSuccess: onSaved, onError: () => setKey(randomKey()) };
  return {
    draft,
    change: (patch: Partial<HolidayDraft>) => setDraft((current) => ({ ...current, ...patch })),
    isPending,
    /** What is lacking, once somebody wants to save it. */
    lacks: (gap: HolidayGap) => isChecked && gaps.includes(gap),
    error: add.error ?? change.error,
    save: () => {
      setChecked(true);
      if (gaps.length > 0 || isPending) return;
      if (holiday === null) add.mutate(bodyOf(draft), outcome);
      else change.mutate({ seen: holiday, body: bodyOf(draft) }, outcome);
    },
  };
}
