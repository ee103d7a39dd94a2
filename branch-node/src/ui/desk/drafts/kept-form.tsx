import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { DraftLine } from "./draft-line.tsx";
import { SureButton } from "./sure-button.tsx";

interface KeptFormProps {
  readonly form: {
    readonly submit: NonNullable<ComponentProps<"form">["onSubmit"]>;
    readonly leave: () => void;
    readonly isPending: boolean;
    /** What went wrong that no field shows. */
    readonly rest: ComponentProps<typeof FaultNotice>["error"];
    readonly keeper: ComponentProps<typeof DraftLine>["keeper"];
    readonly take: ComponentProps<typeof DraftLine>["onTake"];
  };
  readonly label: string;
  readonly saveText: TextId;
  readonly formName: string;
  readonly saveName: string;
  readonly leaveName: string;
  readonly children: ReactNode;
}

/** A form within a page that is kept as a draft: its fields, what went wrong, how it is saved or given up. */
export function KeptForm(props: KeptFormProps) {
  const { form, label, saveText, children } = props;
  const say = useSay();
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
      aria-label={label}
      data-testid={props.formName}
    >
      {children}
      <FaultNotice error={form.rest} />
      <div className="form-actions">
        <Button look="primary" type="submit" icon="good" testName={props.saveName}>
          {say(form.isPending ? "register.saving" : saveText)}
        </Button>
        <SureButton
          text="drafts.discard"
          sureText="drafts.discardSure"
          look="quiet"
          onPress={form.leave}
          testName={props.leaveName}
        />
      </div>
      <DraftLine keeper={form.keeper} onTake={form.take} />
    </form>
  );
}
