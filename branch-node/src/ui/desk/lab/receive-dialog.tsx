import { useState, type FormEvent } from "react";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useScans } from "#ui/scan/scans.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useOrderStep } from "./lab-queries.ts";

interface ReceiveDialogProps {
  readonly order: LabOrder;
  readonly onClose: () => void;
}

/** Where an answer speaks of labels: of all of them, or of one. */
function pathsOf(count: number): readonly string[] {
  return ["scanned", ...Array.from({ length: count + 1 }, (_, index) => `scanned.${index}`)];
}

/** The labels that were read so far; when all of them were, the order is received. */
function useReceive({ order, onClose }: ReceiveDialogProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const [read, setRead] = useState<readonly string[]>([]);
  const step = useOrderStep(order.id, () => {
    notify({ text: say("lab.receivedNow", { name: order.order_no }), tone: "good" });
    onClose();
  });
  const usable = order.specimens.filter(({ rejected }) => !rejected);

  function hear(text: string): void {
    const label = text.trim().toUpperCase();
    if (label === "" || step.isPending) return;
    setTyped("");
    const all = [...new Set([...read, label])];
    const isOwn = usable.some(({ barcode }) => barcode === label);
    if (isOwn) setRead(all);
    // One that is not of this order is sent as well: it is the server that says so, and notes who tried.
    const isWhole = usable.every(({ barcode }) => all.includes(barcode));
    if (!isOwn || isWhole) step.mutate({ status: "received", scanned: [...all] });
  }

  useScans((text) => {
    hear(text);
    return true;
  });

  const paths = pathsOf(read.length);
  const faults = faultsAtFields(step.error, paths, say);
  return {
    typed,
    usable,
    read,
    fault: paths.map((path) => faults.at(path)).find((fault) => fault !== undefined),
    rest: faults.rest,
    type: (next: string) => {
      setTyped(next);
      step.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      hear(typed);
    },
    receiveAll: () => {
      if (!step.isPending) step.mutate({ status: "received" });
    },
  };
}

/** Receives the specimens of an order: each by its label, or all of them as they are. */
export function ReceiveDialog(props: ReceiveDialogProps) {
  const say = useSay();
  const of = useReceive(props);
  return (
    <Dialog
      title={say("lab.receiveOf", { name: props.order.order_no })}
      closeLabel={say("action.close")}
      onClose={props.onClose}
      testName={testNames.receiveDialog}
    >
      <AboutPatient patientId={props.order.patient_id} />
      <ul className="clearances" aria-label={say("lab.specimens")}>
        {of.usable.map(({ id, barcode, type }) => (
          <li key={id} className="clearance-line">
            <bdi className="lab-number">{barcode}</bdi>
            <span>{say(`specimen.${type}`)}</span>
            {of.read.includes(barcode) ? (
              <Badge tone="good" icon="good">
                {say("lab.read")}
              </Badge>
            ) : null}
          </li>
        ))}
      </ul>
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <LineField
          label={say("lab.label")}
          value={of.typed}
          onChange={of.type}
          hint={say("lab.labelHint")}
          fault={of.fault}
          takesFocus
          testName={testNames.specimenLabel}
        />
        <FaultNotice error={of.rest} />
        <div className="form-actions">
          <Button look="primary" onPress={of.receiveAll} testName={testNames.receiveAll}>
            {say("lab.receiveAll")}
          </Button>
          <Button look="quiet" onPress={props.onClose}>
            {say("action.close")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
