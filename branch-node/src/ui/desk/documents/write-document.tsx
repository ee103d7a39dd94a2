import { useEffect, useRef } from "react";
import { fileCategories } from "@edgeward/shared/clinical/files/files.contract.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { SureButton } from "#ui/desk/drafts/sure-button.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { DocumentFile } from "./document-file.tsx";
import { categoryText } from "./document-texts.ts";
import { useDocumentForm, type DocumentForm, type DocumentFormProps } from "./use-document-form.ts";

interface FieldsProps {
  readonly form: DocumentForm;
}

function CategoryField({ form }: FieldsProps) {
  const say = useSay();
  const mayIdentify = useMay("identity_documents", "create");
  const { draft, change, faultAt } = form;
  const offered = fileCategories.filter((each) => each !== "identity" || mayIdentify);
  return (
    <ChoiceField
      label={say("document.category")}
      value={draft.category}
      onChange={(value) => change({ category: offered.find((each) => each === value) ?? "" })}
      {...(draft.category === "" ? { empty: say("document.chooseCategory") } : {})}
      options={offered.map((value) => ({ value, text: categoryText(value, say) }))}
      fault={faultAt("category")}
      isRequired
      testName={testNames.documentCategory}
    />
  );
}

function Fields({ form }: FieldsProps) {
  const say = useSay();
  const labels = useDateLabels();
  const today = useToday();
  const mayHide = useMay("confidential_documents", "create");
  const { draft, change, faultAt, isNew } = form;
  return (
    <>
      <div className="fields-row">
        {isNew ? <CategoryField form={form} /> : null}
        <LineField
          label={say("document.titleField")}
          hint={say("document.titleHint")}
          value={draft.title}
          onChange={(title) => change({ title })}
          fault={faultAt("title")}
          testName={testNames.documentTitle}
        />
        <DateField
          label={say("document.date")}
          value={draft.date === "" ? null : draft.date}
          onChange={(date) => change({ date: date ?? "" })}
          most={today}
          labels={labels}
          fault={faultAt("document_date")}
          testName={testNames.documentDate}
        />
      </div>
      {isNew && mayHide ? (
        <Checkbox
          isOn={draft.isConfidential}
          onChange={(isConfidential) => change({ isConfidential })}
          testName={testNames.documentConfidential}
        >
          {say("document.confidentialTick")}
        </Checkbox>
      ) : null}
    </>
  );
}

function Actions({ form }: FieldsProps) {
  const say = useSay();
  return (
    <div className="form-actions">
      <Button look="primary" type="submit" icon="good" testName={testNames.saveDocument}>
        {say(form.isPending ? "register.saving" : "document.save")}
      </Button>
      <SureButton
        text="drafts.discard"
        sureText="drafts.discardSure"
        look="quiet"
        onPress={form.leave}
        testName={testNames.leaveDocument}
      />
    </div>
  );
}

/** Brings a document of a patient, beside the others or in place of one. */
export function WriteDocument(props: DocumentFormProps) {
  const say = useSay();
  const form = useDocumentForm(props);
  const box = useRef<HTMLFormElement>(null);
  // What was pressed to open it is gone: the keyboard goes on within the form.
  useEffect(() => box.current?.focus(), []);
  return (
    <form
      ref={box}
      tabIndex={-1}
      className="rx-form"
      noValidate
      onSubmit={form.submit}
      aria-label={
        props.replaced === null
          ? say("document.new")
          : say("document.replaceNamed", { name: props.replaced.title })
      }
      data-testid={testNames.documentForm}
    >
      <DocumentFile chosen={form.file} onChoose={form.choose} fault={form.faultAt("file")} />
      <Fields form={form} />
      <FaultNotice error={form.rest} />
      <Actions form={form} />
      <DraftLine keeper={form.keeper} onTake={form.take} />
    </form>
  );
}
