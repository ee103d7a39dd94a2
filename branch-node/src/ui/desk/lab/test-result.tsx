import { useState } from "react";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { OrderedTest } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { OvertakenDraft } from "#ui/desk/drafts/overtaken-draft.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { ByWhom } from "#ui/desk/visits/by-whom.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";
import { testLooks } from "./lab-list.ts";
import { Observations } from "./observations.tsx";
import { useLabRights } from "./order-actions.tsx";
import { answerable, isUnacknowledged, ResultActions, type Opened } from "./result-actions.tsx";
import { ResultDialog } from "./result-dialog.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

interface TestResultProps {
  readonly order: LabOrder;
  readonly test: OrderedTest;
  /** The versions of its result, the newest first. */
  readonly versions: readonly LabResult[];
  /** Whether those are all that there are. */
  readonly isRead: boolean;
}

function Version({ result, test }: { readonly result: LabResult; readonly test: string }) {
  const say = useSay();
  const { performed_by: by, performed_at: at, verified_by: verifier, verified_at: when } = result;
  const { conclusion, status_reason: reason, critical_ack: told } = result;
  return (
    <div className="lab-version">
      <Observations of={result.observations} test={test} />
      {conclusion === null ? null : (
        <p>
          <bdi>{conclusion}</bdi>
        </p>
      )}
      <p className="muted">
        {say(`resultState.${result.status}`)}
        {reason === null ? null : (
          <>
            {": "}
            <bdi>{reason}</bdi>
          </>
        )}
        {" · "}
        {say("lab.enteredBy")} <ByWhom id={by} at={at} />
        {verifier === null || when === null ? null : (
          <>
            {" · "}
            {say("lab.verifiedBy")} <ByWhom id={verifier} at={when} />
          </>
        )}
        {told === null ? null : (
          <>
            {" · "}
            {say("lab.toldTo")} <bdi>{told.notified_to}</bdi>
          </>
        )}
      </p>
    </div>
  );
}

const voids: ReadonlySet<string> = new Set(["cancelled", "entered_in_error"]);

function Dialogs({
  opened,
  of: { order, test, isRead },
  newest,
  onClose,
}: {
  readonly opened: Opened | null;
  readonly of: TestResultProps;
  readonly newest: LabResult | null;
  readonly onClose: () => void;
}) {
  if (opened === null) {
    const isOver = isRead && !isUnacknowledged(newest);
    return <OvertakenDraft kind={draftKinds.labCritical} entityId={test.id} isOver={isOver} />;
  }
  if (opened === "enter")
    return <ResultDialog order={order} test={test} before={newest} onClose={onClose} />;
  if (newest === null) return null;
  if (opened === "tell") return <AcknowledgeDialog result={newest} onClose={onClose} />;
  return opened === "withdraw" ? (
    <WithdrawDialog result={newest} name={test.name} onClose={onClose} />
  ) : null;
}

/** The dialog of a test's form that is continued; null for none. */
function useContinued(test: OrderedTest, standing: LabResult | null, mayWrite: boolean) {
  const { mayTell } = useLabRights();
  const isEntering = useResumed(draftKinds.labResult, test.id) !== null;
  const isTelling = useResumed(draftKinds.labCritical, test.id) !== null;
  if (isEntering && mayWrite) return "enter";
  return isTelling && mayTell && isUnacknowledged(standing) ? "tell" : null;
}

/** One test of an order: what was found, by whom, what is done next, and the versions before. */
export function TestResult(props: TestResultProps) {
  const { test, versions, order, isRead } = props;
  const { formLeft } = useDesk();
  const say = useSay();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [newest = null, ...earlier] = versions;
  const standing = newest === null || voids.has(newest.status) ? null : newest;
  const older = standing === null ? versions : earlier;
  const { mayEnter, mayVerify } = useLabRights();
  const mayFirst = mayEnter && answerable.has(order.status);
  const mayNext = standing?.status === "preliminary" ? mayEnter : mayVerify;
  const mayWrite = isRead && (standing === null ? mayFirst : mayNext);
  const continued = useContinued(test, standing, mayWrite);
  const { text, tone } = testLooks[test.status];
  return (
    <li className="lab-result" data-testid={testNames.labResult}>
      <div className="clearance-line">
        <strong>
          <bdi>{test.name}</bdi>
        </strong>
        <Badge tone={tone}>{say(text)}</Badge>
        {test.is_critical_open ? (
          <Badge tone="danger" icon="warning">
            {say("lab.critical")}
          </Badge>
        ) : null}
        <ResultActions order={order} test={test} result={standing} onOpen={setOpened} />
      </div>
      {standing === null ? null : <Version result={standing} test={test.name} />}
      {older.length === 0 ? null : (
        <Disclosure title={say("lab.versions", { count: older.length })}>
          {older.map((each) => (
            <Version key={each.id} result={each} test={test.name} />
          ))}
        </Disclosure>
      )}
      <Dialogs
        opened={opened ?? continued}
        of={props}
        newest={standing}
        onClose={() => {
          setOpened(null);
          formLeft();
        }}
      />
    </li>
  );
}
