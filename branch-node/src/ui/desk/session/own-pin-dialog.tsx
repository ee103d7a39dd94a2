import { useState, type FormEvent } from "react";
import { useMutation } from "@tanstack/react-query";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { fieldFaults } from "#ui/desk/data/faults.ts";
import { ownPinContract } from "#staff/own-pin.contract.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient, useSessionStore } from "./session-context.tsx";

const faultTexts = { password: "ownPin.wrongPassword", pin: "ownPin.refused" } as const;

function usePinForm(onClose: () => void) {
  const say = useSay();
  const client = useClient();
  const session = useSessionStore();
  const [password, setPassword] = useState("");
  const [pin, setPin] = useState("");
  const [isChecked, setChecked] = useState(false);
  const save = useMutation({
    mutationFn: () => client.call(ownPinContract.set, { body: { password, pin } }),
    onSuccess: () => {
      session.noteHasPin();
      notify({ text: say("ownPin.saved"), tone: "good" });
      onClose();
    },
  });
  const wrong = new Set(fieldFaults(save.error).map(({ path }) => path));

  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    setChecked(true);
    if (password !== "" && !save.isPending) save.mutate();
  }

  return {
    password,
    setPassword,
    pin,
    setPin,
    submit,
    faultOf: (field: keyof typeof faultTexts): TextId | null => {
      if (field === "password" && isChecked && password === "") return "ownPin.needsPassword";
      return wrong.has(field) ? faultTexts[field] : null;
    },
    error: wrong.size === 0 ? save.error : null,
  };
}

/** Sets the PIN of whoever is signed in, by their password. */
export function OwnPinDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const form = usePinForm(onClose);
  const said = (id: TextId | null) => (id === null ? undefined : say(id));
  return (
    <Dialog title={say("ownPin.title")} closeLabel={say("action.close")} onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={form.submit}>
        <p className="muted">{say("ownPin.lead")}</p>
        <LineField
          label={say("ownPin.password")}
          isRequired
          value={form.password}
          onChange={form.setPassword}
          fault={said(form.faultOf("password"))}
          type="password"
          autoComplete="current-password"
          testName={testNames.ownPassword}
          takesFocus
        />
        <LineField
          label={say("ownPin.pin")}
          isRequired
          value={form.pin}
          onChange={form.setPin}
          hint={say("ownPin.hint")}
          fault={said(form.faultOf("pin"))}
          type="password"
          inputMode="numeric"
          autoComplete="new-password"
          testName={testNames.ownPin}
        />
        <FaultNotice error={form.error} />
        <FormActions
          action={say("ownPin.save")}
          testName={testNames.saveOwnPin}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
