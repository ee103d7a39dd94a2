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

/** A form of a holiday. @param holiday the one that is changed, null for another one */
export function useHolidayForm(branchId: string, holiday: Holiday | null, onSaved: () => void) {
  const [draft, setDraft] = useState(() => draftOf(holiday));
  const [key, setKey] = useState(randomKey);
  const add = useAddHoliday(branchId, key);
  const change = useChangeHoliday(branchId);
  const { date, name, branches } = draft;
  const isPending = add.isPending || change.isPending;
  // What is sent next is another request: the form has been changed.
  const outcome = { onSuccess: onSaved, onError: () => setKey(randomKey()) };
  return {
    draft,
    change: (patch: Partial<HolidayDraft>) => setDraft((current) => ({ ...current, ...patch })),
    isReady: date !== null && name.trim() !== "" && branches?.length !== 0 && !isPending,
    error: add.error ?? change.error,
    save: () => {
      if (holiday === null) add.mutate(bodyOf(draft), outcome);
      else change.mutate({ seen: holiday, body: bodyOf(draft) }, outcome);
    },
  };
}
