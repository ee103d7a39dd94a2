import { useInfiniteQuery } from "@tanstack/react-query";
import type { PatientChange } from "@edgeward/shared/clinical/patients/patients.changes.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { fieldLabel, isNamedField } from "#ui/desk/attention/conflict-values.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useStaffNameOr } from "#ui/desk/visits/staff-name.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

const nothingBefore: string | null = null;

function useChanges(patientId: string) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...queryKeys.patients, patientId, "changes"],
    queryFn: async ({ signal, pageParam }) => {
      const request = {
        params: { id: patientId },
        query: pageParam === null ? {} : { cursor: pageParam },
      };
      return (await client.call(patientsContract.changes, request, { signal })).body;
    },
    initialPageParam: nothingBefore,
    getNextPageParam: (page) => page.next_cursor,
  });
}

function fieldsText({ action, fields }: PatientChange, say: Say): string {
  if (action === "create") return say("changes.registered");
  const named = fields.filter(isNamedField).map((name) => fieldLabel(name, say));
  const all = named.length === fields.length ? named : [...named, say("changes.other")];
  return [...new Set(all)].join(", ");
}

/** Somebody without a name among the staff. */
function actorText({ actor_type: type }: PatientChange, say: Say): string {
  if (type === "device") return say("appointment.byDevice");
  return say(type === "staff" ? "appointment.byColleague" : "appointment.byProgram");
}

function ChangeLine({ change }: { readonly change: PatientChange }) {
  const say = useSay();
  const clock = useBranchClock();
  const who = useStaffNameOr(change.actor_id, actorText(change, say));
  return (
    <li className="visit" data-testid={testNames.chartChange}>
      <span className="visit-time">
        {clock.date(change.at)} {clock.time(change.at)}
      </span>
      <span className="visit-what">
        {fieldsText(change, say)}
        {change.reason === null ? null : <span className="muted"> · {change.reason}</span>}
      </span>
      <span className="muted">{who}</span>
    </li>
  );
}

/** Who changed which fields of a patient and when. */
export function ChartChanges({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useChanges(patientId);
  return (
    <section className="chart-part" aria-label={say("chart.changes")}>
      <FaultNotice error={error} />
      <p className="muted">{say("changes.about")}</p>
      {data === undefined && error === null ? (
        <Skeleton label={say("action.loading")} lines={4} />
      ) : null}
      {data?.pages[0]?.data.length === 0 ? <p>{say("changes.none")}</p> : null}
      <ol className="visits">
        {(data?.pages ?? []).flatMap((page) =>
          page.data.map((change) => <ChangeLine key={change.id} change={change} />),
        )}
      </ol>
      {hasNextPage ? (
        <div className="form-actions">
          <Button
            onPress={() => void fetchNextPage()}
            isDisabled={isFetching}
            testName={testNames.moreChanges}
          >
            {say("patients.more")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
