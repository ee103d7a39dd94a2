import { useState } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { ReadBackDialog, ReadBackForm } from "#ui/desk/critical/read-back-dialog.tsx";
import { useReadBack } from "#ui/desk/critical/use-read-back.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useStudyStep } from "./radiology-queries.ts";
import { StudyWhat } from "./study-cells.tsx";

interface StudyProps {
  readonly study: RadiologyStudy;
}

interface DialogProps extends StudyProps {
  readonly onClose: () => void;
}

function Body({ study, resumed, onClose }: DialogProps & { readonly resumed: Draft | null }) {
  const say = useSay();
  const form = useReadBack({
    kind: draftKinds.finding,
    entityId: study.id,
    about: { patient_id: study.patient_id },
    // What was told is one report's: an amended one has to be told again.
    seen: study.report?.reported_at ?? "",
    resumed,
  });
  const finished = ({ accession_no: name }: RadiologyStudy) => {
    notify({ text: say("lab.acknowledgedNow", { name }), tone: "good" });
    onClose();
  };
  const step = useStudyStep(study.id, finished, form.kept);
  return (
    <ReadBackForm form={form} sending={step} readBack="radiology.readBack" onLeave={onClose} />
  );
}

function FindingDialog({ study, onClose }: DialogProps) {
  const what = (
    <>
      <StudyWhat study={study} />
      <p className="report-words">
        <bdi>{study.report?.impression}</bdi>
      </p>
    </>
  );
  return (
    <ReadBackDialog
      kind={draftKinds.finding}
      entityId={study.id}
      title="radiology.toldTitle"
      patientId={study.patient_id}
      what={what}
      onClose={onClose}
    >
      {(resumed) => (
        <Body key={resumed?.id ?? ""} study={study} resumed={resumed} onClose={onClose} />
      )}
    </ReadBackDialog>
  );
}

/** Whether a study's report has a critical finding of which nobody has been told. */
export function isUnacknowledged({ report, critical_ack: told }: RadiologyStudy): boolean {
  return report?.critical === true && told === null;
}

/** By which it is noted who was told of a critical finding. */
export function AcknowledgeFinding({ study }: StudyProps) {
  const say = useSay();
  const mayTell = useMay("radiology_studies", "update");
  const { formLeft } = useDesk();
  const isResumed = useResumed(draftKinds.finding, study.id) !== null;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    formLeft();
  };
  if (!mayTell || !isUnacknowledged(study)) return null;
  return (
    <>
      <Button
        isSmall
        about={study.accession_no}
        onPress={() => setOpen(true)}
        testName={testNames.acknowledge}
      >
        {say("lab.acknowledge")}
      </Button>
      {isOpen || isResumed ? <FindingDialog study={study} onClose={close} /> : null}
    </>
  );
}

/** Who was told of a critical finding, and when. */
export function FindingAcknowledgement({ study: { critical_ack: told } }: StudyProps) {
  const say = useSay();
  const clock = useBranchClock();
  if (told === null) return null;
  return (
    <p className="muted" data-testid={testNames.findingTold}>
      {say("lab.toldTo")} <bdi>{told.notified_to}</bdi> {clock.dayTime(told.at)}
    </p>
  );
}
