import { useState } from "react";
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
import { DraftQuestion } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useBegunForm } from "#ui/desk/drafts/drafts-context.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useOpenVisit } from "#ui/desk/vitals/save-vitals.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Badge, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
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

/** The visit that an order belongs to: nobody has come yet for one that is only planned. */
function useVisitUnderWay(patientId: string) {
  const { data, isLoading } = useOpenVisit(patientId);
  const visit = data === undefined || data?.visit_status === "planned" ? null : data;
  return { visit, isLoading };
}

interface BeginProps {
  readonly patientId: string;
  readonly takesFocus: boolean;
  readonly onBegin: () => void;
}

/** Where an order is begun: what the same person has begun before and not placed comes first. */
function Begin({ patientId, takesFocus, onBegin }: BeginProps) {
  const say = useSay();
  const { resume } = useDesk();
  const begun = useBegunForm(draftKinds.labOrder, patientId);
  if (begun === undefined) return null;
  if (begun !== null)
    return <DraftQuestion draft={begun} takesFocus={takesFocus} onContinue={resume} />;
  return (
    <div className="form-actions">
      <Button
        look="primary"
        icon="add"
        onPress={onBegin}
        takesFocus={takesFocus}
        testName={testNames.orderTests}
      >
        {say("order.tests")}
      </Button>
    </div>
  );
}

/** How tests are asked for: the order that is being written, or where one is begun. */
function Ordering({ patientId }: { readonly patientId: string }) {
  const { formLeft } = useDesk();
  const resumed = useResumed(draftKinds.labOrder, patientId);
  const { visit, isLoading } = useVisitUnderWay(patientId);
  const [isOrdering, setOrdering] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const leave = () => {
    setLeft(true);
    setOrdering(false);
    formLeft();
  };
  if (!isOrdering && (resumed === null || isLoading))
    return <Begin patientId={patientId} takesFocus={hasLeft} onBegin={() => setOrdering(true)} />;
  return (
    <OrderTests
      key={resumed?.id ?? ""}
      patientId={patientId}
      visit={visit}
      resumed={resumed}
      onPlaced={leave}
      onLeave={leave}
    />
  );
}

/** What was asked of the laboratory for a patient, what was found, and how more is asked. */
export function PatientTests({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const mayOrder = useMay("lab_orders", "create") && patient.merged_into_id === null;
  const mayReadResults = useMay("lab_results", "read");
  return (
    <section className="chart-part" aria-label={say("chart.results")}>
      {mayOrder ? <Ordering patientId={patient.id} /> : null}
      <Orders patientId={patient.id} />
      {mayReadResults ? <PatientResults patientId={patient.id} /> : null}
    </section>
  );
}
