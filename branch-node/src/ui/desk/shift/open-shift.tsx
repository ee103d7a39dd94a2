import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { readAmount } from "#ui/desk/money/amounts.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useOpenShiftWith } from "./shift-queries.ts";

function useOpening(usual: string) {
  const say = useSay();
  const [counter, setCounter] = useState(usual);
  const [float, setFloat] = useState("");
  const [isChecked, setChecked] = useState(false);
  const amount = readAmount(float);
  const opening = useOpenShiftWith(({ shift_no: name }) => {
    notify({ text: say("shift.openedNow", { name }), tone: "good" });
  });
  const faults = faultsAtFields(opening.error, ["counter", "float_minor"], say);
  const takenFault = faults.at("counter") === undefined ? undefined : say("shift.drawerTaken");
  const isUnnamed = isChecked && counter.trim() === "";
  return {
    counter,
    setCounter,
    float,
    setFloat,
    isPending: opening.isPending,
    rest: faults.rest,
    counterFault: isUnnamed ? say("shift.counterNeeded") : takenFault,
    floatFault: isChecked && amount === null ? say("shift.amountNeeded") : faults.at("float_minor"),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      const name = counter.trim();
      if (name === "" || amount === null || opening.isPending) return;
      opening.mutate({ counter: name, float_minor: amount });
    },
  };
}

/** Opens a shift: which drawer it is, and what is in it. @param counter the drawer of the shift before */
export function OpenShift({ counter: usual }: { readonly counter: string }) {
  const say = useSay();
  const of = useOpening(usual);
  return (
    <Card title={say("shift.open")}>
      <form className="dialog-form cash-form" onSubmit={of.submit} noValidate>
        <p>
          <strong>{say("shift.none")}</strong> {say("shift.lead")}
        </p>
        <div className="cash-fields">
          <LineField
            label={say("shift.counter")}
            hint={say("shift.counterHint")}
            value={of.counter}
            onChange={of.setCounter}
            fault={of.counterFault}
            takesFocus={usual === ""}
            testName={testNames.shiftCounter}
          />
          <LineField
            label={say("shift.float")}
            value={of.float}
            onChange={of.setFloat}
            inputMode="decimal"
            fault={of.floatFault}
            takesFocus={usual !== ""}
            testName={testNames.shiftFloat}
          />
        </div>
        <FaultNotice error={of.rest} />
        <div className="form-actions">
          <Button look="primary" type="submit" testName={testNames.openShift}>
            {say(of.isPending ? "register.saving" : "shift.open")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
