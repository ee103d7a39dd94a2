import { bedClasses } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { testNames } from "#ui/test-names.ts";
import type { WardOfBoard } from "./bed-board.ts";
import { FreeBedField } from "./free-bed-field.tsx";
import type { AdmitForm } from "./use-admit.ts";
import { useWardName } from "./use-ward-name.ts";

interface AdmitPlaceProps {
  readonly form: AdmitForm;
  readonly board: readonly WardOfBoard[];
}

/** Where somebody is to lie: a bed that is free, or the ward and the class that are wished for. */
export function AdmitPlace({ form, board }: AdmitPlaceProps) {
  const say = useSay();
  const wardName = useWardName();
  const { draft, change, faultAt } = form;
  if (draft.kind !== "requested")
    return (
      <FreeBedField
        board={board}
        value={draft.bedId}
        onChange={(bedId) => change({ bedId })}
        fault={faultAt("bed_id", "bed")}
      />
    );
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("ward.wished")}
        value={draft.wardId}
        onChange={(wardId) => change({ wardId })}
        empty={say("ward.any")}
        options={board.map(({ ward }) => ({ value: ward.id, text: wardName(ward) }))}
        fault={faultAt("ward_id")}
        testName={testNames.wishedWard}
      />
      <ChoiceField
        label={say("bed.class")}
        value={draft.bedClass}
        onChange={(value) =>
          change({ bedClass: bedClasses.find((known) => known === value) ?? "general" })
        }
        options={bedClasses.map((value) => ({ value, text: say(`bedClass.${value}`) }))}
        testName={testNames.wishedClass}
      />
    </div>
  );
}
