import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import {
  OrderAge,
  OrderState,
  OrderTests as TestNames,
  PriorityMark,
} from "#ui/desk/lab/lab-cells.tsx";
import { PrintReport } from "#ui/desk/lab/print-labels.tsx";
import { OrderActions } from "#ui/desk/lab/order-actions.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { OrderPatientStudy, PatientStudies } from "#ui/desk/radiology/patient-studies.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Badge, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { OrderInChart } from "./order-in-chart.tsx";
import { OrderTests } from "./order-tests.tsx";
import { PatientResults } from "./patient-results.tsx";
import { usePatientOrders } from "./test-queries.ts";

const toCollect: ReadonlySet<LabOrder["status"]> = new Set(["ordered", "recollect_required"]);

function Order({ order }: { readonly order: LabOrder }) {
  const say = useSay();
  return (
    <li className="rx-card" data-testid={testNames.patientOrder}>
      <div className="rx-head">
        <strong className="lab-number">{order.order_no}</strong>
        <OrderState order={order} />
        <PriorityMark order={order} />
        {toCollect.has(order.status) && order.tests.some(({ fasting }) => fasting) ? (
          <Badge tone="warning">{say("order.fasting")}</Badge>
        ) : null}
        <span className="muted">
          <OrderAge order={order} />
        </span>
      </div>
      <TestNames order={order} />
      <div className="form-actions">
        <OrderActions order={order} />
        <PrintReport order={order} />
      </div>
    </li>
  );
}

const isOver: ReadonlySet<LabOrder["status"]> = new Set([
  "completed",
  "cancelled",
  "entered_in_error",
]);

function Orders({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const { data, error } = usePatientOrders(patientId);
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined) return <Skeleton label={say("action.loading")} lines={3} />;
  if (data.length === 0) return <p className="muted">{say("order.none")}</p>;
  const open = data.filter(({ status }) => !isOver.has(status));
  const over = data.filter(({ status }) => isOver.has(status));
  return (
    <>
      {open.length === 0 ? null : (
        <ul className="rx-cards" aria-label={say("order.open")}>
          {open.map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </ul>
      )}
      {over.length === 0 ? null : (
        <Disclosure title={say("order.over", { count: over.length })}>
          <ul className="rx-cards">
            {over.map((order) => (
              <Order key={order.id} order={order} />
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

/** Begins or goes on with an order of tests; nothing for who orders none. */
function OrderPatientTests({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const mayOrder = useMay("lab_orders", "create") && patient.merged_into_id === null;
  if (!mayOrder) return null;
  return (
    <OrderInChart
      kind={draftKinds.labOrder}
      patientId={patient.id}
      text={say("order.tests")}
      testName={testNames.orderTests}
    >
      {({ visit, resumed, leave }) => (
        <OrderTests
          patientId={patient.id}
          visit={visit}
          resumed={resumed}
          onPlaced={leave}
          onLeave={leave}
        />
      )}
    </OrderInChart>
  );
}

/** What was asked of laboratory and radiology for a patient, what was found, and how more is asked. */
export function PatientTests({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const mayReadOrders = useMay("lab_orders", "read");
  const mayReadResults = useMay("lab_results", "read");
  const mayReadStudies = useMay("radiology_studies", "read");
  return (
    <section className="chart-part" aria-label={say("chart.results")}>
      <div className="chart-orders">
        <OrderPatientTests patient={patient} />
        <OrderPatientStudy patient={patient} />
      </div>
      {mayReadOrders || mayReadResults ? <h3>{say("lab.title")}</h3> : null}
      {mayReadOrders ? <Orders patientId={patient.id} /> : null}
      {mayReadResults ? <PatientResults patientId={patient.id} /> : null}
      {mayReadStudies ? <PatientStudies patientId={patient.id} /> : null}
    </section>
  );
}
