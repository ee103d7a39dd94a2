import { useState } from "react";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { PatientIdentity } from "#ui/desk/patients/patient-identity.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { isCancellable } from "./radiology-list.ts";
import { useRadiologyRights } from "./study-actions.tsx";
import { StudyWhat } from "./study-cells.tsx";
import { StudyReport } from "./study-report.tsx";
import { StopDialog } from "./stop-dialog.tsx";

interface StudyProps {
  readonly study: RadiologyStudy;
}

function doseText({ radiation_dose: dose }: RadiologyStudy, say: Say): string | null {
  const { dlp_mgycm: dlp, ctdi_mgy: ctdi, dap_gycm2: dap } = dose ?? {};
  const said = [
    [say("radiology.dlp"), dlp],
    [say("radiology.ctdi"), ctdi],
    [say("radiology.dap"), dap],
  ] as const;
  const parts = said.flatMap(([name, value]) =>
    typeof value === "number" ? [`${name}: ${value}`] : [],
  );
  return parts.length === 0 ? null : parts.join(" · ");
}

/** What was asked and answered of a study, and what the machine has said. */
function Facts({ study }: StudyProps) {
  const say = useSay();
  const clock = useBranchClock();
  const moment = (at: string) => clock.dayTime(at);
  const { scheduled_at: planned, acquired_at: taken, pregnancy_status: pregnancy } = study;
  const { renal_function: renal, series_count: series, image_count: images } = study;
  const lines = [
    planned === null ? null : say("radiology.scheduledAt", { when: moment(planned) }),
    taken === null ? null : say("radiology.acquiredAt", { when: moment(taken) }),
    pregnancy === null ? null : `${say("radiology.pregnancy")}: ${say(`pregnancy.${pregnancy}`)}`,
    study.contrast_allergy_checked ? say("radiology.allergyAsked") : null,
    renal === null ? null : `${say("radiology.renal")}: ${say(`renal.${renal}`)}`,
    study.pndt_form_f ? say("radiology.formF") : null,
    series === null ? null : `${say("radiology.series")}: ${series}`,
    images === null ? null : `${say("radiology.images")}: ${images}`,
    doseText(study, say),
  ].filter((line) => line !== null);
  return (
    <Card title={say("radiology.study")}>
      <StudyWhat study={study} />
      <ul className="clearances">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Stop study={study} />
    </Card>
  );
}

const stopped: ReadonlySet<string> = new Set(["cancelled", "entered_in_error"]);

function Stop({ study }: StudyProps) {
  const say = useSay();
  const { mayTake } = useRadiologyRights();
  const [isOpen, setOpen] = useState(false);
  if (!mayTake || stopped.has(study.status)) return null;
  return (
    <div className="form-actions">
      <Button isSmall look="quiet" onPress={() => setOpen(true)} testName={testNames.stopStudy}>
        {say(isCancellable(study) ? "radiology.cancel" : "radiology.inError")}
      </Button>
      {isOpen ? <StopDialog study={study} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** One study: its report, and beside it whose it is and what was asked. */
export function StudyPanel({ study }: StudyProps) {
  const say = useSay();
  const { data: patient } = usePatient(study.patient_id);
  return (
    <div className="today-columns">
      <StudyReport study={study} />
      <aside className="today-aside">
        {patient === undefined ? null : (
          <Card>
            <PatientIdentity patient={patient} />
          </Card>
        )}
        {study.clinical_notes === null ? null : (
          <Card title={say("radiology.notes")}>
            <p>
              <bdi>{study.clinical_notes}</bdi>
            </p>
          </Card>
        )}
        <Facts study={study} />
      </aside>
    </div>
  );
}
