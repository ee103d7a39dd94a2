import { useState } from "react";
import type { Bed } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { ReasonForm } from "./reason-form.tsx";
import { useBedChange } from "./ward-queries.ts";

interface EmptyBedProps {
  readonly bed: Bed;
  readonly onAdmit: () => void;
}

type OwnState = "vacant" | "cleaning" | "blocked";

interface Way {
  readonly to: OwnState;
  readonly text: TextId;
}

const ways: Readonly<Record<OwnState, readonly Way[]>> = {
  vacant: [
    { to: "cleaning", text: "bed.toClean" },
    { to: "blocked", text: "bed.block" },
  ],
  cleaning: [
    { to: "vacant", text: "bed.cleaned" },
    { to: "blocked", text: "bed.block" },
  ],
  blocked: [
    { to: "vacant", text: "bed.unblock" },
    { to: "cleaning", text: "bed.toClean" },
  ],
};

function isOwn(status: Bed["status"]): status is OwnState {
  return status in ways;
}

function useOwnState(bed: Bed) {
  const say = useSay();
  const [isBlocking, setBlocking] = useState(false);
  const change = useBedChange(bed.id, ({ code, status }) => {
    setBlocking(false);
    if (isOwn(status)) notify({ text: say(`bed.now_${status}`, { bed: code }), tone: "good" });
  });
  return {
    isBlocking,
    setBlocking,
    faults: faultsAtFields(change.error, isBlocking ? ["status_reason"] : [], say),
    send: (status: OwnState, reason?: string) => {
      if (change.isPending) return;
      change.mutate({ status, ...(reason === undefined ? {} : { status_reason: reason }) });
    },
  };
}

function Ways({ bed, of }: { readonly bed: Bed; readonly of: ReturnType<typeof useOwnState> }) {
  const say = useSay();
  const mayChange = useMay("beds", "update");
  if (!mayChange || !isOwn(bed.status)) return null;
  return ways[bed.status].map(({ to, text }, place) => (
    <Button
      key={to}
      look={place === 0 && bed.status !== "vacant" ? "primary" : "plain"}
      onPress={() => (to === "blocked" ? of.setBlocking(true) : of.send(to))}
      testName={`${testNames.bedTo}-${to}`}
    >
      {say(text)}
    </Button>
  ));
}

/** What is done with a bed in which nobody lies: a patient is put into it, it is cleaned, blocked or given back. */
export function EmptyBed({ bed, onAdmit }: EmptyBedProps) {
  const say = useSay();
  const mayAdmit = useMay("admissions", "create");
  const of = useOwnState(bed);
  if (of.isBlocking)
    return (
      <ReasonForm
        action={say("bed.block")}
        isDanger
        fault={of.faults.at("status_reason")}
        error={of.faults.rest}
        onSend={(reason) => of.send("blocked", reason)}
        onLeave={() => of.setBlocking(false)}
      />
    );
  return (
    <>
      <FaultNotice error={of.faults.rest} />
      <div className="form-actions">
        {mayAdmit && bed.status === "vacant" ? (
          <Button look="primary" icon="add" onPress={onAdmit} testName={testNames.admitHere}>
            {say("ward.admitHere")}
          </Button>
        ) : null}
        <Ways bed={bed} of={of} />
      </div>
    </>
  );
}
