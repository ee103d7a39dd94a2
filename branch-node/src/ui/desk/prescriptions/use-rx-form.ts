import { useState } from "react";
import * as z from "zod";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { alertsShape } from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useAgeInMonths } from "#ui/desk/vitals/age-in-months.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import {
  bodyOfMedicines,
  draftOfMedicine,
  gapsOfMedicine,
  needsWeight,
  typedNumber,
  type MedicineDraft,
  type MedicineGap,
} from "./rx-draft.ts";
import { isOvertaken, readRx, rxState, type RxFields, type RxOrigin } from "./rx-kept.ts";
import { usePrescribe } from "./rx-queries.ts";

/** What the form is opened with. */
export interface RxFormProps {
  readonly patient: Patient;
  readonly visit: Encounter;
  /** An earlier prescription whose medicines it begins with; null for an empty one. */
  readonly earlier: Prescription | null;
  /** Whether that one is stopped with it. */
  readonly isReplaced: boolean;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onIssued: (rx: Prescription) => void;
  readonly onLeave: () => void;
}

const gapTexts: Readonly<Record<MedicineGap, TextId>> = {
  drug_name: "rx.needsName",
  generic_name: "rx.needsName",
  route: "rx.needsRoute",
  dose: "rx.needsDose",
  frequency: "rx.needsFrequency",
  custom_text: "rx.needsFrequency",
  duration_days: "fault.duration",
  quantity: "rx.notANumber",
};

const fieldsOfMedicine = [
  "item_id",
  "drug_name",
  "generic_name",
  "strength",
  "form",
  "route",
  "dose",
  "dose_unit",
  "frequency",
  "custom_text",
  "duration_days",
  "quantity",
  "instructions",
];
const ofForm = [
  "items",
  "weight_kg",
  "allergies_checked",
  "override",
  "override.reason",
  "encounter_id",
];

function shownPaths(count: number): readonly string[] {
  const places = Array.from({ length: count }, (_, place) => place);
  return [
    ...ofForm,
    ...places.flatMap((place) => fieldsOfMedicine.map((name) => `items.${place}.${name}`)),
  ];
}

const alertsIn = z.object({ alerts: alertsShape });

/** What stands against the medicines, as a refusal says it; null where it is refused for something else. */
function alertsOf(error: unknown) {
  if (!(error instanceof ApiError)) return null;
  return alertsIn.safeParse(error.details).data?.alerts ?? null;
}

/** What an empty form begins with, or one that begins with the medicines of an earlier prescription. */
function fieldsAtFirst({ visit, earlier, isReplaced }: RxFormProps): RxFields {
  // A child has grown since an earlier one that is not replaced but written again.
  const before = isReplaced ? earlier?.weight_kg : null;
  const measured = visit.vitals?.weight_kg ?? before ?? null;
  return {
    typed: "",
    medicines: (earlier?.items ?? []).map((medicine, key) => draftOfMedicine(key, medicine)),
    weight: measured === null ? "" : String(measured),
    isAsked: false,
    alerts: [],
    reason: "",
  };
}

function originOf({ patient, visit, earlier, isReplaced }: RxFormProps): RxOrigin {
  return {
    visitId: visit.id,
    patientVersion: patient.version,
    measuredKg: visit.vitals?.weight_kg ?? null,
    earlierId: earlier?.id ?? null,
    earlierVersion: earlier?.version ?? null,
    isReplaced,
  };
}

/** What is typed, and whether what it is about has changed since it was begun. */
function useFields(props: RxFormProps) {
  const [opened] = useState(() => {
    const kept = props.resumed === null ? null : readRx(props.resumed.form_state);
    if (kept === null) return { fields: fieldsAtFirst(props), isOutdated: false };
    const isOutdated = isOvertaken(kept.origin, originOf(props));
    // Who has changed since was not asked.
    const isAsked = kept.fields.isAsked && !isOutdated;
    return { fields: { ...kept.fields, isAsked }, isOutdated };
  });
  const [fields, setFields] = useState(opened.fields);
  const kept = useKeptFields({
    kind: draftKinds.prescription,
    entityId: props.patient.id,
    resumed: props.resumed,
    fields,
    stateOf: (now: RxFields, key) => rxState(now, originOf(props), key),
  });
  return { fields, setFields, kept, isOutdated: opened.isOutdated };
}

/** What is typed, and how far it has come. */
function useTyped(props: RxFormProps) {
  const { fields, setFields, kept, isOutdated } = useFields(props);
  const [isTried, setTried] = useState(false);
  const [removals, setRemovals] = useState(0);
  const write = (patch: Partial<RxFields>) => setFields((now) => ({ ...now, ...patch }));
  return {
    ...fields,
    kept,
    isOutdated,
    /** Puts another screen's state in the place of what is typed here. */
    take: (formState: FormState) => {
      const theirs = readRx(formState);
      if (theirs !== null) setFields(theirs.fields);
    },
    setTyped: (typed: string) => write({ typed }),
    /** Of what they are by then: whoever calls may have been drawn before the last change. */
    changeMedicines: (next: (medicines: readonly MedicineDraft[]) => readonly MedicineDraft[]) =>
      setFields((now) => ({ ...now, medicines: next(now.medicines) })),
    setWeight: (weight: string) => write({ weight }),
    setAsked: (isAsked: boolean) => write({ isAsked }),
    setReason: (reason: string) => write({ reason }),
    setAlerts: (alerts: RxFields["alerts"]) => write({ alerts }),
    isTried,
    setTried,
    removals,
    setRemovals,
  };
}

