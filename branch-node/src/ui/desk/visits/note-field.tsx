import { useLanguage } from "#ui/i18n/language-choice.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Menu } from "#ui/kit/menu.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { noteTemplates, withTemplate } from "./note-templates.ts";

interface NoteFieldProps {
  readonly notes: string;
  readonly onChange: (notes: string) => void;
  readonly fault: string | undefined;
}

/** The note of a visit, which can begin with a template: its lines come behind what was typed. */
export function NoteField({ notes, onChange, fault }: NoteFieldProps) {
  const say = useSay();
  const { language } = useLanguage();
  const actions = noteTemplates.map(({ id, name, lines }) => ({
    id,
    text: name[language],
    testName: `${testNames.noteTemplate}-${id}`,
    onAction: () => onChange(withTemplate(notes, lines[language])),
  }));
  return (
    <div className="note-field">
      <LineField
        label={say("encounter.notes")}
        value={notes}
        onChange={onChange}
        fault={fault}
        rows={4}
        testName={testNames.notes}
      />
      <Menu label={say("encounter.template")} groups={[{ actions }]}>
        <Button isSmall icon="add" testName={testNames.noteTemplates}>
          {say("encounter.template")}
        </Button>
      </Menu>
    </div>
  );
}
