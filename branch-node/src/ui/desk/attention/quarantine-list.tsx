import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import {
  retryOrDiscardContract,
  type QuarantinedOperation,
} from "@edgeward/shared/sync/wire/operations.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { fieldLabel } from "./conflict-values.ts";
import {
  adviceFor,
  isOfTablet,
  operationText,
  quarantineText,
  reasonFor,
} from "./conflict-texts.ts";
import { CountFaults, countFaultsOf } from "./count-faults.tsx";
import { PatientLink } from "./patient-link.tsx";
import { SureButton } from "#ui/desk/drafts/sure-button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useQuarantinedOperations } from "#ui/desk/data/queries.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

type Action = "retry" | "discard";

function useDecision(opId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async ({ action, note }: { readonly action: Action; readonly note: string }) => {
      const request = { params: { op_id: opId }, body: { action, note } };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(retryOrDiscardContract.update, request, options)).body;
    },
    onSuccess: () => intent.finish(),
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => {
      for (const queryKey of [queryKeys.quarantinedOperations, queryKeys.syncStatus])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

/** What the last attempt came to, where it did not end the matter. */
function Outcome({
  decision,
  operation,
}: {
  readonly decision: ReturnType<typeof useDecision>;
  readonly operation: QuarantinedOperation;
}) {
  const say = useSay();
  const { error, data } = decision;
  const isAway = error instanceof ApiError && error.code === "unavailable";
  if (isAway) {
    return (
      <p className="notice notice-danger" role="alert" data-testid={testNames.fault}>
        {say("quarantine.hubAway")}
      </p>
    );
  }
  const isStillQuarantined =
    data !== undefined && ["held", "rejected"].includes(data.operation.outcome);
  return (
    <>
      <FaultNotice error={error} />
      <output>
        {isStillQuarantined ? say(quarantineText(operation, "quarantine.stillRefused")) : ""}
      </output>
    </>
  );
}

/** The administrator's two ways, each with a reason. */
function DecideQuarantined({ operation }: { readonly operation: QuarantinedOperation }) {
  const say = useSay();
  const [note, setNote] = useState("");
  const decision = useDecision(operation.op_id);
  const isReady = note.trim() !== "" && !decision.isPending;
  const decide = (action: Action) => {
    if (isReady) decision.mutate({ action, note: note.trim() });
  };
  return (
    <>
      <LineField
        label={say("conflict.note")}
        hint={say("quarantine.noteHint")}
        value={note}
        onChange={setNote}
        testName={testNames.quarantineNote}
        isRequired
      />
      <div className="form-actions">
        <Button
          look="primary"
          isDisabled={!isReady}
          onPress={() => decide("retry")}
          testName={testNames.retryQuarantined}
        >
          {say(decision.isPending ? "action.busy" : "quarantine.retry")}
        </Button>
        <SureButton
          text="quarantine.discard"
          sureText="quarantine.discardSure"
          testName={testNames.discardQuarantined}
          isDisabled={!isReady}
          onPress={() => decide("discard")}
        />
      </div>
      <p className="advice">{say(quarantineText(operation, "quarantine.discardMeans"))}</p>
      <Outcome decision={decision} operation={operation} />
    </>
  );
}

interface WhyProps {
  readonly operation: QuarantinedOperation;
  readonly mayResolve: boolean;
}

/** Why an operation was not taken and what to do about it; of a count each line that was wrong. */
function Why({ operation, mayResolve }: WhyProps) {
  const say = useSay();
  const faults = countFaultsOf(operation);
  if (faults.length === 0)
    return (
      <p>
        {say(reasonFor(operation))} {say(adviceFor(operation, mayResolve))}
      </p>
    );
  return (
    <>
      <p>
        {say("quarantine.whyCounted")}{" "}
        {say(mayResolve ? "quarantine.discardAndCount" : "quarantine.countAgain")}
      </p>
      <CountFaults faults={faults} />
    </>
  );
}

function Entry({ operation }: { readonly operation: QuarantinedOperation }) {
  const say = useSay();
  const clock = useBranchClock();
  const mayResolve = useMay("sync", "update");
  const { entity, entity_id: entityId } = operation;
  const changed = operation.changes
    .filter(({ kind, table }) => kind === "update" && table === entity)
    .flatMap(({ fields }) => fields.map((field) => fieldLabel(field, say)));
  return (
    <li className="print-job" data-testid={testNames.quarantinedOperation}>
      <strong>{operationText(operation, say)}</strong>
      {entity === "patients" ? <PatientLink id={entityId} /> : null}
      <span>
        {clock.day(operation.at)} {clock.time(operation.at)}
        {changed.length === 0 ? null : ` · ${[...new Set(changed)].join(", ")}`}
      </span>
      {isOfTablet(operation) ? <span>{say("quarantine.fromTablet")}</span> : null}
      <Why operation={operation} mayResolve={mayResolve} />
      <p className="advice">{say("quarantine.support", { request: operation.op_id })}</p>
      {mayResolve ? <DecideQuarantined operation={operation} /> : null}
    </li>
  );
}

/**
 * What was saved here and the hub has not taken, and what a tablet has sent and this branch has not: what it was, why, and
 * what to do about it.
 */
export function QuarantineList() {
  const say = useSay();
  const { data: operations } = useQuarantinedOperations();
  if (operations === undefined || operations.length === 0) return null;
  return (
    <Card title={say("quarantine.title")} testName={testNames.quarantinePanel}>
      <ul className="print-jobs">
        {operations.map((operation) => (
          <Entry key={operation.op_id} operation={operation} />
        ))}
      </ul>
    </Card>
  );
}
