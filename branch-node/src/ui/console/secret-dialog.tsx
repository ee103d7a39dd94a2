import { useConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { consoleTestNames } from "./console-test-names.ts";

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** A signing secret, shown this once: the hub keeps it sealed and shows it to nobody again. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const say = useConsoleSay();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    notify({ text: say("console.copied"), tone: "good" });
  };
  return (
    <Dialog title={say("console.secret")} closeLabel={say("action.close")} onClose={onClose}>
      <div className="dialog-form">
        <Banner tone="warning">{say("console.secretOnce")}</Banner>
        <code className="console-secret" data-testid={consoleTestNames.secret}>
          {secret}
        </code>
        <div className="form-actions">
          <Button look="primary" onPress={onClose} testName={consoleTestNames.secretKept}>
            {say("console.secretKept")}
          </Button>
          {/* A page that did not come over TLS from elsewhere has no clipboard. */}
          {globalThis.isSecureContext ? (
            <Button onPress={() => void copy()}>{say("console.copyText")}</Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
