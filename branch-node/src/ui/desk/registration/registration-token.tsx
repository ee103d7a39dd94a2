import { useEffect, useRef } from "react";
import { useProviderOptions, type ProviderChoice } from "#ui/desk/data/provider-choice.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import type { RegistrationDraft } from "./registration-draft.ts";

interface TokenFieldsProps {
  readonly draft: RegistrationDraft;
  readonly onChange: (patch: Partial<RegistrationDraft>) => void;
  readonly choice: ProviderChoice;
  /** How often a token was wanted with nobody chosen: each time the focus comes here. */
  readonly asked: number;
}

/** For whom the token is that is given with the registration, why they come, and who sent them. */
export function TokenFields({ draft, onChange, choice, asked }: TokenFieldsProps) {
  const say = useSay();
  const options = useProviderOptions(choice.providers);
  const doctor = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asked > 0) doctor.current?.focus();
  }, [asked]);
  return (
    <fieldset className="token-fields">
      <legend>{say("token.label")}</legend>
      <ChoiceField
        label={say("walkIn.provider")}
        value={choice.providerId}
        onChange={choice.choose}
        options={options}
        {...(choice.providerId === "" ? { empty: say("walkIn.choose") } : {})}
        fault={asked > 0 && choice.providerId === "" ? say("walkIn.choose") : undefined}
        testName={testNames.tokenDoctor}
        ref={doctor}
      />
      <LineField
        label={say("calendar.why")}
        value={draft.visitReason}
        onChange={(visitReason) => onChange({ visitReason })}
        testName={testNames.tokenReason}
      />
      <LineField
        label={say("register.referredBy")}
        value={draft.referredBy}
        onChange={(referredBy) => onChange({ referredBy })}
        testName={testNames.tokenReferredBy}
      />
    </fieldset>
  );
}
