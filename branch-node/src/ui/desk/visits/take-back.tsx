import { useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";

interface TakeBackProps {
  readonly visit: Encounter;
  readonly onDone: () => void;
}

function useTakeBack(visit: Encounter, onDone: () => void) {
  const say = useSay();
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (reason: string) => {
      const body = { visit_status: "cancelled", reason } as const;
      const request = { params: { id: visit.id }, body };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(encountersContract.update, request, options)).body;
    },
    onSuccess: (changed) => {
      intent.finish();
      onDone();
      queries.setQueryData([...queryKeys.encounters, changed.id], changed);
      void queries.invalidateQueries({ queryKey: [...queryKeys.encounters, "patient"] });
      notify({ text: say("takeBack.done"), tone: "good" });
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
  });
}

function TakeBackDialog({
  visit,
  onDone,
  onClose,
}: TakeBackProps & { readonly onClose: () => void }) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const takeBack = useTakeBack(visit, onDone);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (takeBack.isPending) return;
    if (reason.trim() === "") return setMissing(true);
    takeBack.mutate(reason.trim());
  }
  return (
    <Dialog title={say("takeBack.title")} closeLabel={say("action.close")} onClose={onClose}>
      <p>{say("takeBack.about")}</p>
      <form className="dialog-form" noValidate onSubmit={submit}>
        <LineField
          label={say("takeBack.reason")}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setMissing(false);
          }}
          fault={isMissing ? say("takeBack.needsReason") : undefined}
          takesFocus
          testName={testNames.takeBackReason}
        />
        <FaultNotice error={takeBack.error} />
        <FormActions
          action={say("takeBack.open")}
          testName={testNames.confirmTakeBack}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}

/** Takes back a visit in which care has not begun; the reason is kept in its history. */
export function TakeBack(props: TakeBackProps) {
  const say = useSay();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="form-actions">
      <Button
        look="quiet"
        icon="undo"
        onPress={() => setAsking(true)}
        testName={testNames.takeVisitBack}
      >
        {say("takeBack.open")}
      </Button>
      {isAsking ? <TakeBackDialog {...props} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}
