import { useState } from "react";
import { useSay, type Say, type TextId } from "#ui/i18n/text.ts";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  emptyVitals,
  readVitals,
  vitalNames,
  type ReadVitals,
  type VitalFault,
  type VitalName,
  type VitalsDraft,
} from "./vitals-form.ts";

const labels: Readonly<Record<VitalName, TextId>> = {
  sbp: "vitals.sbp",
  dbp: "vitals.dbp",
  pulse_bpm: "vitals.pulse_bpm",
  temp_c: "vitals.temp_c",
  spo2_pct: "vitals.spo2_pct",
  resp_rate: "vitals.resp_rate",
  glucose_mgdl: "vitals.glucose_mgdl",
  weight_kg: "vitals.weight_kg",
  height_cm: "vitals.height_cm",
  pain: "vitals.pain",
};

/** What a vital sign is called, with its unit. */
export function vitalLabel(name: VitalName, say: Say): string {
  return say(labels[name]);
}

/** A form of vital signs, which asks once more for what is possible and unusual. */
export interface VitalsForm {
  readonly draft: VitalsDraft;
  readonly faults: ReadVitals["faults"];
  /** What is to be looked at twice before it is saved. */
  readonly asked: readonly VitalName[];
  /** It was to be saved with nothing in it. */
  readonly isEmpty: boolean;
  readonly change: (name: VitalName, typed: string) => void;
  /** Reads the form; null where it has to be looked at first. @param mayBeEmpty where something else is saved with it */
  readonly read: (mayBeEmpty?: boolean) => ReadVitals["values"] | null;
  readonly clear: () => void;
  /** Puts another screen's state in the place of what is typed here. */
  readonly take: (theirs: VitalsDraft) => void;
}

/**
 * The state of such a form.
 * @param ageMonths the patient's age, by which it is judged what is unusual
 * @param initial what it begins with
 */
export function useVitalsForm(ageMonths: number | null, initial = emptyVitals): VitalsForm {
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<ReadVitals["faults"]>({});
  const [asked, setAsked] = useState<readonly VitalName[]>([]);
  const [isEmpty, setEmpty] = useState(false);
  const take = (next: VitalsDraft) => {
    setDraft(next);
    setFaults({});
    setAsked([]);
  };
  return {
    draft,
    faults,
    asked,
    isEmpty,
    change: (name, typed) => {
      setDraft((current) => ({ ...current, [name]: typed }));
      setFaults({});
      setAsked([]);
      setEmpty(false);
    },
    read: (mayBeEmpty = false) => {
      const read = readVitals(draft, ageMonths);
      const isNothing = Object.values(draft).every((typed) => typed.trim() === "");
      setFaults(read.faults);
      setEmpty(isNothing && !mayBeEmpty);
      if (isNothing && !mayBeEmpty) return null;
      if (Object.keys(read.faults).length > 0) return null;
      const isSeen = read.unusual.every((name) => asked.includes(name));
      setAsked(read.unusual);
      return isSeen ? read.values : null;
    },
    clear: () => take(emptyVitals),
    take,
  };
}

function vitalFaultText(fault: VitalFault | undefined, say: Say): string | undefined {
  return fault === undefined ? undefined : say(fault.text, { low: fault.low, high: fault.high });
}

/** The fields, and what is to be looked at twice. */
export function VitalsFields({ form }: { readonly form: VitalsForm }) {
  const say = useSay();
  const values = form.asked.map((name) => `${vitalLabel(name, say)} ${form.draft[name].trim()}`);
  return (
    <>
      <div className="vitals-fields">
        {vitalNames.map((name) => (
          <LineField
            key={name}
            label={vitalLabel(name, say)}
            value={form.draft[name]}
            onChange={(typed) => form.change(name, typed)}
            fault={vitalFaultText(form.faults[name], say)}
            inputMode="numeric"
            testName={`${testNames.vital}-${name}`}
          />
        ))}
      </div>
      {form.isEmpty ? <Banner tone="info">{say("vitals.nothing")}</Banner> : null}
      {values.length === 0 ? null : (
        <Banner tone="warning" testName={testNames.vitalsAsked}>
          {say("vitals.unusual", { values: values.join(" · ") })}
        </Banner>
      )}
    </>
  );
}
