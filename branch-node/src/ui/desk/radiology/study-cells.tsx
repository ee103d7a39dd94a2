import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { useBranchClock, useNow } from "#ui/desk/shell/moments.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { studyLooks, studyName } from "./radiology-list.ts";

interface StudyProps {
  readonly study: RadiologyStudy;
}

/** How far a study has come. */
export function StudyState({ study: { status } }: StudyProps) {
  const say = useSay();
  const { text, tone } = studyLooks[status];
  return <Badge tone={tone}>{say(text)}</Badge>;
}

/** That a report holds something of which somebody has to be told. */
export function CriticalMark({ study: { report } }: StudyProps) {
  const say = useSay();
  if (report?.critical !== true) return null;
  return (
    <Badge tone="danger" icon="warning">
      {say("radiology.criticalMark")}
    </Badge>
  );
}

/** What a study is of, with what everybody at the machine has to know. */
export function StudyWhat({ study }: StudyProps) {
  const say = useSay();
  const { pregnancy_status: pregnancy } = study;
  const isAtRisk = pregnancy === "possibly" || pregnancy === "pregnant";
  return (
    <span className="stay-who">
      <bdi>{studyName(study, say)}</bdi>
      {study.contrast ? <Badge tone="info">{say("radiology.contrast")}</Badge> : null}
      {isAtRisk ? (
        <Badge tone="warning" icon="warning">
          {say(`pregnancy.${pregnancy}`)}
        </Badge>
      ) : null}
    </span>
  );
}

/** Since when a study waits, and for when it was scheduled. */
export function StudyAge({ study }: StudyProps) {
  const say = useSay();
  const clock = useBranchClock();
  const now = useNow(30_000);
  const { ordered_at: at, scheduled_at: planned, status } = study;
  if (status === "scheduled" || status === "in_progress")
    return planned === null ? null : <span>{clock.dayTime(planned)}</span>;
  const since = study.acquired_at ?? at;
  if (since === null) return null;
  const { text, count } = elapsed(since, now);
  return <span>{say(text, { count })}</span>;
}
