import { useState, type FormEvent } from "react";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useSaveVitals } from "#ui/desk/vitals/save-vitals.ts";
import { useVitalsForm, vitalLabel, VitalsFields } from "#ui/desk/vitals/vitals-fields.tsx";
import { vitalNames } from "#ui/desk/vitals/vitals-form.ts";
import { useStaffName } from "./staff-name.ts";
import { isOpenVisit } from "./visit-state.ts";

type MeasuredSet = Encounter["vitals_history"][number];

// The newest tell how it goes on; the rest stand in the visit's record.
const shownSets = 6;

function MeasuredLine({ set }: { readonly set: MeasuredSet }) {
  const say = useSay();
  const clock = useBranchClock();
  const name = useStaffName(set.by);
  const values = vitalNames.flatMap((each) => {
    const value = set.values[each];
    return typeof value === "number" ? [`${vitalLabel(each, say)} ${value}`] : [];
  });
  return (
    <li className="measured" data-testid={testNames.measuredSet}>
      <span>{values.join(" · ")}</span>
      <span className="muted">
        {clock.day(set.at)}, {clock.time(set.at)}
        {name === null ? null : ` · ${name}`}
      </span>
    </li>
  );
}

function MeasureForm({
  visit,
  onDone,
}: {
  readonly visit: Encounter;
  readonly onDone: () => void;
}) {
  const say = useSay();
  const form = useVitalsForm();
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
      <div className="form-actions">
        <Button look="primary" type="submit" testName={testNames.saveVitals}>
          {say(form.asked.length === 0 ? "vitals.save" : "vitals.saveAsTyped")}
        </Button>
        <Button look="quiet" onPress={onDone}>
          {say("action.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** What was measured in a visit, with who took it and when, and the form for one more set. */
export function VitalsCard({ visit }: { readonly visit: Encounter }) {
  const say = useSay();
  const mayUpdate = useMay("encounters", "update");
  const [isMeasuring, setMeasuring] = useState(false);
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
        <MeasureForm visit={visit} onDone={() => setMeasuring(false)} />
      ) : null}
      {sets.length === 0 ? null : (
        <ul className="measured-sets">
          {sets.map((set) => (
            <MeasuredLine key={`${set.at} ${set.by}`} set={set} />
          ))}
        </ul>
      )}
    </Card>
  );
}
