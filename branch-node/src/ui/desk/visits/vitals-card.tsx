import { useState, type FormEvent } from "react";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useSaveVitals } from "#ui/desk/vitals/save-vitals.ts";
import { useVitalsForm, vitalLabel, VitalsFields } from "#ui/desk/vitals/vitals-fields.tsx";
import { unusualSide } from "@edgeward/shared/clinical/encounters/vital-ranges.contract.ts";
import { useAgeInMonths } from "#ui/desk/vitals/age-in-months.ts";
import { vitalNames, type VitalName } from "#ui/desk/vitals/vitals-form.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useStaffName } from "./staff-name.ts";
import { isOpenVisit } from "./visit-state.ts";

type MeasuredSet = Encounter["vitals_history"][number];

// The newest tell how it goes on; the rest stand in the visit's record.
const shownSets = 6;

interface MeasuredProps {
  readonly set: MeasuredSet;
  readonly ageMonths: number | null;
}

/** One value; what is unusual at that age has an arrow and a word, not a colour alone. */
function MeasuredValue({ name, value, ageMonths }: MeasuredValueProps) {
  const say = useSay();
  const side = unusualSide(name, value, ageMonths);
  return (
    <span className={`measured-value${side === null ? "" : " is-unusual"}`}>
      <span className="measured-name">{vitalLabel(name, say)}</span>{" "}
      <strong>
        {value}
        {side === null ? null : <Icon name={side === "high" ? "rise" : "fall"} />}
      </strong>
      {side === null ? null : <span className="measured-side"> {say(`vitals.${side}`)}</span>}
    </span>
  );
}

interface MeasuredValueProps {
  readonly name: VitalName;
  readonly value: number;
  readonly ageMonths: number | null;
}

function MeasuredLine({ set, ageMonths }: MeasuredProps) {
  const clock = useBranchClock();
  const by = useStaffName(set.by);
  return (
    <li className="measured" data-testid={testNames.measuredSet}>
      <span className="measured-values">
        {vitalNames.map((name) => {
          const value = set.values[name];
          return typeof value === "number" ? (
            <MeasuredValue key={name} name={name} value={value} ageMonths={ageMonths} />
          ) : null;
        })}
      </span>
      <span className="muted">
        {clock.dayTime(set.at)}
        {by === null ? null : ` · ${by}`}
      </span>
    </li>
  );
}

interface MeasureFormProps {
  readonly visit: Encounter;
  readonly ageMonths: number | null;
  readonly onDone: () => void;
}

function MeasureForm({ visit, ageMonths, onDone }: MeasureFormProps) {
  const say = useSay();
  const form = useVitalsForm(ageMonths);
  const save = useSaveVitals(() => {
    form.clear();
    onDone();
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const values = form.read();
    if (values !== null) save.mutate({ visitId: visit.id, values });
  }
  return (
    <form className="vitals-form" noValidate onSubmit={submit} aria-label={say("vitals.take")}>
      <VitalsFields form={form} />
      <FaultNotice error={save.error} />
      <FormActions
        action={say(form.asked.length === 0 ? "vitals.save" : "vitals.saveAsTyped")}
        testName={testNames.saveVitals}
        onLeave={onDone}
      />
    </form>
  );
}

interface VitalsCardProps {
  readonly visit: Encounter;
  /** Whose age says what is usual; undefined while that is read. */
  readonly patient: Patient | undefined;
}

/** What was measured in a visit, with who took it and when, and the form for one more set. */
export function VitalsCard({ visit, patient }: VitalsCardProps) {
  const say = useSay();
  const mayUpdate = useMay("encounters", "update");
  const [isMeasuring, setMeasuring] = useState(false);
  const ageMonths = useAgeInMonths(patient);
  const mayMeasure = mayUpdate && isOpenVisit(visit);
  const sets = visit.vitals_history.toReversed().slice(0, shownSets);
  return (
    <Card
      title={say("bedside.vitals")}
      testName={testNames.vitalsCard}
      aside={
        mayMeasure && !isMeasuring ? (
          <Button icon="add" onPress={() => setMeasuring(true)} testName={testNames.takeVitals}>
            {say("vitals.take")}
          </Button>
        ) : null
      }
    >
      {sets.length === 0 && !isMeasuring ? <p className="muted">{say("vitals.none")}</p> : null}
      {isMeasuring && mayMeasure ? (
        <MeasureForm visit={visit} ageMonths={ageMonths} onDone={() => setMeasuring(false)} />
      ) : null}
      {sets.length === 0 ? null : (
        <ul className="measured-sets">
          {sets.map((set) => (
            <MeasuredLine key={`${set.at} ${set.by}`} set={set} ageMonths={ageMonths} />
          ))}
        </ul>
      )}
    </Card>
  );
}
