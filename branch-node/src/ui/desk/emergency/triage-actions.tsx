import { useState } from "react";
import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { ReasonForm } from "#ui/desk/ward/reason-form.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { testNames } from "#ui/test-names.ts";
import { RetriageDialog } from "./retriage-dialog.tsx";
import { useTriageChange } from "./triage-queries.ts";

interface ActionsProps {
  readonly triage: Triage;
  readonly name: string;
}

interface LeftDialogProps extends ActionsProps {
  readonly onClose: () => void;
}

function LeftDialog({ triage, name, onClose }: LeftDialogProps) {
  const say = useSay();
  const change = useTriageChange(triage.id, onClose);
  const faults = faultsAtFields(change.error, ["status_reason"], say);
  return (
    <Dialog
      title={say("triage.leftOf", { name })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <ReasonForm
        action={say("triage.markLeft")}
        isDanger
        fault={faults.at("status_reason")}
        error={faults.rest}
        onSend={(reason) => {
          if (change.isPending) return;
          change.mutate({ status: "left_without_being_seen", status_reason: reason });
        }}
        onLeave={onClose}
      />
    </Dialog>
  );
}

function Waiting({ triage, name }: ActionsProps) {
  const say = useSay();
  const [open, setOpen] = useState<"again" | "left" | null>(null);
  const change = useTriageChange(triage.id);
  const close = () => setOpen(null);
  const label = say("appointment.more", { name });
  return (
    <>
      <Button
        isSmall
        icon="stethoscope"
        about={name}
        onPress={() => {
          if (!change.isPending) change.mutate({ status: "in_treatment" });
        }}
        testName={testNames.beginTreatment}
      >
        {say("triage.begin")}
      </Button>
      <Menu label={label} groups={[{ actions: useMore(setOpen) }]}>
        <IconButton icon="more" label={label} testName={testNames.triageMenu} />
      </Menu>
      <FaultNotice error={change.error} />
      {open === "again" ? <RetriageDialog triage={triage} name={name} onClose={close} /> : null}
      {open === "left" ? <LeftDialog triage={triage} name={name} onClose={close} /> : null}
    </>
  );
}

function useMore(open: (what: "again" | "left") => void): readonly MenuAction[] {
  const say = useSay();
  return [
    {
      id: "again",
      text: say("triage.again"),
      icon: "vitals",
      testName: testNames.triageAgain,
      onAction: () => open("again"),
    },
    {
      id: "left",
      text: say("triage.markLeft"),
      icon: "close",
      testName: testNames.triageLeft,
      onAction: () => open("left"),
    },
  ];
}

function Treated({ triage, name }: ActionsProps) {
  const say = useSay();
  const { showEncounter } = useDesk();
  const change = useTriageChange(triage.id);
  return (
    <>
      <Button
        isSmall
        icon="stethoscope"
        about={name}
        onPress={() => showEncounter(triage.encounter_id)}
        testName={testNames.openEncounter}
      >
        {say("triage.openVisit")}
      </Button>
      <Button
        isSmall
        about={name}
        onPress={() => {
          if (!change.isPending) change.mutate({ status: "completed" });
        }}
        testName={testNames.endTreatment}
      >
        {say("triage.end")}
      </Button>
      <FaultNotice error={change.error} />
    </>
  );
}

/** What is done next with an emergency: treated, judged anew, or found to have left. */
export function TriageActions({ triage }: { readonly triage: Triage }) {
  const name = usePatient(triage.patient_id).data?.name ?? "…";
  if (!useMay("triage", "update")) return null;
  const Actions = triage.status === "waiting" ? Waiting : Treated;
  return (
    <div className="entry-actions">
      <Actions triage={triage} name={name} />
    </div>
  );
}
