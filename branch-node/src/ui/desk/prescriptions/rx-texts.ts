import type {
  Alert,
  PrescriptionStatus,
} from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import type { MedicineLine } from "./medicine-line.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** A medicine of a prescription, as an answer says it. */
export type Medicine = Prescription["items"][number];

/** How a state is shown. */
interface StateLook {
  readonly text: TextId;
  readonly tone: Tone;
}

/** How the states are shown. */
export const stateLooks: Readonly<Record<PrescriptionStatus, StateLook>> = {
  draft: { text: "rxState.draft", tone: "neutral" },
  issued: { text: "rxState.issued", tone: "good" },
  partially_dispensed: { text: "rxState.partially_dispensed", tone: "info" },
  dispensed: { text: "rxState.dispensed", tone: "info" },
  stopped: { text: "rxState.stopped", tone: "warning" },
  cancelled: { text: "rxState.cancelled", tone: "neutral" },
  entered_in_error: { text: "rxState.entered_in_error", tone: "neutral" },
  expired: { text: "rxState.expired", tone: "neutral" },
};

const severityTones: Readonly<Record<Alert["severity"], Tone>> = {
  contraindicated: "danger",
  major: "danger",
  moderate: "warning",
  minor: "neutral",
};

/** How a warning is marked. */
export function severityTone({ severity }: Pick<Alert, "severity">): Tone {
  return severityTones[severity];
}

/** What a medicine is called: the generic name beside a brand. */
export function nameOf({ drug_name: name, generic_name: generic }: Medicine): string {
  return name.toLowerCase() === generic.toLowerCase() ? name : `${name} (${generic})`;
}

function often({ frequency, custom_text: custom }: Medicine, say: Say): string {
  return frequency === "custom" ? (custom ?? "") : say(`frequency.${frequency}`);
}

/**
 * What is done with a medicine, in words; the name stands before it. In parts: where lines run from right to left each needs
 * a direction of its own, or the strength is taken apart and 2-0-1 is read as 1-0-2.
 */
export function medicineParts(medicine: Medicine, say: Say): readonly string[] {
  const { dose, dose_unit: unit, duration_days: days, quantity, as_needed: asNeeded } = medicine;
  const words = [
    medicine.strength ?? "",
    say(`amount.${unit}`, { count: dose }),
    often(medicine, say),
    asNeeded && medicine.frequency !== "sos" ? say("frequency.sos") : "",
    days === null ? "" : say("rx.forDays", { count: days }),
    say("rx.inAll", { about: say(`amount.${medicine.quantity_unit}`, { count: quantity }) }),
    medicine.instructions ?? "",
  ];
  return words.filter((each) => each !== "");
}

/** What a typed line says beside the name, in words: shown while it is typed, so that nothing is taken unseen. */
export function lineText(line: MedicineLine, say: Say): string {
  const { name, generic, dose, doseUnit, frequency, customText, days, quantity } = line;
  const amount = dose === null ? "" : say(`amount.${doseUnit}`, { count: dose });
  const howOften = frequency === "" || frequency === "custom" ? "" : say(`frequency.${frequency}`);
  const words = [
    name.toLowerCase() === generic.toLowerCase() ? "" : generic,
    line.strength,
    say(`drugForm.${line.form}`),
    amount,
    howOften,
    customText,
    line.asNeeded && frequency !== "sos" ? say("frequency.sos") : "",
    days === null ? "" : say("rx.forDays", { count: days }),
    quantity === null ? "" : `${say("rx.quantity")} ${quantity}`,
    line.instructions,
  ];
  // Each part in its own direction, by the signs for that: a choice of a list is plain text.
  return words
    .filter((each) => each !== "")
    .map((each) => `\u2068${each}\u2069`)
    .join(" · ");
}

const held: readonly PrescriptionStatus[] = ["issued", "partially_dispensed", "dispensed"];
const open: readonly PrescriptionStatus[] = ["issued", "partially_dispensed"];

/** Whether the paper of a prescription can be printed: it is issued and holds. */
export function isPrintable({ status }: Pick<Prescription, "status">): boolean {
  return held.includes(status);
}

/** Whether something can still be dispensed, so that it can be stopped or replaced. */
export function isOpenRx({ status }: Pick<Prescription, "status">): boolean {
  return open.includes(status);
}
