import { useIntl } from "react-intl";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { SignaturePad } from "#ui/kit/signature-pad.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { deskMethods, speakers } from "./consent-draft.ts";
import { needsNotice, needsSignature } from "./consent-form.ts";
import { useColleagues } from "./consent-queries.ts";
import { languageText, methodText, noticeLanguages, speakerText } from "./consent-texts.ts";
import type { ConsentForm } from "./use-consent-form.ts";

interface FieldsProps {
  readonly form: ConsentForm;
}

function MethodFields({ form }: FieldsProps) {
  const say = useSay();
  const { staff } = useSignedIn();
  const { draft, change, faultAt } = form;
  const colleagues = (useColleagues().data ?? []).filter(({ id }) => id !== staff.id);
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("consents.method")}
        value={draft.method}
        onChange={(value) => change({ method: deskMethods.find((each) => each === value) ?? "" })}
        {...(draft.method === "" ? { empty: say("consents.choose") } : {})}
        options={deskMethods.map((value) => ({ value, text: methodText(value, say) }))}
        fault={faultAt("captured_method")}
        isRequired
        testName={testNames.consentMethod}
      />
      {draft.method === "verbal_witnessed" ? (
        <ChoiceField
          label={say("consents.witness")}
          value={draft.witnessId}
          onChange={(witnessId) => change({ witnessId })}
          {...(draft.witnessId === "" ? { empty: say("consents.choose") } : {})}
          options={colleagues.map(({ id, name }) => ({ value: id, text: name }))}
          fault={faultAt("witness_id")}
          isRequired
          testName={testNames.consentWitness}
        />
      ) : null}
    </div>
  );
}

function SignatureField({ form }: FieldsProps) {
  const say = useSay();
  return (
    <SignaturePad
      label={say("consents.signature")}
      hint={say("consents.signHint")}
      clearLabel={say("consents.clearSignature")}
      onChange={form.sign}
      fault={form.faultAt("document_id")}
      testName={testNames.consentSignature}
      clearName={testNames.clearSignature}
    />
  );
}

function SpeakerFields({ form }: FieldsProps) {
  const say = useSay();
  const { draft, change, faultAt, isChild } = form;
  const offered = speakers.filter((each) => !isChild || each !== "self");
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("consents.speaker")}
        value={draft.relation}
        onChange={(value) =>
          change({ relation: offered.find((each) => each === value) ?? draft.relation })
        }
        options={offered.map((value) => ({ value, text: speakerText(value, say) }))}
        fault={faultAt("given_by.relation") ?? faultAt("given_by")}
        testName={testNames.consentSpeaker}
      />
      {draft.relation === "self" ? null : (
        <>
          <LineField
            label={say("consents.speakerName")}
            value={draft.name}
            onChange={(name) => change({ name })}
            fault={faultAt("given_by.name")}
            isRequired
            testName={testNames.consentSpeakerName}
          />
          <LineField
            label={say("consents.phone")}
            value={draft.phone}
            onChange={(phone) => change({ phone })}
            inputMode="tel"
            fault={faultAt("given_by.phone")}
            testName={testNames.consentSpeakerPhone}
          />
        </>
      )}
    </div>
  );
}

function NoticeFields({ form }: FieldsProps) {
  const say = useSay();
  const { locale } = useIntl();
  const { draft, change, faultAt } = form;
  return (
    <div className="fields-row">
      <LineField
        label={say("consents.notice")}
        hint={say("consents.noticeHint")}
        value={draft.notice}
        onChange={(notice) => change({ notice })}
        fault={faultAt("notice_version")}
        isRequired
        testName={testNames.consentNotice}
      />
      <ChoiceField
        label={say("consents.language")}
        value={draft.language}
        onChange={(language) => change({ language })}
        {...(draft.language === "" ? { empty: say("consents.choose") } : {})}
        options={noticeLanguages.map((value) => ({ value, text: languageText(locale, value) }))}
        fault={faultAt("language")}
        isRequired
        testName={testNames.consentLanguage}
      />
    </div>
  );
}

/** How somebody has answered, and who it was: what is kept as proof. */
export function EvidenceFields({ form }: FieldsProps) {
  return (
    <>
      <SpeakerFields form={form} />
      <MethodFields form={form} />
      {needsNotice(form.draft) ? <NoticeFields form={form} /> : null}
      {needsSignature(form.draft) ? <SignatureField form={form} /> : null}
    </>
  );
}
