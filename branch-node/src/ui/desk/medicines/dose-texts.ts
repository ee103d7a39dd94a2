import type {
  DoseState,
  DueDose,
} from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** How a dose's state is shown. */
export const doseLooks: Readonly<
  Record<DoseState, { readonly text: TextId; readonly tone: Tone; readonly rank: number }>
> = {
  late: { text: "doseState.late", tone: "danger", rank: 0 },
  due: { text: "doseState.due", tone: "warning", rank: 1 },
  upcoming: { text: "doseState.upcoming", tone: "neutral", rank: 2 },
  as_needed: { text: "doseState.as_needed", tone: "info", rank: 3 },
  held: { text: "doseState.held", tone: "warning", rank: 4 },
  refused: { text: "doseState.refused", tone: "warning", rank: 4 },
  given: { text: "doseState.given", tone: "good", rank: 4 },
};

/** What is late comes first, then what is due; what became of the others comes last. Each by its time. */
export function inTurn(doses: readonly DueDose[]): readonly DueDose[] {
  return doses.toSorted((one, next) => doseLooks[one.state].rank - doseLooks[next.state].rank);
}

/** How many doses were not given in time. */
export function lateCount(doses: readonly DueDose[]): number {
  return doses.filter(({ state }) => state === "late").length;
}

/** Which dose it is: the medicine, its time, and what was noted of it. */
export function doseKey(dose: DueDose): string {
  return [dose.prescribed_item_id, dose.due_at ?? "", dose.administration?.id ?? ""].join("/");
}

/** How much of what is given how, in parts: each is in a direction of its own. */
export function doseParts(dose: DueDose, say: Say): readonly string[] {
  const amount = dose.administration?.dose ?? dose.dose;
  const words = [
    dose.strength ?? "",
    amount === null ? "" : say(`amount.${dose.dose_unit}`, { count: amount }),
    say(`route.${dose.route}`),
    dose.frequency === "custom" ? (dose.custom_text ?? "") : "",
    dose.instructions ?? "",
  ];
  return words.filter((each) => each !== "");
}

/** What a medicine is called: the generic name beside a brand. */
export function medicineName({ drug_name: name, generic_name: generic }: DueDose): string {
  return name.toLowerCase() === generic.toLowerCase() ? name : `${name} (${generic})`;
}
