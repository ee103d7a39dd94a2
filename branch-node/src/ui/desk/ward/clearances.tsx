import { useState } from "react";
import {
  clearanceKinds,
  clearedBy,
  type ClearanceKind,
} from "@edgeward/shared/clinical/admissions/admission-parts.contract.ts";
import type { Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useStaffName } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { ReasonForm } from "./reason-form.tsx";
import { useAdmissionChange } from "./ward-queries.ts";

interface ClearanceProps {
  readonly stay: Admission;
  readonly kind: ClearanceKind;
}

function State({ stay, kind }: ClearanceProps) {
  const say = useSay();
  const clock = useBranchClock();
  const last = stay.clearance_history.findLast((step) => step.kind === kind);
  const by = useStaffName(last?.by ?? "");
  if (!stay.discharge_clearances[kind])
    return (
      <Badge tone="neutral" icon="pending">
        {say("clearance.open")}
      </Badge>
    );
  const isWaived = last?.is_waived === true;
  return (
    <>
      <Badge tone={isWaived ? "warning" : "good"} icon="good">
        {say(isWaived ? "clearance.waived" : "clearance.given")}
      </Badge>
      <span className="muted">
        <bdi>{by ?? ""}</bdi> {last === undefined ? "" : clock.time(last.at)}
        {isWaived && last.reason !== null ? (
          <>
            {" · "}
            <bdi>{last.reason}</bdi>
          </>
        ) : null}
      </span>
    </>
  );
}

function useClear({ stay, kind }: ClearanceProps) {
  const say = useSay();
  const { staff } = useSignedIn();
  const mayUpdate = useMay("admissions", "update");
  const [isAsking, setAsking] = useState(false);
  const change = useAdmissionChange(stay.id, () => setAsking(false));
  const way = mayUpdate ? clearedBy(kind, staff.roles) : null;
  const isCleared = stay.discharge_clearances[kind];
  const send = (reason?: string) => {
    if (change.isPending) return;
    change.mutate({
      discharge_clearances: { [kind]: !isCleared },
      ...(reason === undefined ? {} : { status_reason: reason }),
    });
  };
  return {
    way,
    isAsking,
    isCleared,
    send,
    ask: () => setAsking(true),
    leave: () => setAsking(false),
    faults: faultsAtFields(change.error, ["status_reason"], say),
  };
}

function Clearance(props: ClearanceProps) {
  const { kind } = props;
  const say = useSay();
  const clear = useClear(props);
  const { way, isCleared, isAsking, faults } = clear;
  const giving = way === "waiver" ? "clearance.waive" : "clearance.give";
  const text = say(isCleared ? "clearance.takeBack" : giving);
  return (
    <li className="clearance" data-testid={`${testNames.clearance}-${kind}`}>
      <span className="clearance-line">
        <strong>{say(`clearance.${kind}`)}</strong>
        <State {...props} />
        {way === null || isAsking ? null : (
          <Button
            isSmall
            about={say(`clearance.${kind}`)}
            onPress={() => (way === "waiver" ? clear.ask() : clear.send())}
            testName={`${testNames.clear}-${kind}`}
          >
            {text}
          </Button>
        )}
      </span>
      {isAsking ? (
        <ReasonForm
          action={text}
          fault={faults.at("status_reason")}
          error={faults.rest}
          onSend={clear.send}
          onLeave={clear.leave}
        />
      ) : (
        <FaultNotice error={faults.rest} />
      )}
    </li>
  );
}

/** What has to be said before a patient may go, each by those whose it is. */
export function Clearances({ stay }: { readonly stay: Admission }) {
  const say = useSay();
  return (
    <ul className="clearances" aria-label={say("clearance.title")}>
      {clearanceKinds.map((kind) => (
        <Clearance key={kind} stay={stay} kind={kind} />
      ))}
    </ul>
  );
}
