import type { ComponentProps, ReactNode } from "react";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";

interface RecordCardProps {
  readonly form: {
    readonly submit: NonNullable<ComponentProps<"form">["onSubmit"]>;
    readonly isPending: boolean;
    /** What went wrong that no field shows. */
    readonly rest: ComponentProps<typeof FaultNotice>["error"];
    readonly keeper: ComponentProps<typeof DraftLine>["keeper"];
    readonly take: ComponentProps<typeof DraftLine>["onTake"];
  };
  readonly saveText?: TextId;
  readonly onLeave: () => void;
  readonly formName: string;
  readonly saveName: string;
  readonly children: ReactNode;
}

/** The form of one record as it stands on its page: its fields, what went wrong, how it is saved or left, and its draft. */
export function RecordCard({ form, saveText = "clinic.save", ...props }: RecordCardProps) {
  const say = useSay();
  return (
    <Card>
      <form
        className="dispense-form"
        onSubmit={form.submit}
        noValidate
        data-testid={props.formName}
      >
        {props.children}
        <FaultNotice error={form.rest} />
        <KeptFormActions
          action={say(form.isPending ? "register.saving" : saveText)}
          testName={props.saveName}
          keeper={form.keeper}
          onLeave={props.onLeave}
        />
        <DraftLine keeper={form.keeper} onTake={form.take} />
      </form>
    </Card>
  );
}
