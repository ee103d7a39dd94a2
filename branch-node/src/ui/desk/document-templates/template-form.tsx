import type { SyntheticEvent } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { TemplateSubject } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import { fieldFaults, fieldFaultText } from "#ui/desk/data/faults.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import type { LookEditor } from "./look-editor.ts";
import { LookFieldOf } from "./look-fields.tsx";
import { formFaults, isTyped } from "./look-form.ts";
import { fieldsOf, sourceOf, type SetTemplate, type WholeLook } from "./look.ts";
import { fieldTexts } from "./template-texts.ts";

/** Says that somebody else has set something meanwhile, what, and what can be done. */
function OvertakenNotice({ editor }: { readonly editor: LookEditor }) {
  const say = useSay();
  const theirs = editor.draft.overtaken;
  if (theirs === null) return null;
  const name = theirs.map((field) => say(fieldTexts[field])).join(", ");
  return (
    <div className="notice notice-info" role="alert" data-testid={testNames.lookOvertaken}>
      <Icon name="warning" />
      <div>
        <p>{say("look.overtaken", { name })}</p>
        <Button isSmall onPress={editor.takeTheirs}>
          {say("look.takeTheirs")}
        </Button>
      </div>
    </div>
  );
}

function Saving({ editor }: { readonly editor: LookEditor }) {
  const say = useSay();
  const isUnsaved = isTyped(editor.draft);
  const [refused] = fieldFaults(editor.error);
  return (
    <>
      {refused === undefined ? (
        <FaultNotice error={editor.error} />
      ) : (
        <p className="field-fault" role="alert">
          {fieldFaultText(refused, say)}
        </p>
      )}
      <div className="form-actions">
        <Button
          type="submit"
          look="primary"
          isUnavailable={!isUnsaved}
          testName={testNames.saveLook}
        >
          {say("look.save")}
        </Button>
        {isUnsaved ? (
          <Button onPress={editor.discard} testName={testNames.discardLook}>
            {say("look.discard")}
          </Button>
        ) : null}
        {editor.isSaved ? (
          <output className="document-sent" data-testid={testNames.lookSaved}>
            <Icon name="good" />
            {say("look.saved")}
          </output>
        ) : null}
      </div>
    </>
  );
}

interface TemplateFormProps {
  readonly subject: TemplateSubject;
  readonly templates: readonly SetTemplate[];
  readonly beneath: WholeLook;
  readonly editor: LookEditor;
}

/** How the documents of one type look: only what means something for them. */
export function TemplateForm({ subject, templates, beneath, editor }: TemplateFormProps) {
  const faults = formFaults(editor.form);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    editor.save();
  };
  return (
    <form className="look-form" onSubmit={submit} data-testid={testNames.lookForm} noValidate>
      <OvertakenNotice editor={editor} />
      {fieldsOf[subject].map((field) => (
        <LookFieldOf
          key={field}
          field={field}
          form={editor.form}
          beneath={beneath}
          sourceOf={(name) => sourceOf(templates, subject, name)}
          faultOf={(name) => faults[name]}
          onChange={editor.type}
        />
      ))}
      <Saving editor={editor} />
    </form>
  );
}
