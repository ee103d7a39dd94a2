import { useState, type ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import type { RadiologyStatus } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { draftKinds, type DraftKind } from "#ui/desk/drafts/draft-wire.ts";
import { isOf } from "#ui/desk/drafts/drafts-context.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { AcquiredDialog } from "./acquired-dialog.tsx";
import { BeginDialog } from "./begin-dialog.tsx";
import { useStudyStep } from "./radiology-queries.ts";
import { ReportDialog } from "./report-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";

/** Who takes images and who reports on them; the server asks the same again. */
export function useRadiologyRights() {
  const { roles } = useSignedIn().staff;
  const mayUpdate = useMay("radiology_studies", "update");
  return {
    mayOrder: useMay("radiology_studies", "create"),
    mayTake: mayUpdate && ["lab", "doctor"].some((role) => roles.includes(role)),
    mayReport: useMay("radiology_studies", "approve"),
  };
}

interface StudyProps {
  readonly study: RadiologyStudy;
}

interface DialogProps extends StudyProps {
  readonly onClose: () => void;
}

interface Step {
  readonly text: TextId;
  readonly testName: string;
  readonly by: "mayTake" | "mayReport";
  readonly Dialog: (props: DialogProps) => ReactNode;
  /** The kind of its form where that is kept until it is sent. */
  readonly kind?: DraftKind;
}

/** What is done next with a study, by where it stands. */
const steps: Readonly<Partial<Record<RadiologyStatus, Step>>> = {
  ordered: {
    text: "radiology.doSchedule",
    testName: testNames.scheduleStudy,
    by: "mayTake",
    Dialog: ScheduleDialog,
  },
  scheduled: {
    text: "radiology.begin",
    testName: testNames.beginStudy,
    by: "mayTake",
    Dialog: BeginDialog,
  },
  in_progress: {
    text: "radiology.doAcquired",
    testName: testNames.acquireStudy,
    by: "mayTake",
    Dialog: AcquiredDialog,
  },
  acquired: {
    text: "radiology.doReport",
    testName: testNames.reportStudy,
    by: "mayReport",
    Dialog: ReportDialog,
    kind: draftKinds.report,
  },
};

function NextStep({ study, step }: StudyProps & { readonly step: Step }) {
  const say = useSay();
  const { formLeft, resumed } = useDesk();
  const [isOpen, setOpen] = useState(false);
  const { Dialog, kind } = step;
  const isResumed = kind !== undefined && resumed !== null && isOf(kind, study.id)(resumed);
  const close = () => {
    setOpen(false);
    formLeft();
  };
  return (
    <>
      <Button
        isSmall
        about={study.accession_no}
        onPress={() => setOpen(true)}
        testName={step.testName}
      >
        {say(step.text)}
      </Button>
      {isOpen || isResumed ? <Dialog study={study} onClose={close} /> : null}
    </>
  );
}

/** Verifies a report that another doctor has given. */
function Verify({ study }: StudyProps) {
  const say = useSay();
  const { staff } = useSignedIn();
  const step = useStudyStep(study.id, ({ accession_no: name }) =>
    notify({ text: say("radiology.verifiedNow", { name }), tone: "good" }),
  );
  if (study.report?.reported_by === staff.id)
    return <span className="muted">{say("radiology.verifiedByOther")}</span>;
  return (
    <>
      <Button
        isSmall
        icon="good"
        about={study.accession_no}
        onPress={() => {
          if (!step.isPending) step.mutate({ status: "final" });
        }}
        testName={testNames.verifyStudy}
      >
        {say("radiology.doVerify")}
      </Button>
      <FaultNotice error={step.error} />
    </>
  );
}

function Open({ study }: StudyProps) {
  const say = useSay();
  const go = useNavigate();
  return (
    <Button
      isSmall
      about={study.accession_no}
      onPress={() => void go({ to: "/radiology/studies/$study", params: { study: study.id } })}
      testName={testNames.openStudy}
    >
      {say("action.open")}
    </Button>
  );
}

/** What is done next with a study, or it is opened; a report is read before it is verified. @param isOpen where it is open already */
export function StudyActions({
  study,
  isOpen = false,
}: StudyProps & { readonly isOpen?: boolean }) {
  const rights = useRadiologyRights();
  const step = steps[study.status];
  const mayVerify = isOpen && rights.mayReport && study.status === "preliminary";
  return (
    <>
      {step !== undefined && rights[step.by] ? <NextStep study={study} step={step} /> : null}
      {mayVerify ? <Verify study={study} /> : null}
      {isOpen ? null : <Open study={study} />}
    </>
  );
}
