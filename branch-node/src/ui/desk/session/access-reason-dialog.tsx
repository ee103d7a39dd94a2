import { useState, useSyncExternalStore, type FormEvent } from "react";
import { usePatient } from "#ui/desk/data/queries.ts";
import { EmergencyForm } from "#ui/desk/emergency-access/emergency-form.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import type { AccessReasons } from "#ui/net/access-reasons.ts";
import { testNames } from "#ui/test-names.ts";
import { useMay } from "./permissions.ts";
import { useAccessReasons } from "./session-context.tsx";

const kinds: readonly (readonly [kind: string, text: TextId])[] = [
  ["care", "access.care"],
  ["enquiry", "access.enquiry"],
  ["papers", "access.papers"],
  ["quality", "access.quality"],
  ["other", "access.other"],
];

const shortestNote = 5;

/** As it stands in the audit: the kind in one language, whatever the desk speaks, and what was written. */
function reasonText(kind: string, note: string): string {
  return note === "" ? `${kind}: at the desk` : `${kind}: ${note}`;
}

function EmergencyButton({ onPress }: { readonly onPress: () => void }) {
  const say = useSay();
  const mayBreakGlass = useMay("emergency_accesses", "create");
  if (!mayBreakGlass) return null;
  return (
    <Button onPress={onPress} testName={testNames.breakGlassChoice}>
      {say("breakGlass.choice")}
    </Button>
  );
}

interface AnswerProps {
  readonly reasons: AccessReasons;
  readonly patientId: string;
}

interface ReasonFormProps extends AnswerProps {
  readonly onEmergency: () => void;
}

function ReasonForm({ reasons, patientId, onEmergency }: ReasonFormProps) {
  const say = useSay();
  const name = usePatient(patientId).data?.name ?? "…";
  const [kind, setKind] = useState("");
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const text = note.trim();
  // What is none of these is said in words.
  const isNoteMissing = kind === "other" && text.length < shortestNote;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (kind !== "" && !isNoteMissing) reasons.answer(reasonText(kind, text));
  };
  return (
    <form className="dialog-form" noValidate onSubmit={submit}>
      <p>{say("access.explain", { name })}</p>
      <ChoiceField
        label={say("access.reason")}
        value={kind}
        options={kinds.map(([value, word]) => ({ value, text: say(word) }))}
        empty={say("access.choose")}
        onChange={setKind}
        fault={isTried && kind === "" ? say("access.needsReason") : undefined}
        isRequired
        testName={testNames.accessReasonKind}
      />
      <LineField
        label={say("access.note")}
        value={note}
        onChange={setNote}
        fault={isTried && isNoteMissing ? say("access.needsNote") : undefined}
        testName={testNames.accessReasonNote}
      />
      <FormActions
        action={say("access.open")}
        testName={testNames.accessReasonOpen}
        onLeave={() => reasons.answer(null)}
      >
        <EmergencyButton onPress={onEmergency} />
      </FormActions>
    </form>
  );
}

/** A reason, or an emergency, which is opened under a rule of its own; what was asked for goes on with what was said for it. */
function ReasonOrEmergency({ reasons, patientId }: AnswerProps) {
  const [isEmergency, setEmergency] = useState(false);
  if (!isEmergency)
    return (
      <ReasonForm reasons={reasons} patientId={patientId} onEmergency={() => setEmergency(true)} />
    );
  return (
    <EmergencyForm
      patientId={patientId}
      onOpened={({ reason }) => reasons.answer(reasonText("emergency", reason))}
      onLeave={() => setEmergency(false)}
    />
  );
}

/** Asks why a record is opened that needs a reason; what was asked for goes on with the answer. */
export function AccessReasonDialog() {
  const say = useSay();
  const reasons = useAccessReasons();
  const asked = useSyncExternalStore(reasons.subscribe, reasons.get);
  const [patientId] = asked?.patientIds ?? [];
  if (patientId === undefined) return null;
  return (
    <Dialog
      key={patientId}
      title={say("access.title")}
      closeLabel={say("action.close")}
      onClose={() => reasons.answer(null)}
      testName={testNames.accessReason}
    >
      <ReasonOrEmergency reasons={reasons} patientId={patientId} />
    </Dialog>
  );
}
