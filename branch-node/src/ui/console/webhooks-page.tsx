import { useState } from "react";
import { useConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead } from "#ui/kit/surfaces.tsx";
import { AddReceiver } from "./add-receiver.tsx";
import { consoleTestNames } from "./console-test-names.ts";
import { Deliveries } from "./deliveries.tsx";
import { Receivers } from "./receivers.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

/** Where the tenant's events are sent, and what became of each. */
export function WebhooksPage() {
  const say = useConsoleSay();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <section className="console-page" aria-label={say("console.webhooks")}>
      <PageHead title={say("console.webhooks")}>
        <Button
          look="primary"
          icon="add"
          onPress={() => setAdding(true)}
          testName={consoleTestNames.addReceiver}
        >
          {say("console.addReceiver")}
        </Button>
      </PageHead>
      <Receivers onSecret={setSecret} />
      <Deliveries />
      {isAdding ? (
        <AddReceiver
          onClose={() => setAdding(false)}
          onAdded={(shown) => {
            setAdding(false);
            setSecret(shown);
          }}
        />
      ) : null}
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  );
}