type Typed = ReturnType<typeof useTyped>;

function isWeightWrong(weight: string, isNeeded: boolean): boolean {
  return weight.trim() === "" ? isNeeded : !(typedNumber(weight) > 0);
}

/** What is missing of the form as a whole, by the name of its field; what is missing of a medicine stands at its fields. */
function faultsOfForm(typed: Typed, isWeightNeeded: boolean) {
  const { medicines, isAsked, weight, alerts, reason } = typed;
  const isUnadded = typed.typed.trim() !== "";
  const needsMedicine: TextId | null = medicines.length === 0 ? "rx.needsMedicine" : null;
  return {
    items: isUnadded ? ("rx.unadded" as const) : needsMedicine,
    allergies_checked: isAsked ? null : ("fault.allergies" as const),
    override: alerts.length > 0 && reason.trim() === "" ? ("fault.inSpite" as const) : null,
    weight_kg: isWeightWrong(weight, isWeightNeeded) ? ("fault.weight" as const) : null,
  };
}

function bodyOf({ patient, visit, earlier, isReplaced }: RxFormProps, typed: Typed, by: string) {
  const items = bodyOfMedicines(typed.medicines);
  const { weight, reason, alerts } = typed;
  if (items === null) return null;
  return {
    patient_id: patient.id,
    encounter_id: visit.id,
    prescriber_id: by,
    items,
    allergies_checked: true,
    weight_kg: weight.trim() === "" ? null : typedNumber(weight),
    ...(alerts.length === 0 || reason.trim() === "" ? {} : { override: { reason: reason.trim() } }),
    ...(earlier !== null && isReplaced ? { replaces_id: earlier.id } : {}),
  };
}

/** Issues what is typed, and keeps the warnings that stand against it. */
function useIssuing(props: RxFormProps, typed: Typed, isWeightNeeded: boolean) {
  const say = useSay();
  const { staff } = useSignedIn();
  const save = usePrescribe(typed.kept, (rx) => {
    notify({ text: say("rx.issuedNow", { name: rx.rx_no }), tone: "good" });
    props.onIssued(rx);
  });
  const missing = faultsOfForm(typed, isWeightNeeded);
  return {
    save,
    missing,
    issue: () => {
      typed.setTried(true);
      const body = bodyOf(props, typed, staff.id);
      const isWhole = Object.values(missing).every((text) => text === null);
      if (body === null || !isWhole || save.isPending) return;
      save.mutate(body, {
        onError: (error) => {
          const against = alertsOf(error);
          if (against === null) return;
          typed.setAlerts(against);
          // That a reason is missing is said once somebody goes on without it.
          typed.setTried(false);
        },
      });
    },
  };
}

/** How the medicines are added, corrected and taken away. @param onChange when they have become others */
function changesOf(typed: Typed, onChange: () => void) {
  const put: Typed["changeMedicines"] = (next) => {
    typed.changeMedicines(next);
    // What was said against other medicines says nothing about these.
    typed.setAlerts([]);
    onChange();
  };

  return {
    add: (make: (key: number) => MedicineDraft) => {
      put((now) => [...now, make(1 + Math.max(-1, ...now.map(({ key }) => key)))]);
      typed.setTyped("");
      typed.setTried(false);
    },
    change: (key: number, patch: Partial<MedicineDraft>) =>
      put((now) => now.map((each) => (each.key === key ? { ...each, ...patch } : each))),
    /** The focus, which was on what is gone, goes to the line. */
    remove: (key: number) => {
      put((now) => now.filter((each) => each.key !== key));
      typed.setRemovals((count) => count + 1);
    },
  };
}

/** The state of the form by which medicines are prescribed. */
export function useRxForm(props: RxFormProps) {
  const say = useSay();
  const typed = useTyped(props);
  const { medicines, isTried } = typed;
  const isWeightNeeded = needsWeight(useAgeInMonths(props.patient), medicines);
  const { save, missing, issue } = useIssuing(props, typed, isWeightNeeded);
  const faults = faultsAtFields(save.error, shownPaths(medicines.length), say);

  /** What is missing, once somebody has tried to issue it. */
  function missingAt(path: keyof typeof missing): string | undefined {
    const text = isTried ? missing[path] : null;
    return text === null ? undefined : say(text);
  }

  return {
    ...typed,
    ...changesOf(typed, save.reset),
    isWeightNeeded,
    isPending: save.isPending,
    rest: faults.rest,
    isVisitOver: faults.at("encounter_id") !== undefined,
    issue,
    /** What is wrong with a field of the form: what is missing, or what the answer says of it. */
    faultAt: (path: keyof typeof missing) => missingAt(path) ?? faults.at(path),
    /** What is wrong with the reason, or that there has to be one. */
    reasonFault: faults.at("override.reason") ?? missingAt("override"),
    /** What is wrong with a field of a medicine. */
    faultOf: (draft: MedicineDraft, name: string) => {
      const gap = isTried ? gapsOfMedicine(draft).find((each) => each === name) : undefined;
      if (gap !== undefined) return say(gapTexts[gap]);
      return faults.at(`items.${medicines.indexOf(draft)}.${name}`);
    },
    edit: (write: (value: string) => void) => (value: string) => {
      write(value);
      save.reset();
    },
  };
}

/** That form as its fields see it. */
export type RxForm = ReturnType<typeof useRxForm>;
