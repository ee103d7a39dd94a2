import { useState } from "react";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { PatientIdentity } from "#ui/desk/patients/patient-identity.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { AllResultsDialog } from "./all-results-dialog.tsx";
import { CancelOrderDialog } from "./cancel-order-dialog.tsx";
import { useOrderResults } from "./lab-queries.ts";
import { OrderActions, useLabRights } from "./order-actions.tsx";
import { PrintLabels, PrintReport } from "./print-labels.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { answerable } from "./result-actions.tsx";
import { TestResult } from "./test-result.tsx";

interface OrderProps {
  readonly order: LabOrder;
}

function Specimen({ of }: { readonly of: LabOrder["specimens"][number] }) {
  const say = useSay();
  const clock = useBranchClock();
  const { barcode, type, collected_at: at, received_at: received, rejected } = of;
  return (
    <li className="stay-who">
      <bdi className="lab-number">{barcode}</bdi>
      <span>{say(`specimen.${type}`)}</span>
      <span className="muted">{say("lab.takenAt", { time: clock.time(at) })}</span>
      {received === null ? null : (
        <span className="muted">{say("lab.receivedAt", { time: clock.time(received) })}</span>
      )}
      {rejected ? (
        <Badge tone="danger" icon="danger">
          {of.reject_reason === null ? say("lab.rejected") : say(`reject.${of.reject_reason}`)}
        </Badge>
      ) : null}
    </li>
  );
}

const rejectable: ReadonlySet<string> = new Set(["collected", "received"]);
const cancellable: ReadonlySet<string> = new Set(["ordered", "collected"]);

/** The specimens of an order, and what is done with them. */
function Specimens({ order }: OrderProps) {
  const say = useSay();
  const { mayReceive, mayCancel } = useLabRights();
  const [open, setOpen] = useState<"reject" | "cancel" | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title={say("lab.specimens")}>
      {order.specimens.length === 0 ? (
        <p className="muted">{say("lab.noSpecimen")}</p>
      ) : (
        <ul className="clearances" aria-label={say("lab.specimens")}>
          {order.specimens.map((each) => (
            <Specimen key={each.id} of={each} />
          ))}
        </ul>
      )}
      <div className="form-actions">
        <OrderActions order={order} isOpen />
        <PrintLabels order={order} />
        {mayReceive && rejectable.has(order.status) ? (
          <Button isSmall onPress={() => setOpen("reject")} testName={testNames.rejectSpecimens}>
            {say("lab.reject")}
          </Button>
        ) : null}
        {mayCancel && cancellable.has(order.status) ? (
          <Button
            isSmall
            look="quiet"
            onPress={() => setOpen("cancel")}
            testName={testNames.cancelOrder}
          >
            {say("lab.cancel")}
          </Button>
        ) : null}
      </div>
      {open === "reject" ? <RejectDialog order={order} onClose={close} /> : null}
      {open === "cancel" ? <CancelOrderDialog order={order} onClose={close} /> : null}
    </Card>
  );
}

/** The tests of an order with what was found. */
function Results({ order }: OrderProps) {
  const say = useSay();
  const { mayEnter } = useLabRights();
  const { data: results, error } = useOrderResults(order.id);
  const { formLeft } = useDesk();
  const isResumed = useResumed(draftKinds.labResults, order.id) !== null;
  const [isEntering, setEntering] = useState(false);
  const open = order.tests.filter(({ status }) => status === "pending");
  const mayEnterHere = mayEnter && answerable.has(order.status);
  return (
    <Card title={say("lab.tests")}>
      <FaultNotice error={error} />
      <ul className="clearances">
        {order.tests.map((test) => (
          <TestResult
            key={test.id}
            order={order}
            test={test}
            isRead={results !== undefined}
            versions={(results ?? []).filter((each) => each.test_id === test.id)}
          />
        ))}
      </ul>
      <div className="form-actions">
        {mayEnterHere && open.length > 1 ? (
          <Button
            isSmall
            icon="edit"
            onPress={() => setEntering(true)}
            testName={testNames.enterAll}
          >
            {say("lab.enterAll")}
          </Button>
        ) : null}
        <PrintReport order={order} />
      </div>
      {isEntering || (isResumed && mayEnterHere) ? (
        <AllResultsDialog
          order={order}
          onClose={() => {
            setEntering(false);
            formLeft();
          }}
        />
      ) : null}
    </Card>
  );
}

/** One order: its tests with what was found, and beside them whose it is and what was taken. */
export function OrderPanel({ order }: OrderProps) {
  const say = useSay();
  const { data: patient } = usePatient(order.patient_id);
  return (
    <div className="today-columns">
      <Results order={order} />
      <aside className="today-aside">
        {patient === undefined ? null : (
          <Card>
            <PatientIdentity patient={patient} />
          </Card>
        )}
        {order.clinical_notes === null ? null : (
          <Card title={say("lab.notes")}>
            <p>
              <bdi>{order.clinical_notes}</bdi>
            </p>
          </Card>
        )}
        <Specimens order={order} />
      </aside>
    </div>
  );
}
