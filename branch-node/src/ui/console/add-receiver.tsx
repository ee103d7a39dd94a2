import { useState } from "react";
import { randomKey } from "@edgeward/shared/contract/client.ts";
import { fieldFaults } from "#ui/desk/data/faults.ts";
import { useConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { FormEnds } from "#ui/kit/form-ends.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { useAddReceiver, useEventTypes } from "./console-queries.ts";
import { consoleTestNames } from "./console-test-names.ts";
import { consoleFaultText } from "./console-texts.ts";

interface EventsProps {
  /** Whether none is chosen, and somebody wants to save. */
  readonly isLacking: boolean;
  readonly isAll: boolean;
  readonly chosen: readonly string[];
  readonly onAll: (isAll: boolean) => void;
  readonly onChoose: (chosen: readonly string[]) => void;
}

function Events({ isAll, chosen, onAll, onChoose, isLacking }: EventsProps) {
  const say = useConsoleSay();
  const { data: types = [] } = useEventTypes();
  const toggle = (type: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, type] : chosen.filter((other) => other !== type));
  return (
    <fieldset className="console-events">
      <legend className="field-label">{say("console.events")}</legend>
      <Checkbox isOn={isAll} onChange={onAll} testName={consoleTestNames.receiverAll}>
        {say("console.allEvents")}
      </Checkbox>
      {isAll
        ? null
        : types.map((type) => (
            <Checkbox
              key={type}
              isOn={chosen.includes(type)}
              onChange={(isOn) => toggle(type, isOn)}
              testName={`event-${type}`}
            >
              <code>{type}</code>
            </Checkbox>
          ))}
      {isLacking ? (
        <p className="field-fault" role="alert">
          {say("console.needsEvent")}
        </p>
      ) : null}
    </fieldset>
  );
}

interface AddReceiverProps {
  readonly onClose: () => void;
  /** With the secret, which is shown this once. */
  readonly onAdded: (secret: string) => void;
}

function useReceiverForm(onAdded: (secret: string) => void) {
  const [url, setUrl] = useState("");
  const [isAll, setAll] = useState(true);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [key, setKey] = useState(randomKey);
  const add = useAddReceiver(key);
  const events = isAll ? ["*"] : chosen;
  const [isChecked, setChecked] = useState(false);
  const isAddressed = url.trim() !== "";
  const isOfSome = events.length > 0;
  const save = () => {
    setChecked(true);
    if (!isAddressed || !isOfSome || add.isPending) return;
    add.mutate(
      { url: url.trim(), events: [...events] },
      {
        onSuccess: ({ signing_secret: secret }) => onAdded(secret),
        // What is sent next is another request: the form has been changed.
        onError: () => setKey(randomKey()),
      },
    );
  };
  const { error, isPending } = add;
  return {
    url,
    setUrl,
    isAll,
    setAll,
    chosen,
    setChosen,
    error,
    save,
    isPending,
    lacksUrl: isChecked && !isAddressed,
    lacksEvent: isChecked && !isOfSome,
  };
}

function Actions({
  isPending,
  onClose,
}: {
  readonly isPending: boolean;
  readonly onClose: () => void;
}) {
  const say = useConsoleSay();
  return (
    <FormEnds
      action={say("console.saveReceiver")}
      isUnavailable={isPending}
      testName={consoleTestNames.receiverSave}
      leave={say("action.cancel")}
      onLeave={onClose}
    />
  );
}

/** Registers a receiver: where events are sent, and which. */
export function AddReceiver({ onClose, onAdded }: AddReceiverProps) {
  const say = useConsoleSay();
  const form = useReceiverForm(onAdded);
  const isUrlWrong = fieldFaults(form.error).some(({ path }) => path === "url");
  const wrong = isUrlWrong ? say("console.urlWrong") : undefined;
  return (
    <Dialog
      title={say("console.addReceiver")}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
    >
      <form
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        {form.error === null || isUrlWrong ? null : (
          <Banner tone="danger">{consoleFaultText(form.error, say)}</Banner>
        )}
        <LineField
          label={say("console.url")}
          hint={say("console.urlHint")}
          fault={form.lacksUrl ? say("console.needsUrl") : wrong}
          isRequired
          value={form.url}
          onChange={form.setUrl}
          name="url"
          testName={consoleTestNames.receiverUrl}
          takesFocus
        />
        <Events
          isAll={form.isAll}
          chosen={form.chosen}
          onAll={form.setAll}
          onChoose={form.setChosen}
          isLacking={form.lacksEvent}
        />
        <Actions isPending={form.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
