import { fileCategories } from "@edgeward/shared/clinical/files/files.contract.ts";
import { KeptForm } from "#ui/desk/drafts/kept-form.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
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

/** Brings a document of a patient, beside the others or in place of one. */
export function WriteDocument(props: DocumentFormProps) {
  const say = useSay();
  const form = useDocumentForm(props);
  const { replaced } = props;
  return (
    <KeptForm
      form={form}
      label={
        replaced === null
          ? say("document.new")
          : say("document.replaceNamed", { name: replaced.title })
      }
      saveText="document.save"
      formName={testNames.documentForm}
      saveName={testNames.saveDocument}
      leaveName={testNames.leaveDocument}
    >
      <DocumentFile chosen={form.file} onChoose={form.choose} fault={form.faultAt("file")} />
      <Fields form={form} />
    </KeptForm>
  );
}
