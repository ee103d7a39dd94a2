import { useMemo, useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useStudyStep } from "./radiology-queries.ts";
import {
  readReport,
  reportState,
  standingOf,
  type KeptReport,
  type ReportDraft,
} from "./report-kept.ts";

/** What the dialog is about. */
export interface ReportDialogProps {
  readonly study: RadiologyStudy;
  readonly onClose: () => void;
}

/** What the form is opened with. */
export interface ReportFormProps extends ReportDialogProps {
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
}

function draftOf({ report }: RadiologyStudy): ReportDraft {
  return {
    findings: report?.findings ?? "",
    impression: report?.impression ?? "",
    birads: report === null || report.birads === null ? "" : String(report.birads),
    isCritical: report?.critical === true,
    reason: "",
  };
}

/** Whether the report is verified, so that a change amends it. */
export function isVerified({ status }: RadiologyStudy): boolean {
  return status === "final" || status === "amended";
}

function bodyOf({ findings, impression, birads, isCritical }: ReportDraft) {
  return {
    findings: findings.trim(),
    impression: impression.trim(),
    birads: birads === "" ? null : Number(birads),
    critical: isCritical,
  };
}

const shown = ["report", "report.impression", "status_reason"];

/** What is typed, kept as a draft until it is sent; and whether the report has changed since it was begun. */
function useKeptReport({ study, resumed }: ReportFormProps) {
  const [opened] = useState((): KeptReport => {
    const kept = resumed === null ? null : readReport(resumed.form_state);
    return kept ?? { draft: draftOf(study), seen: standingOf(study) };
  });
  const [draft, setDraft] = useState<ReportDraft>(opened.draft);
  const isOutdated = opened.seen !== standingOf(study);
  const fields = useMemo(() => ({ draft, seen: opened.seen }), [draft, opened]);
  const kept = useKeptFields({
    kind: draftKinds.report,
    entityId: study.id,
    resumed,
    isAnother: isOutdated,
    fields,
    stateOf: (now: KeptReport, key) => reportState(now, study.patient_id, key),
  });
  const take = (formState: FormState) => {
    const theirs = readReport(formState);
    if (theirs !== null) setDraft(theirs.draft);
  };
  return { draft, setDraft, kept, take, isOutdated };
}

/** The state of the form by which images are reported on, or a verified report is amended. */
export function useReportForm(props: ReportFormProps) {
  const { study, onClose } = props;
  const say = useSay();
  const { draft, setDraft, kept, take, isOutdated } = useKeptReport(props);
  const [isEmpty, setEmpty] = useState(false);
  const finished = ({ accession_no: name }: RadiologyStudy) => {
    notify({ text: say("radiology.reportedNow", { name }), tone: "good" });
    onClose();
  };
  const step = useStudyStep(study.id, finished, kept);
  const isAmended = isVerified(study);
  const faults = faultsAtFields(step.error, shown, say);
  return {
    draft,
    isAmended,
    isOutdated,
    take,
    keeper: kept.keeper,
    rest: faults.rest,
    findingsFault: isEmpty ? say("radiology.needsReport") : faults.at("report"),
    impressionFault:
      faults.at("report.impression") === undefined ? undefined : say("radiology.needsImpression"),
    reasonFault: faults.at("status_reason"),
    change: (patch: Partial<ReportDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      setEmpty(false);
      step.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const report = bodyOf(draft);
      const hasNothing = report.findings === "" && report.impression === "";
      setEmpty(hasNothing);
      if (hasNothing || step.isPending) return;
      if (!isAmended) return step.mutate({ status: "preliminary", report });
      step.mutate({ status: "amended", report, status_reason: draft.reason.trim() });
    },
  };
}

/** That form as its fields see it. */
export type ReportForm = ReturnType<typeof useReportForm>;
