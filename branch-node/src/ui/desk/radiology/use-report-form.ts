import { useState, type FormEvent } from "react";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useStudyStep } from "./radiology-queries.ts";

/** What the dialog is about. */
export interface ReportDialogProps {
  readonly study: RadiologyStudy;
  readonly onClose: () => void;
}

/** A report, as it is typed. */
export interface ReportDraft {
  readonly findings: string;
  readonly impression: string;
  /** "" where no category is given. */
  readonly birads: string;
  readonly isCritical: boolean;
  readonly reason: string;
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

function bodyOf({ findings, impression, birads, isCritical }: ReportDraft) {
  return {
    findings: findings.trim(),
    impression: impression.trim(),
    birads: birads === "" ? null : Number(birads),
    critical: isCritical,
  };
}

const shown = ["report", "report.impression", "status_reason"];

/** The state of the form by which images are reported on, or a verified report is amended. */
export function useReportForm({ study, onClose }: ReportDialogProps) {
  const say = useSay();
  const [draft, setDraft] = useState(() => draftOf(study));
  const [isEmpty, setEmpty] = useState(false);
  const step = useStudyStep(study.id, ({ accession_no: name }) => {
    notify({ text: say("radiology.reportedNow", { name }), tone: "good" });
    onClose();
  });
  const isAmended = study.status === "final" || study.status === "amended";
  const faults = faultsAtFields(step.error, shown, say);
  return {
    draft,
    isAmended,
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
