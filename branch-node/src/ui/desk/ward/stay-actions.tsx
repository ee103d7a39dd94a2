import { useState } from "react";
import type { Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import type { WardOfBoard } from "./bed-board.ts";
import { Clearances } from "./clearances.tsx";
import { DischargeForm } from "./discharge-form.tsx";
import { MoveForm } from "./move-form.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { useAdmissionChange, type AdmissionPatch } from "./ward-queries.ts";

interface StayActionsProps {
  readonly stay: Admission;
  readonly name: string;
  readonly board: readonly WardOfBoard[];
  /** The patient lies somewhere else now, or has gone. */
  readonly onLeft: () => void;
  readonly onDischarged: () => void;
}

type Status = NonNullable<AdmissionPatch["status"]>;

interface Step {
  readonly to: Status;
  readonly text: TextId;
  readonly said: TextId;
  /** Whether it is asked why. */
  readonly isAsked?: boolean;
  /** Whether the patient has left the bed with it. */
  readonly isLeaving?: boolean;
}

const admitNow: Step = { to: "admitted", text: "stay.admitNow", said: "stay.admittedNow" };
const giveUp: Step = {
  to: "cancelled",
  text: "stay.giveUp",
  said: "stay.cancelledNow",
  isAsked: true,
  isLeaving: true,
};
const begin: Step = {
  to: "discharge_initiated",
  text: "stay.beginDischarge",
  said: "stay.dischargeBegun",
};
const sendOn: Step = {
  to: "transferred_out",
  text: "stay.sendOn",
  said: "stay.sentOn",
  isAsked: true,
  isLeaving: true,
};
const ready: Step = { to: "discharge_ready", text: "stay.ready", said: "stay.readyNow" };
const stays: Step = { to: "admitted", text: "stay.stays", said: "stay.staysNow", isAsked: true };

const steps: Readonly<Record<Admission["status"], readonly Step[]>> = {
  requested: [],
  bed_assigned: [admitNow, giveUp],
  admitted: [begin, sendOn],
  discharge_initiated: [ready, stays],
  discharge_ready: [],
  discharged: [],
  cancelled: [],
  transferred_out: [],
};

const movable: ReadonlySet<string> = new Set(["bed_assigned", "admitted", "discharge_initiated"]);

function useSteps({ stay, name, onLeft }: StayActionsProps) {
  const say = useSay();
  const [asked, setAsked] = useState<Step | "move" | null>(null);
  const [taken, setTaken] = useState<Step | null>(null);
  const change = useAdmissionChange(stay.id, () => {
    setAsked(null);
    if (taken === null) return;
    notify({ text: say(taken.said, { name }), tone: "good" });
    if (taken.isLeaving === true) onLeft();
  });

  function take(step: Step, reason?: string): void {
    if (change.isPending) return;
    setTaken(step);
    change.mutate({
      status: step.to,
      ...(reason === undefined ? {} : { status_reason: reason }),
    });
  }

  return {
    asked,
    take,
    ask: setAsked,
    leave: () => {
      setAsked(null);
      change.reset();
    },
    faults: faultsAtFields(change.error, asked === null ? [] : ["status_reason"], say),
  };
}

type Steps = ReturnType<typeof useSteps>;

function StepButtons({ stay, of }: { readonly stay: Admission; readonly of: Steps }) {
  const say = useSay();
  return (
    <div className="form-actions">
      {steps[stay.status].map((step, place) => (
        <Button
          key={step.to}
          look={place === 0 ? "primary" : "plain"}
          onPress={() => (step.isAsked === true ? of.ask(step) : of.take(step))}
          testName={`${testNames.stayTo}-${step.to}`}
        >
          {say(step.text)}
        </Button>
      ))}
      {movable.has(stay.status) ? (
        <Button icon="move" onPress={() => of.ask("move")} testName={testNames.moveStay}>
          {say("stay.move")}
        </Button>
      ) : null}
    </div>
  );
}

/** What is done next with somebody's stay: moved, cleared, discharged. */
export function StayActions(props: StayActionsProps) {
  const { stay, name, board, onLeft, onDischarged } = props;
  const say = useSay();
  const mayUpdate = useMay("admissions", "update");
  const { formLeft } = useDesk();
  const isMoveResumed = useResumed(draftKinds.move, stay.id) !== null;
  const of = useSteps(props);
  const { asked, faults } = of;
  const clearances = stay.status === "discharge_initiated" ? <Clearances stay={stay} /> : null;
  if (!mayUpdate) return clearances;
  if (asked === "move" || (asked === null && isMoveResumed && movable.has(stay.status))) {
    const leave = () => {
      of.leave();
      formLeft();
    };
    return <MoveForm stay={stay} name={name} board={board} onMoved={onLeft} onLeave={leave} />;
  }
  if (asked !== null)
    return (
      <ReasonForm
        action={say(asked.text)}
        fault={faults.at("status_reason")}
        error={faults.rest}
        onSend={(reason) => of.take(asked, reason)}
        onLeave={of.leave}
      />
    );
  if (stay.status === "discharge_ready")
    return <DischargeForm stay={stay} name={name} onDischarged={onDischarged} onLeave={onLeft} />;
  return (
    <>
      {clearances}
      <FaultNotice error={faults.rest} />
      <StepButtons stay={stay} of={of} />
    </>
  );
}
