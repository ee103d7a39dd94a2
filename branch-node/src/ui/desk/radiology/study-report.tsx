import { useState } from "react";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import type { RadiologyReport } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { OvertakenDraft } from "#ui/desk/drafts/overtaken-draft.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { ByWhom } from "#ui/desk/visits/by-whom.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { ReportDialog } from "./report-dialog.tsx";
import {
  AcknowledgeFinding,
  FindingAcknowledgement,
  isUnacknowledged,
} from "./acknowledge-finding.tsx";
import { StudyActions, useRadiologyRights } from "./study-actions.tsx";

interface WordsProps {
  readonly report: RadiologyReport;
  /** Why it was amended since, if it was. */
  readonly reason?: string | null;
}

function Words({ report, reason = null }: WordsProps) {
  const say = useSay();
  const { verified_by: verifier, verified_at: when } = report;
  return (
    <div className="lab-version">
      {report.critical ? (
        <p>
          <Badge tone="danger" icon="warning">
            {say("radiology.criticalMark")}
          </Badge>
        </p>
      ) : null}
      <p className="report-words">
        <bdi>{report.findings}</bdi>
      </p>
      <p className="report-words">
        <strong>
          <bdi>{report.impression}</bdi>
        </strong>
      </p>
      {report.birads === null ? null : <p>{`${say("birads.title")} ${report.birads}`}</p>}
      <p className="muted">
        {say("radiology.reportedBy")} <ByWhom id={report.reported_by} at={report.reported_at} />
        {verifier === null || when === null ? null : (
          <>
            {" · "}
            {say("radiology.verifiedBy")} <ByWhom id={verifier} at={when} />
          </>
        )}
        {reason === null ? null : (
          <>
            {" · "}
            {say("radiology.whyAmended")}
            {": "}
            <bdi>{reason}</bdi>
          </>
        )}
      </p>
    </div>
  );
}

const changeTexts = {
  preliminary: "radiology.change",
  final: "radiology.amend",
  amended: "radiology.amend",
} as const;

function Change({ study }: { readonly study: RadiologyStudy }) {
  const say = useSay();
  const { mayReport } = useRadiologyRights();
  const { formLeft } = useDesk();
  const isResumed = useResumed(draftKinds.report, study.id) !== null;
  const [isOpen, setOpen] = useState(false);
  const { status } = study;
  const close = () => {
    setOpen(false);
    formLeft();
  };
  if (!mayReport || (status !== "preliminary" && status !== "final" && status !== "amended"))
    return null;
  return (
    <>
      <Button isSmall icon="edit" onPress={() => setOpen(true)} testName={testNames.changeReport}>
        {say(changeTexts[status])}
      </Button>
      {isOpen || isResumed ? <ReportDialog study={study} onClose={close} /> : null}
    </>
  );
}

/** What the images of a study show, what is done next, and what was said before. */
export function StudyReport({ study }: { readonly study: RadiologyStudy }) {
  const say = useSay();
  const past = study.past_reports.toReversed();
  return (
    <Card title={say("radiology.reportTitle")} testName={testNames.studyReport}>
      {study.report === null ? (
        <p className="muted">{say("radiology.noReport")}</p>
      ) : (
        <Words report={study.report} />
      )}
      <FindingAcknowledgement study={study} />
      <OvertakenDraft
        kind={draftKinds.finding}
        entityId={study.id}
        isOver={!isUnacknowledged(study)}
      />
      <div className="form-actions">
        <StudyActions study={study} isOpen />
        <Change study={study} />
        <AcknowledgeFinding study={study} />
      </div>
      {past.length === 0 ? null : (
        <Disclosure title={say("radiology.earlier", { count: past.length })}>
          {past.map(({ at, report, reason }) => (
            <Words key={at} report={report} reason={reason} />
          ))}
        </Disclosure>
      )}
    </Card>
  );
}
