import { useState, type FormEvent } from "react";
import type { Document } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useDocumentStep } from "./document-queries.ts";

interface StepProps {
  readonly document: Document;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

const shortestReason = 10;

/** Says why a document is no one's here: it leaves the list, and opens no more. */
export function InErrorForm({ document, onDone, onLeave }: StepProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const step = useDocumentStep(document.id, ({ title }) => {
    notify({ text: say("document.inErrorNow", { name: title }), tone: "good" });
    onDone();
  });
  const faults = faultsAtFields(step.error, ["status_reason"], say);
  const why = reason.trim();
  const isShort = isTried && why.length < shortestReason;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (step.isPending || why.length < shortestReason) return;
    step.mutate({ status: "entered_in_error", status_reason: why });
  };
  return (
    <form className="rx-part" onSubmit={submit} noValidate>
      <LineField
        label={say("document.why")}
        hint={say("document.whyHint")}
        value={reason}
        onChange={(next) => {
          setReason(next);
          step.reset();
        }}
        fault={isShort ? say("document.needsReason") : faults.at("status_reason")}
        isRequired
        takesFocus
        testName={testNames.documentReason}
      />
      <FaultNotice error={faults.rest} />
      <FormActions
        action={say("document.inErrorSure")}
        look="danger"
        testName={testNames.confirmInError}
        onLeave={onLeave}
      />
    </form>
  );
}

/** Names a document anew. */
export function RenameForm({ document, onDone, onLeave }: StepProps) {
  const say = useSay();
  const [title, setTitle] = useState(document.title);
  const step = useDocumentStep(document.id, onDone);
  const faults = faultsAtFields(step.error, ["title"], say);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = title.trim();
    if (step.isPending || next === "") return;
    step.mutate({ title: next });
  };
  return (
    <form className="rx-part" onSubmit={submit} noValidate>
      <LineField
        label={say("document.titleField")}
        value={title}
        onChange={(next) => {
          setTitle(next);
          step.reset();
        }}
        fault={title.trim() === "" ? say("document.needsTitle") : faults.at("title")}
        isRequired
        takesFocus
        testName={testNames.documentNewTitle}
      />
      <FaultNotice error={faults.rest} />
      <FormActions
        action={say("document.renameNow")}
        testName={testNames.confirmRename}
        onLeave={onLeave}
      />
    </form>
  );
}
