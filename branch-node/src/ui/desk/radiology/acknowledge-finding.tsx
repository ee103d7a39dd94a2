import { useState } from "react";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { ReadBackDialog } from "#ui/desk/critical/read-back-dialog.tsx";
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

function FindingDialog({ study, onClose }: StudyProps & { readonly onClose: () => void }) {
  const say = useSay();
  const step = useStudyStep(study.id, ({ accession_no: name }) => {
    notify({ text: say("lab.acknowledgedNow", { name }), tone: "good" });
    onClose();
  });
  return (
    <ReadBackDialog sending={step} onClose={onClose}>
      <StudyWhat study={study} />
      <p className="report-words">
        <bdi>{study.report?.impression}</bdi>
      </p>
    </ReadBackDialog>
  );
}

/** By which it is noted who was told of a critical finding. */
export function AcknowledgeFinding({ study }: StudyProps) {
  const say = useSay();
  const mayTell = useMay("radiology_studies", "update");
  const [isOpen, setOpen] = useState(false);
  if (!mayTell || study.report?.critical !== true || study.critical_ack !== null) return null;
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
      {isOpen ? <FindingDialog study={study} onClose={() => setOpen(false)} /> : null}
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
      {say("lab.toldTo")} <bdi>{told.notified_to}</bdi> {clock.day(told.at)}, {clock.time(told.at)}
    </p>
  );
}
