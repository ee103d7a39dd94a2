import { Link } from "@tanstack/react-router";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { PatientIdentity } from "#ui/desk/patients/patient-identity.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { usePlaceName } from "#ui/desk/stock/place-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { DispenseActions } from "./dispense-actions.tsx";
import type { Dispense } from "./pharmacy-list.ts";

interface DispenseProps {
  readonly dispense: Dispense;
}

type Line = Dispense["lines"][number];

function LineRow({ line }: { readonly line: Line }) {
  const say = useSay();
  const { expiry_date: until } = line;
  return (
    <tr data-testid={testNames.dispensedLine}>
      <th scope="row">
        <bdi>{line.description}</bdi>
        {line.substitution_reason === null ? null : (
          <span className="muted"> · {say(`substitution.${line.substitution_reason}`)}</span>
        )}
        {line.fefo_reason === null ? null : (
          <span className="muted">
            {" "}
            · <bdi>{line.fefo_reason}</bdi>
          </span>
        )}
      </th>
      <td>
        <bdi>{line.batch_no}</bdi>
      </td>
      <td>{until === null ? "–" : writtenDay(until)}</td>
      <td>
        {line.quantity} {say(`stockUnit.${line.unit}`)}
      </td>
    </tr>
  );
}

function Lines({ dispense }: DispenseProps) {
  const say = useSay();
  return (
    <div className="bill-scroll">
      <table className="bill-table">
        <thead>
          <tr>
            <th scope="col">{say("rx.line")}</th>
            <th scope="col">{say("dispense.batch")}</th>
            <th scope="col">{say("dispense.expiry")}</th>
            <th scope="col">{say("dispense.quantity")}</th>
          </tr>
        </thead>
        <tbody>
          {dispense.lines.map((line) => (
            <LineRow key={line.id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What came back of it, with who took it and why. */
function Returns({ dispense: { returns, lines } }: DispenseProps) {
  const say = useSay();
  const clock = useBranchClock();
  const nameOf = useStaffName();
  if (returns.length === 0) return null;
  return (
    <Card title={say("dispense.returns")} testName={testNames.dispenseReturns}>
      <ul className="clearances">
        {returns.map(({ line_id: id, quantity, at, by, reason }) => (
          <li key={`${id} ${at}`}>
            {quantity} × <bdi>{lines.find((line) => line.id === id)?.description ?? ""}</bdi>{" "}
            <span className="muted">
              {clock.date(at)} {clock.time(at)} · <bdi>{nameOf(by)}</bdi> · <bdi>{reason}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Facts({ dispense }: DispenseProps) {
  const say = useSay();
  const clock = useBranchClock();
  const nameOf = useStaffName();
  const placeOf = usePlaceName();
  const { prescription_id: rx, witness_id: witness, status_history: steps } = dispense;
  const reason = steps.at(-1)?.reason ?? null;
  return (
    <Card title={say("dispense.facts")}>
      <ul className="clearances">
        <li>
          {say("pharmacy.by")}: <bdi>{nameOf(dispense.dispensed_by)}</bdi> ·{" "}
          {clock.day(dispense.created_at)} {clock.time(dispense.created_at)}
        </li>
        <li>
          {say("dispense.shelf")}: <bdi>{placeOf(dispense.location_id)}</bdi>
        </li>
        {witness === null ? null : (
          <li>
            {say("dispense.witness")}: <bdi>{nameOf(witness)}</bdi>
          </li>
        )}
        {dispense.completed_at === null ? null : (
          <li>
            {say("dispenseState.completed")}: {clock.day(dispense.completed_at)}{" "}
            {clock.time(dispense.completed_at)}
            {dispense.counselling_done ? ` · ${say("dispense.counselled")}` : ""}
          </li>
        )}
        {reason === null ? null : (
          <li>
            {say("shift.reason")}: <bdi>{reason}</bdi>
          </li>
        )}
        {rx === null ? null : (
          <li>
            <Link
              className="link"
              to="/pharmacy/prescriptions/$prescription"
              params={{ prescription: rx }}
            >
              {say("dispense.toPrescription")}
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** One dispense: what was taken off the shelf, what is done with it, and whose it is. */
export function DispensePanel({ dispense }: DispenseProps) {
  const say = useSay();
  const { data: patient } = usePatient(dispense.patient_id);
  return (
    <div className="today-columns">
      <div className="ward">
        <Card title={say("dispense.medicines")}>
          <Lines dispense={dispense} />
          <DispenseActions key={dispense.status} dispense={dispense} />
        </Card>
        <Returns dispense={dispense} />
      </div>
      <aside className="today-aside">
        {patient === undefined ? null : (
          <Card>
            <PatientIdentity patient={patient} />
          </Card>
        )}
        <Facts dispense={dispense} />
      </aside>
    </div>
  );
}
