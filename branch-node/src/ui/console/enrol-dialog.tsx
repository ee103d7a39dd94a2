import { useState } from "react";
import type { ConsoleBranch } from "@edgeward/shared/console/console-branches.contract.ts";
import { randomKey } from "@edgeward/shared/contract/client.ts";
import { useConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { FormEnds } from "#ui/kit/form-ends.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { useOfferEnrolment } from "./console-queries.ts";
import { consoleTestNames } from "./console-test-names.ts";
import { consoleFaultText } from "./console-texts.ts";
import { useMoment } from "./moments.ts";

interface EnrolDialogProps {
  readonly branch: ConsoleBranch;
  readonly onClose: () => void;
}

function Code({ code, expiresAt }: { readonly code: string; readonly expiresAt: string }) {
  const say = useConsoleSay();
  const moment = useMoment();
  return (
    <>
      <code className="console-secret" data-testid={consoleTestNames.enrolCode}>
        {code}
      </code>
      <p className="muted">{say("console.codeOnce", { time: moment(expiresAt) })}</p>
    </>
  );
}

/** Makes a code for a branch's machine, and shows it until it is closed: it is good once, and nowhere to be read again. */
export function EnrolDialog({ branch, onClose }: EnrolDialogProps) {
  const say = useConsoleSay();
  const [key] = useState(randomKey);
  const offer = useOfferEnrolment(key);
  const { name, node } = branch;
  return (
    <Dialog
      title={say("console.enrolTitle", { name })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <div className="dialog-form">
        <p>{say("console.enrolLead")}</p>
        {node === null ? null : (
          <Banner tone="warning">{say("console.enrolReplaces", { name: node.name })}</Banner>
        )}
        {offer.error === null ? null : (
          <Banner tone="danger">{consoleFaultText(offer.error, say)}</Banner>
        )}
        {offer.data === undefined ? null : (
          <Code code={offer.data.code} expiresAt={offer.data.expires_at} />
        )}
        <FormEnds
          {...(offer.data === undefined ? { action: say("console.makeCode") } : {})}
          isDisabled={offer.isPending}
          onAct={() => offer.mutate(branch.id)}
          testName={consoleTestNames.makeCode}
          leave={say("action.close")}
          onLeave={onClose}
          leaveTestName={consoleTestNames.enrolClose}
        />
      </div>
    </Dialog>
  );
}
