import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay, type Say, type TextId } from "#ui/i18n/text.ts";
import { ageOn } from "./birth.ts";
import { kinText, placeText } from "./namesake-facts.ts";
import { phoneText } from "./phone-text.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";

const genderTexts: Readonly<Record<Patient["gender"], TextId>> = {
  female: "gender.female",
  male: "gender.male",
  other: "gender.other",
  unknown: "gender.unknown",
};

/** A gender in the page's language. */
export function genderText(gender: Patient["gender"], say: Say): string {
  return say(genderTexts[gender]);
}

const ageTexts = { year: "age.years", month: "age.months", day: "age.days" } as const;

/** An age in words; `~` marks one that was guessed from a number of years. */
export function ageText(
  patient: Pick<Patient, "dob" | "dob_estimated">,
  today: string,
  say: Say,
): string {
  if (patient.dob === null) return say("age.unknown");
  const { count, unit } = ageOn(patient.dob, today);
  return say(ageTexts[unit], { count, about: patient.dob_estimated ? "~" : "" });
}

/** How far a record has travelled, when that is worth a word. */
export function SyncMark({ state }: { readonly state: Patient["sync_state"] }) {
  const say = useSay();
  if (state === "synced") return null;
  return (
    <span className={`tag ${state === "conflict" ? "tag-danger" : "tag-warning"}`}>
      <Icon name={state === "conflict" ? "warning" : "pending"} />
      {say(state === "conflict" ? "record.conflict" : "record.pending")}
    </span>
  );
}

interface PatientFactsProps {
  readonly patient: Patient;
  /** When they were last seen, where that is known. */
  readonly lastVisit?: string | undefined;
  /** When they come next, where that is known. */
  readonly nextTime?: string | undefined;
}

/**
 * What distinguishes two patients of one name, in one line: when they come next, which a caller says first, then guardian,
 * place and last visit where age and telephone are the same.
 */
export function PatientFacts({ patient, lastVisit, nextTime }: PatientFactsProps) {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { phone } = patient;
  const number = phone === null ? "" : phoneText(phone);
  const next = nextTime === undefined ? "" : clock.dayTime(nextTime);
  const facts = [
    `${ageText(patient, today, say)} · ${genderText(patient.gender, say)}`,
    patient.uhid,
    number,
    kinText(patient, say),
    placeText(patient),
    lastVisit === undefined ? "" : say("patient.seen", { day: clock.date(lastVisit) }),
  ].filter((fact) => fact !== "");
  return (
    <span className="patient-facts">
      {next === "" ? null : (
        <bdi className="next-time" data-testid={testNames.nextTime}>
          {say("patient.nextVisit", { when: next })}
        </bdi>
      )}
      {facts.map((fact) => (
        <bdi key={fact} {...(fact === number ? { dir: "ltr" } : {})}>
          {fact}
        </bdi>
      ))}
    </span>
  );
}
