import { useState, type FormEvent } from "react";
import { locationKinds } from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Segments } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAddPlace } from "./stores-queries.ts";

function usePlaceForm(onClose: () => void) {
  const say = useSay();
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [kind, setKind] = useState<(typeof locationKinds)[number]>("shelf");
  const [isChecked, setChecked] = useState(false);
  const adding = useAddPlace(() => {
    notify({ text: say("stores.placeAdded"), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(adding.error, ["name", "code", "kind"], say);
  const needed = (value: string) =>
    isChecked && value.trim() === "" ? say("stores.needsText") : undefined;
  return {
    name,
    setName,
    code,
    setCode,
    kind,
    setKind,
    nameFault: needed(name) ?? faults.at("name"),
    codeFault: needed(code) ?? faults.at("code"),
    rest: faults.rest,
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (name.trim() === "" || code.trim() === "" || adding.isPending) return;
      adding.mutate({ name: name.trim(), code: code.trim(), kind });
    },
  };
}

function kindChoices(say: Say) {
  return locationKinds.map((value) => ({
    value,
    text: say(`placeKind.${value}`),
    testName: `${testNames.placeKind}-${value}`,
  }));
}

/** Sets up a store, a shelf or a quarantine of the branch. */
export function PlaceDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const of = usePlaceForm(onClose);
  return (
    <Dialog
      title={say("stores.addPlace")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.placeDialog}
    >
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <LineField
          label={say("stores.placeName")}
          value={of.name}
          onChange={of.setName}
          fault={of.nameFault}
          takesFocus
          testName={testNames.placeName}
        />
        <LineField
          label={say("stores.placeCode")}
          hint={say("stores.codeHint")}
          value={of.code}
          onChange={of.setCode}
          fault={of.codeFault}
          testName={testNames.placeCode}
        />
        <Segments
          label={say("stores.kind")}
          value={of.kind}
          onChange={(value) =>
            of.setKind(locationKinds.find((known) => known === value) ?? "shelf")
          }
          options={kindChoices(say)}
        />
        <FaultNotice error={of.rest} />
        <FormActions
          action={say("stores.addPlace")}
          testName={testNames.savePlace}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
