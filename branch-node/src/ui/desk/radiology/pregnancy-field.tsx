import {
  pregnancyStatuses,
  type PregnancyStatus,
} from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

interface PregnancyFieldProps {
  /** "" while nobody has answered. */
  readonly value: PregnancyStatus | "";
  readonly onChange: (value: PregnancyStatus | "") => void;
  readonly fault: string | undefined;
}

/** Asks about a pregnancy; a warning where there may be one. */
export function PregnancyField({ value, onChange, fault }: PregnancyFieldProps) {
  const say = useSay();
  return (
    <>
      <ChoiceField
        label={say("radiology.pregnancy")}
        value={value}
        onChange={(next) => onChange(pregnancyStatuses.find((one) => one === next) ?? "")}
        empty={say("stay.unsaid")}
        options={pregnancyStatuses.map((one) => ({ value: one, text: say(`pregnancy.${one}`) }))}
        fault={fault}
        testName={testNames.pregnancyStatus}
      />
      {value === "possibly" || value === "pregnant" ? (
        <Banner tone="warning">{say("radiology.pregnancyRisk")}</Banner>
      ) : null}
    </>
  );
}
