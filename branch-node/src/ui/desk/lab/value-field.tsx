import type { LabTest } from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Segments } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { signChoices, type ValueDraft, type ValueType } from "./result-form.ts";

interface ValueFieldProps {
  readonly test: LabTest | null;
  readonly type: ValueType;
  readonly draft: ValueDraft;
  readonly onChange: (patch: Partial<ValueDraft>) => void;
  readonly hint: string;
  readonly fault: string | undefined;
  /** What the value is called where the form has several. */
  readonly name?: string | null;
  /** Its unit, where that is not the test's. */
  readonly unit?: string | null | undefined;
  readonly takesFocus?: boolean;
  /** Whether the form cannot be sent without it. */
  readonly isRequired?: boolean;
}

/** What a value is called: by its name where there are several, with its unit where it has one. */
function useLabel({ test, name = null, unit = test?.unit ?? null }: ValueFieldProps): string {
  const say = useSay();
  if (name !== null) return unit === null ? name : `${name} (${unit})`;
  return unit === null ? say("lab.value") : say("lab.valueIn", { value: unit });
}

function NumberValue(props: ValueFieldProps) {
  const { draft, onChange, hint, fault, takesFocus = true, isRequired = true } = props;
  const say = useSay();
  const label = useLabel(props);
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("lab.sign")}
        value={draft.sign}
        onChange={(value) => onChange({ sign: signChoices.find((one) => one === value) ?? "" })}
        options={signChoices.map((value) => ({ value, text: say(`sign.${value || "is"}`) }))}
        testName={testNames.resultSign}
      />
      <LineField
        label={label}
        value={draft.value}
        onChange={(value) => onChange({ value })}
        hint={hint === "" ? undefined : hint}
        fault={fault}
        inputMode="text"
        isRequired={isRequired}
        takesFocus={takesFocus}
        testName={testNames.resultValue}
      />
    </div>
  );
}

/** The value of a test in the form that the catalogue says: a number with its unit, an answer, yes or no, or words. */
export function ValueField(props: ValueFieldProps) {
  const { test, type, draft, onChange, fault, takesFocus = true, isRequired = true } = props;
  const say = useSay();
  if (type === "numeric") return <NumberValue {...props} />;
  const shared = {
    label: props.name ?? say("lab.value"),
    value: draft.value,
    fault,
    isRequired,
  } as const;
  const write = (value: string) => onChange({ value });
  if (type === "coded" && test !== null)
    return (
      <ChoiceField
        {...shared}
        onChange={write}
        empty={say("lab.chooseAnswer")}
        options={test.answers.map(({ code, display }) => ({ value: code, text: display }))}
        testName={testNames.resultValue}
      />
    );
  if (type === "boolean")
    return (
      <Segments
        {...shared}
        onChange={write}
        options={[
          { value: "true", text: say("lab.yes") },
          { value: "false", text: say("lab.no") },
        ]}
        testName={testNames.resultValue}
      />
    );
  return (
    <LineField
      {...shared}
      onChange={write}
      takesFocus={takesFocus}
      {...(type === "text" ? { rows: 3 } : {})}
      testName={testNames.resultValue}
    />
  );
}
