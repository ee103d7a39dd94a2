import { useState, type FormEvent } from "react";
import { needsWitness } from "@edgeward/shared/clinical/dispenses/dispense-rules.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { usePlaces } from "#ui/desk/stock/place-queries.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { readUnits } from "./dispense-draft.ts";
import { returnable, returnedLines, returnGaps } from "./return-draft.ts";
import type { Dispense } from "./pharmacy-list.ts";
import { useDispenseStep } from "./pharmacy-queries.ts";

interface ReturnProps {
  readonly dispense: Dispense;
  readonly onClose: () => void;
}

/** Where what comes back can go, and where it goes unless somebody chooses another place. */
function useAside() {
  const { data: places } = usePlaces();
  const [chosen, setChosen] = useState("");
  const aside = (places ?? []).filter(
    ({ kind, status }) => kind === "quarantine" && status === "active",
  );
  return {
    aside,
    hasPlaces: places === undefined || aside.length > 0,
    place: chosen === "" ? (aside[0]?.id ?? "") : chosen,
    setChosen,
  };
}

function useReturn({ dispense, onClose }: ReturnProps) {
  const say = useSay();
  const where = useAside();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const step = useDispenseStep(dispense.id, () => {
    notify({ text: say("dispense.returnedNow"), tone: "good" });
    onClose();
  });
  const lines = returnable(dispense);
  const gaps = returnGaps(lines, typed, reason);
  const back = returnedLines(lines, typed, reason);
  const paths = back.flatMap((_, nth) =>
    ["line_id", "quantity", "reason"].map((name) => `returns.${nth}.${name}`),
  );
  const faults = faultsAtFields(step.error, ["to_location_id", ...paths], say);
  return {
    ...where,
    lines,
    typed,
    write: (id: string, quantity: string) => {
      setTyped((now) => ({ ...now, [id]: quantity }));
      step.reset();
    },
    reason,
    setReason,
    faults,
    noneFault: isChecked && gaps.includes("none") ? say("dispense.returnNone") : null,
    reasonFault: isChecked && gaps.includes("reason") ? say("shift.reasonNeeded") : undefined,
    faultOf: (id: string, left: number) => {
      const text = typed[id] ?? "";
      const isWrong = text !== "" && (readUnits(text) ?? left + 1) > left;
      if (isWrong) return say("dispense.returnMost", { count: left });
      const nth = back.findIndex(({ line_id: line }) => line === id);
      return faults.at(`returns.${nth}.quantity`) ?? faults.at(`returns.${nth}.line_id`);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (gaps.length > 0 || where.place === "" || step.isPending) return;
      step.mutate({ returns: [...back], to_location_id: where.place });
    },
  };
}

type Return = ReturnType<typeof useReturn>;

/** How much of each line comes back. */
function Lines({ of }: { readonly of: Return }) {
  const say = useSay();
  return (
    <>
      {of.lines.map(({ line, left }) => (
        <LineField
          key={line.id}
          label={say("dispense.returnOf", { name: line.description, batch: line.batch_no })}
          hint={
            needsWitness(line.schedule)
              ? say("dispense.noReturn")
              : say("dispense.returnMost", { count: left })
          }
          value={of.typed[line.id] ?? ""}
          onChange={(quantity) => of.write(line.id, quantity)}
          inputMode="numeric"
          isDisabled={needsWitness(line.schedule) || left === 0}
          fault={of.faultOf(line.id, left)}
          testName={testNames.returnQuantity}
        />
      ))}
      {of.noneFault === null ? null : (
        <p className="field-fault" role="alert">
          {of.noneFault}
        </p>
      )}
    </>
  );
}

/** Takes some of what was handed over back: into quarantine, for nobody may be given it again. */
export function ReturnDialog(props: ReturnProps) {
  const say = useSay();
  const of = useReturn(props);
  return (
    <Dialog
      title={say("dispense.takeBack")}
      closeLabel={say("action.close")}
      onClose={props.onClose}
      testName={testNames.returnDialog}
    >
      {props.dispense.patient_id === null ? null : (
        <AboutPatient patientId={props.dispense.patient_id} />
      )}
      {of.hasPlaces ? null : <Banner tone="warning">{say("dispense.noQuarantine")}</Banner>}
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <Lines of={of} />
        <LineField
          label={say("shift.reason")}
          isRequired
          value={of.reason}
          onChange={of.setReason}
          fault={of.reasonFault}
          testName={testNames.dispenseReason}
        />
        {of.aside.length < 2 ? null : (
          <ChoiceField
            label={say("dispense.quarantine")}
            value={of.place}
            onChange={of.setChosen}
            options={of.aside.map(({ id, name }) => ({ value: id, text: name }))}
            fault={of.faults.at("to_location_id")}
            testName={testNames.returnPlace}
          />
        )}
        <FaultNotice error={of.faults.rest} />
        <FormActions
          action={say("dispense.takeBack")}
          testName={testNames.confirmDispense}
          onLeave={props.onClose}
        />
      </form>
    </Dialog>
  );
}
