import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import {
  settleOperationContract,
  type AsideOperation,
} from "@edgeward/shared/sync/operations.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { fieldWords } from "./conflict-values.ts";
import { adviceFor, operationWords, reasonFor } from "./conflict-words.ts";
import { SureButton } from "./drafts/sure-button.tsx";
import { LineField } from "./fields.tsx";
import { useIntent, wasAnswered } from "./intent.ts";
import { useBranchClock } from "./moments.ts";
import { FaultNotice } from "./notice.tsx";
import { useMay } from "./permissions.ts";
import { useAsideOperations, usePatient } from "./queries.ts";
import { queryKeys } from "./query-keys.ts";
import { useClient } from "./session-context.tsx";

type Action = "retry" | "discard";

function useSettle(opId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async ({ action, note }: { readonly action: Action; readonly note: string }) => {
      const request = { params: { op_id: opId }, body: { action, note } };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(settleOperationContract.settle, request, options)).body;
    },
    onSuccess: intent.settle,
    onError: (error) => {
      if (wasAnswered(error)) intent.settle();
    },
    onSettled: () => {
      for (const queryKey of [queryKeys.asideOperations, queryKeys.syncStatus])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

/** What the last attempt came to, where it did not end the matter. */
function Outcome({ settle }: { readonly settle: ReturnType<typeof useSettle> }) {
  const say = useSay();
  const { error, data } = settle;
  const isAway = error instanceof ApiError && error.code === "unavailable";
  if (isAway) {
    return (
      <p className="notice notice-danger" role="alert" data-testid={testNames.fault}>
        {say("aside.hubAway")}
      </p>
    );
  }
  const isStillAside = data !== undefined && ["held", "rejected"].includes(data.operation.outcome);
  return (
    <>
      <FaultNotice error={error} />
      <output>{isStillAside ? say("aside.stillRefused") : ""}</output>
    </>
  );
}

/** The administrator's two ways, each with a reason. */
function SettleAside({ operation }: { readonly operation: AsideOperation }) {
  const say = useSay();
  const [note, setNote] = useState("");
  const settle = useSettle(operation.op_id);
  const isReady = note.trim() !== "" && !settle.isPending;
  const decide = (action: Action) => {
    if (isReady) settle.mutate({ action, note: note.trim() });
  };
  return (
    <>
      <LineField
        label={say("conflict.note")}
        hint={say("aside.noteHint")}
        value={note}
        onChange={setNote}
        testName={testNames.asideNote}
        isRequired
      />
      <div className="form-actions">
        <Button
          className="button button-primary"
          isDisabled={!isReady}
          onPress={() => decide("retry")}
          data-testid={testNames.retryAside}
        >
          {say(settle.isPending ? "action.busy" : "aside.retry")}
        </Button>
        <SureButton
          text="aside.discard"
          sureText="aside.discardSure"
          className="button"
          testName={testNames.discardAside}
          isDisabled={!isReady}
          onPress={() => decide("discard")}
        />
      </div>
      <p className="advice">{say("aside.discardMeans")}</p>
      <Outcome settle={settle} />
    </>
  );
}

function PatientName({ id }: { readonly id: string }) {
  const { data } = usePatient(id);
  return data === undefined ? null : (
    <span>
      {data.name} · {data.uhid}
    </span>
  );
}

function Entry({ operation }: { readonly operation: AsideOperation }) {
  const say = useSay();
  const clock = useBranchClock();
  const maySettle = useMay("sync", "update");
  const { entity, entity_id: entityId, message, code } = operation;
  const changed = operation.changes
    .filter(({ kind, table }) => kind === "update" && table === entity)
    .flatMap(({ fields }) => fields.map((field) => fieldWords(field, say)));
  return (
    <li className="print-job" data-testid={testNames.asideOperation}>
      <strong>{operationWords(operation.type, say)}</strong>
      {entity === "patients" ? <PatientName id={entityId} /> : null}
      <span>
        {clock.day(operation.at)} {clock.time(operation.at)}
        {changed.length === 0 ? null : ` · ${[...new Set(changed)].join(", ")}`}
      </span>
      <p>
        {say(reasonFor(operation))} {say(adviceFor(operation, maySettle))}
      </p>
      {message === null ? null : (
        <details>
          <summary>{say("aside.support")}</summary>
          <p className="advice" lang="en">
            {code === null ? message : `${code}: ${message}`}
          </p>
        </details>
      )}
      {maySettle ? <SettleAside operation={operation} /> : null}
    </li>
  );
}

/** What was saved here and the hub has not taken: what it was, why, and what to do about it. */
export function AsideList() {
  const say = useSay();
  const { data: operations } = useAsideOperations();
  if (operations === undefined || operations.length === 0) return null;
  return (
    <section aria-label={say("aside.title")}>
      <h3>{say("aside.title")}</h3>
      <ul className="print-jobs">
        {operations.map((operation) => (
          <Entry key={operation.op_id} operation={operation} />
        ))}
      </ul>
    </section>
  );
}
