import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { Observations } from "#ui/desk/lab/observations.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Badge, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { foundByTest, type FoundByTest } from "./found-values.ts";
import { usePatientOrders, usePatientResults } from "./test-queries.ts";

function Values({ result, name }: { readonly result: LabResult; readonly name: string }) {
  const say = useSay();
  const clock = useBranchClock();
  const { status, verified_at: at, conclusion } = result;
  return (
    <div className="lab-version">
      <Observations of={result.observations} test={name} />
      {conclusion === null ? null : (
        <p>
          <bdi>{conclusion}</bdi>
        </p>
      )}
      <p className="muted">
        {at === null ? null : `${clock.date(at)} ${clock.time(at)}`}
        {status === "final" ? null : ` · ${say(`resultState.${status}`)}`}
      </p>
    </div>
  );
}

function Found({ of: { name, newest, earlier } }: { readonly of: FoundByTest }) {
  const say = useSay();
  const isToTell = newest.critical && newest.critical_ack === null;
  return (
    <li className="lab-result" data-testid={testNames.patientResult}>
      <div className="rx-head">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {isToTell ? (
          <Badge tone="danger" icon="warning">
            {say("lab.critical")}
          </Badge>
        ) : null}
      </div>
      <Values result={newest} name={name} />
      {earlier.length === 0 ? null : (
        <Disclosure title={say("order.earlier", { count: earlier.length })}>
          {earlier.map((each) => (
            <Values key={each.id} result={each} name={name} />
          ))}
        </Disclosure>
      )}
    </li>
  );
}

/** What was found in a patient, test by test: the newest value that somebody has verified, and the earlier ones. */
export function PatientResults({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const { data: results, error } = usePatientResults(patientId);
  const { data: orders } = usePatientOrders(patientId);
  const found = foundByTest(results ?? [], orders ?? []);
  return (
    <section className="chart-part" aria-label={say("order.found")}>
      <h3>{say("order.found")}</h3>
      <FaultNotice error={error} />
      {results === undefined && error === null ? (
        <Skeleton label={say("action.loading")} lines={4} />
      ) : null}
      {results !== undefined && found.length === 0 ? (
        <p className="muted">{say("order.nothingFound")}</p>
      ) : null}
      <ul className="clearances">
        {found.map((each) => (
          <Found key={each.code} of={each} />
        ))}
      </ul>
    </section>
  );
}
