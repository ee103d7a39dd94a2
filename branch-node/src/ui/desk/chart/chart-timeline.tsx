import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  encountersContract,
  type Encounter,
  type TimelineEntry,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { usePatientEncounters } from "#ui/desk/data/queries.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useStaffName } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Badge, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { timelineText } from "./timeline-text.ts";

/** All that happened in a visit, the newest first. What the audit notes of it stands under the chart's changes. */
function useTimeline(visitId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.encounters, visitId, "timeline"],
    queryFn: async ({ signal }) => {
      const all = await readAll(async (page) => {
        const request = { params: { id: visitId }, query: page };
        return (await client.call(encountersContract.timeline, request, { signal })).body;
      });
      return all.filter(({ kind }) => kind !== "audit").toReversed();
    },
  });
}

function Entry({ entry }: { readonly entry: TimelineEntry }) {
  const say = useSay();
  const clock = useBranchClock();
  const who = useStaffName(entry.actor_id ?? "");
  const { said, own } = timelineText(entry, say);
  return (
    <li className="visit" data-testid={testNames.timelineEntry}>
      <span className="visit-time">
        {clock.day(entry.at)} {clock.time(entry.at)}
      </span>
      <span className="visit-what">
        <Badge tone="neutral">{say(`timeline.${entry.kind}`)}</Badge> {said}
        {said === "" || own === null ? null : ": "}
        <bdi>{own}</bdi>
      </span>
      {who === null ? null : <span className="muted">{who}</span>}
    </li>
  );
}

function Entries({ visitId }: { readonly visitId: string }) {
  const say = useSay();
  const { data, error } = useTimeline(visitId);
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined) return <Skeleton label={say("action.loading")} lines={4} />;
  return (
    <ol className="visits">
      {data.map((entry) => (
        <Entry key={`${entry.at}/${entry.kind}/${entry.ref_id}/${entry.summary}`} entry={entry} />
      ))}
    </ol>
  );
}

function useVisitName(): (visit: Encounter) => string {
  const say = useSay();
  const clock = useBranchClock();
  return (visit) => {
    const what = visit.chief_complaint ?? say(`encounterType.${visit.encounter_type}`);
    return `${clock.date(visit.started_at ?? visit.created_at)} · ${what}`;
  };
}

/** What happened in one of a patient's visits, one thing after the other, of whatever kind. */
export function ChartTimeline({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const { data, error } = usePatientEncounters(patientId);
  const nameOf = useVisitName();
  const [chosen, setChosen] = useState("");
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined) return <Skeleton label={say("action.loading")} lines={4} />;
  const visit = data.find(({ id }) => id === chosen) ?? data[0];
  if (visit === undefined) return <p className="muted">{say("timeline.none")}</p>;
  return (
    <section className="chart-part" aria-label={say("chart.timeline")}>
      <ChoiceField
        label={say("timeline.visit")}
        value={visit.id}
        options={data.map((each) => ({ value: each.id, text: nameOf(each) }))}
        onChange={setChosen}
        testName={testNames.timelineVisit}
      />
      <Entries key={visit.id} visitId={visit.id} />
    </section>
  );
}
