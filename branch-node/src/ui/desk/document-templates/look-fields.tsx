import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { LogoField } from "./logo-field.tsx";
import type { LookForm } from "./look-form.ts";
import type { LookField, LookSource, WholeLook } from "./look.ts";
import {
  fieldTexts,
  languageChoices,
  leaveTexts,
  numeralChoices,
  pageChoices,
  sourceTexts,
  valueText,
  type Choice,
} from "./template-texts.ts";

/** What every field of a look is given. */
export interface LookFieldProps {
  readonly form: LookForm;
  /** What comes out where the form says nothing, and who says it. */
  readonly beneath: WholeLook;
  readonly sourceOf: (field: LookField) => LookSource;
  readonly faultOf: (field: LookField) => TextId | undefined;
  readonly onChange: (patch: Partial<LookForm>) => void;
}

type Chosen = "languages" | "numerals" | "page_size";

const choicesOf = {
  languages: languageChoices,
  numerals: numeralChoices,
  page_size: pageChoices,
} as const;

/** The form's patch for what was chosen from a list; nothing chosen leaves it. */
function chosen(field: Chosen, value: string): Partial<LookForm> {
  if (value === "") return { [field]: null };
  if (field === "languages") return { languages: value.split(",").map(languageOf) };
  if (field === "numerals") return { numerals: value === "native" ? "native" : "latn" };
  return { page_size: value === "a5" ? "a5" : "a4" };
}

const languageOf = (code: string) => (code === "hi" ? "hi" : "en");

function ChoiceSetting(props: LookFieldProps & { readonly field: Chosen }) {
  const say = useSay();
  const { field, form, beneath, sourceOf, onChange } = props;
  const options: readonly Choice[] = choicesOf[field](say);
  const left = `${say(sourceTexts[sourceOf(field)])}: ${valueText(field, beneath, say)}`;
  return (
    <ChoiceField
      label={say(fieldTexts[field])}
      value={form[field]?.toString() ?? ""}
      onChange={(value) => onChange(chosen(field, value))}
      empty={left}
      options={options}
      testName={`look-${field}`}
    />
  );
}

interface SettingProps extends LookFieldProps {
  readonly field: LookField;
  /** What the field holds when somebody begins to set it. */
  readonly begin: Partial<LookForm>;
  readonly children: ReactNode;
}

/** Something that is either set here, with a way to leave it again, or left to what lies beneath, which is said. */
function Setting({ field, begin, form, beneath, sourceOf, onChange, children }: SettingProps) {
  const say = useSay();
  const isLeft = form[field] === null;
  const source = sourceOf(field);
  const whole = useRef<HTMLFieldSetElement>(null);
  const [hasBegun, setBegun] = useState(false);
  // Whoever has said that they set it goes on there; what was set before takes no focus.
  useEffect(() => {
    if (hasBegun) whole.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [hasBegun]);
  const name = say(fieldTexts[field]);
  return (
    <fieldset className={`look-setting ${isLeft ? "is-left" : ""}`} aria-label={name} ref={whole}>
      {isLeft ? (
        <p className="field">
          <span className="field-label">{name}</span>
          <span className="field-hint">
            {say(sourceTexts[source])}: {valueText(field, beneath, say)}
          </span>
        </p>
      ) : (
        children
      )}
      <Button
        isSmall
        onPress={() => {
          setBegun(isLeft);
          onChange(isLeft ? begin : { [field]: null });
        }}
        testName={`set-look-${field}`}
        about={name}
      >
        {say(isLeft ? "look.setHere" : leaveTexts[source])}
      </Button>
    </fieldset>
  );
}

function NameSetting(props: LookFieldProps) {
  const say = useSay();
  const { form, beneath, faultOf, onChange } = props;
  const fault = faultOf("display_name");
  return (
    <Setting {...props} field="display_name" begin={{ display_name: beneath.display_name }}>
      <LineField
        label={say(fieldTexts.display_name)}
        value={form.display_name ?? ""}
        onChange={(name) => onChange({ display_name: name })}
        fault={fault === undefined ? undefined : say(fault)}
        testName="look-display_name"
      />
    </Setting>
  );
}

type Lines = "header_lines" | "footer_lines" | "extra_lines";

function LinesSetting(props: LookFieldProps & { readonly field: Lines }) {
  const say = useSay();
  const { field, form, beneath, faultOf, onChange } = props;
  const fault = faultOf(field);
  return (
    <Setting {...props} begin={{ [field]: beneath[field].join("\n") }}>
      <LineField
        label={say(fieldTexts[field])}
        value={form[field] ?? ""}
        onChange={(text) => onChange({ [field]: text })}
        hint={say("look.linesHint")}
        fault={fault === undefined ? undefined : say(fault)}
        rows={3}
        testName={`look-${field}`}
      />
    </Setting>
  );
}

function SizeSetting(props: LookFieldProps) {
  const say = useSay();
  const { form, beneath, faultOf, onChange } = props;
  const begin = {
    width: String(beneath.label_size?.width_mm ?? 50),
    height: String(beneath.label_size?.height_mm ?? 30),
  };
  const size = form.label_size ?? begin;
  const fault = faultOf("label_size");
  return (
    <Setting {...props} field="label_size" begin={{ label_size: begin }}>
      <div className="look-size">
        <LineField
          label={say("look.labelWidth")}
          value={size.width}
          onChange={(width) => onChange({ label_size: { ...size, width } })}
          inputMode="numeric"
          fault={fault === undefined ? undefined : say(fault)}
          testName="look-label-width"
        />
        <LineField
          label={say("look.labelHeight")}
          value={size.height}
          onChange={(height) => onChange({ label_size: { ...size, height } })}
          inputMode="numeric"
          testName="look-label-height"
        />
      </div>
    </Setting>
  );
}

/** The field of one setting of a look. */
export function LookFieldOf(props: LookFieldProps & { readonly field: LookField }) {
  const { field, ...rest } = props;
  switch (field) {
    case "languages":
    case "numerals":
    case "page_size":
      return <ChoiceSetting {...rest} field={field} />;
    case "header_lines":
    case "footer_lines":
    case "extra_lines":
      return <LinesSetting {...rest} field={field} />;
    case "display_name":
      return <NameSetting {...rest} />;
    case "label_size":
      return <SizeSetting {...rest} />;
    case "logo_png":
      return (
        <Setting {...rest} field={field} begin={{ logo_png: "" }}>
          <LogoField logo={rest.form.logo_png ?? ""} onChange={rest.onChange} />
        </Setting>
      );
  }
}
