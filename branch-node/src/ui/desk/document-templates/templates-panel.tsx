import { useState } from "react";
import {
  templateSubjects,
  type TemplateSubject,
} from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { SidePanel } from "#ui/desk/shell/side-panel.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useLookEditor, type LookDraftStore } from "./look-editor.ts";
import { formFaults, isTyped, lookIn } from "./look-form.ts";
import { lookBeneath, lookOf, type SetTemplate } from "./look.ts";
import { TemplateForm } from "./template-form.tsx";
import { TemplatePreview, useSampleTime } from "./template-preview.tsx";
import { documentTexts } from "./template-texts.ts";
import { useLookBeneathBranch, useTemplates } from "./template-queries.ts";
import { SamplePrint } from "./sample-print.tsx";
import { sampleTypes, type SampleType } from "./samples.ts";
import "#ui/style/templates.css";

interface TemplateListProps {
  readonly chosen: TemplateSubject;
  readonly drafts: LookDraftStore["drafts"];
  readonly onChoose: (subject: TemplateSubject) => void;
}

const subjects: readonly TemplateSubject[] = [
  ...templateSubjects.filter((subject) => subject === "all"),
  ...sampleTypes,
];

function TemplateList({ chosen, drafts, onChoose }: TemplateListProps) {
  const say = useSay();
  return (
    <nav className="look-list" aria-label={say("look.title")}>
      <ul>
        {subjects.map((subject) => {
          const draft = drafts[subject];
          return (
            <li key={subject}>
              <button
                type="button"
                aria-current={subject === chosen}
                onClick={() => onChoose(subject)}
                data-testid={testNames.templateChoice}
                data-document={subject}
              >
                {say(documentTexts[subject])}
                {draft !== undefined && isTyped(draft) ? (
                  <span className="tag tag-warning">{say("look.unsaved")}</span>
                ) : null}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface ShownDocumentProps {
  readonly shown: SampleType;
  readonly onChoose: (type: SampleType) => void;
}

/** On which document the look of all documents is shown. */
function ShownDocument({ shown, onChoose }: ShownDocumentProps) {
  const say = useSay();
  return (
    <ChoiceField
      label={say("look.shownOn")}
      value={shown}
      onChange={(value) => {
        const type = sampleTypes.find((each) => each === value);
        if (type !== undefined) onChoose(type);
      }}
      options={sampleTypes.map((type) => ({ value: type, text: say(documentTexts[type]) }))}
      testName="look-shown-on"
    />
  );
}

interface TemplateProps {
  readonly subject: TemplateSubject;
  readonly templates: readonly SetTemplate[];
  readonly store: LookDraftStore;
}

function Template({ subject, templates, store }: TemplateProps) {
  const say = useSay();
  const mayChange = useMay("print_templates", "update");
  const mayPrint = useMay("print_jobs", "create");
  const at = useSampleTime();
  const [shownOfAll, setShownOfAll] = useState<SampleType>("prescription");
  const shown = subject === "all" ? shownOfAll : subject;
  const editor = useLookEditor(subject, templates, store);
  const beneathSubject = useLookBeneathBranch(subject);
  const beneathShown = useLookBeneathBranch(shown);
  if (beneathSubject.data === undefined || beneathShown.data === undefined) {
    return <FaultNotice error={beneathSubject.error ?? beneathShown.error} />;
  }
  // What cannot be printed so is not tried out either.
  const wrong = Object.keys(formFaults(editor.form)).map((field) => [field, null] as const);
  const tried = lookIn({ ...editor.form, ...Object.fromEntries(wrong) });
  const look = lookOf(shown, templates, beneathShown.data, { subject, look: tried });
  return (
    <div className={`look-template ${mayChange ? "" : "is-only-seen"}`}>
      {mayChange ? (
        <TemplateForm
          subject={subject}
          templates={templates}
          beneath={lookBeneath(templates, subject, beneathSubject.data)}
          editor={editor}
        />
      ) : null}
      <div className="look-shown">
        {subject === "all" ? <ShownDocument shown={shown} onChoose={setShownOfAll} /> : null}
        {mayPrint ? (
          <TemplatePreview type={shown} look={look} at={at} />
        ) : (
          <p className="advice">{say("look.mayNotPreview")}</p>
        )}
        {mayPrint && mayChange ? (
          <SamplePrint
            key={shown}
            type={shown}
            look={look}
            at={at}
            isUnsaved={isTyped(editor.draft)}
          />
        ) : null}
        {mayChange ? null : <p className="advice">{say("look.askAdministrator")}</p>}
      </div>
    </div>
  );
}

/** How the branch's documents look and which language they speak: each with a true picture beside its settings. */
export function TemplatesPanel() {
  const { looks: store } = useDesk();
  const say = useSay();
  const [subject, setSubject] = useState<TemplateSubject>("queue_token");
  const templates = useTemplates();
  return (
    <SidePanel title={say("look.title")} testName={testNames.templatesPanel} width="wide">
      <div className="look-columns">
        <TemplateList chosen={subject} drafts={store.drafts} onChoose={setSubject} />
        {templates.data === undefined ? (
          <FaultNotice error={templates.error} />
        ) : (
          <Template key={subject} subject={subject} templates={templates.data} store={store} />
        )}
      </div>
    </SidePanel>
  );
}
