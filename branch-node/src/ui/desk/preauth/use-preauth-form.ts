import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { typedPolicy } from "#ui/desk/payers/policy-draft.ts";
import { useSay } from "#ui/i18n/text.ts";
import {
  emptyPreauth,
  estimateParts,
  estimated,
  preauthBody,
  preauthGaps,
  preauthState,
  readPreauth,
  type PreauthDraft,
  type PreauthGap,
} from "./preauth-draft.ts";
import type { Preauth } from "./preauth-list.ts";
import { useAskPreauth, usePreauthsOf } from "./preauth-queries.ts";

/** What the form of a request is opened with. */
export interface PreauthFormProps {
  /** A request as it begins: of nobody, of a patient, or going on from an authorisation. */
  readonly begun: PreauthDraft;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (preauth: Preauth) => void;
  readonly onLeave: () => void;
}

const paths = [
  "patient_id",
  "payer_id",
  "parent_id",
  "encounter_id",
  "admission_id",
  "doctor_id",
  "expected_days",
  "documents",
  "diagnosis_codes",
  "procedure_codes",
  ...estimateParts.map((part) => `estimate.${part}`),
  ...["policy_no", "member_id", "holder_name", "valid_from", "valid_to"].map(
    (name) => `policy.${name}`,
  ),
];

/** A request that is typed: of whom, of which payer, for what. */
export function usePreauthForm({ begun, resumed, onSaved, onLeave }: PreauthFormProps) {
  const say = useSay();
  const [fields, setFields] = useState<PreauthDraft>(
    () => (resumed === null ? null : readPreauth(resumed.form_state)) ?? begun,
  );
  const [isChecked, setChecked] = useState(false);
  const kept = useKeptFields({
    kind: draftKinds.preauth,
    entityId: null,
    resumed,
    fields,
    stateOf: preauthState,
  });
  const { data: earlier = [] } = usePreauthsOf(fields.patientId);
  const saving = useAskPreauth(kept, onSaved);
  const faults = faultsAtFields(saving.error, paths, say);
  const gaps = preauthGaps(fields);
  const write = (patch: Partial<PreauthDraft>) => {
    setFields({ ...fields, ...patch });
    saving.reset();
  };
  const send = (isDrawnUp: boolean) => {
    setChecked(true);
    if (gaps.length === 0 && !saving.isPending) saving.mutate(preauthBody(fields, isDrawnUp));
  };
  return {
    fields,
    earlier,
    asked: estimated(fields),
    write,
    choosePatient: (patientId: string | null) => write({ ...emptyPreauth, patientId }),
    choosePayer: (payerId: string) => {
      const policy = earlier.find((one) => one.payer_id === payerId)?.policy;
      write({ payerId, parentId: "", ...(policy === undefined ? {} : typedPolicy(policy)) });
    },
    isChecked,
    lacks: (gap: PreauthGap) => isChecked && gaps.includes(gap),
    refused: faults.at,
    rest: faults.rest,
    isPending: saving.isPending,
    keeper: kept.keeper,
    take: (state: Draft["form_state"]) => setFields(readPreauth(state) ?? fields),
    drawUp: () => send(true),
    submit: (event: FormEvent) => {
      event.preventDefault();
      send(false);
    },
    leave: onLeave,
  };
}

/** A request that is typed. */
export type PreauthForm = ReturnType<typeof usePreauthForm>;
