import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useSay } from "#ui/i18n/text.ts";
import { useClaimable } from "./claimable.ts";
import {
  claimBody,
  claimGaps,
  claimState,
  emptyClaim,
  readClaim,
  shareOfChosen,
  withPayer,
  type ClaimDraft,
  type ClaimGap,
} from "./claim-draft.ts";
import type { PayersClaim } from "./claim-list.ts";
import { useMakeClaim } from "./claim-queries.ts";

/** What the form of a claim is opened with. */
export interface ClaimFormProps {
  /** A claim as it begins: of a bill, or of nothing. */
  readonly begun: ClaimDraft;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (claim: PayersClaim) => void;
  readonly onLeave: () => void;
}

const paths = [
  "patient_id",
  "payer_id",
  "encounter_id",
  "admission_id",
  "preauth_id",
  "claimed_minor",
  "documents",
  "diagnosis_codes",
  "procedure_codes",
  ...["policy_no", "member_id", "holder_name", "valid_from", "valid_to"].map(
    (name) => `policy.${name}`,
  ),
];

function shownPaths({ bills, papers }: ClaimDraft): readonly string[] {
  return [
    ...paths,
    ...bills.map((_, nth) => `invoice_ids.${nth}`),
    ...papers.map((_, nth) => `documents.${nth}.document_id`),
  ];
}

/** What is typed, kept as a draft until it is sent. */
function useKeptClaim({ begun, resumed }: ClaimFormProps) {
  const [fields, setFields] = useState<ClaimDraft>(
    () => (resumed === null ? null : readClaim(resumed.form_state)) ?? begun,
  );
  const kept = useKeptFields({
    kind: draftKinds.claim,
    entityId: null,
    resumed,
    fields,
    stateOf: claimState,
  });
  return { fields, setFields, kept };
}

/** A claim that is typed: of whom, on whom, for which bills, under which policy. */
export function useClaimForm(props: ClaimFormProps) {
  const say = useSay();
  const { fields, setFields, kept } = useKeptClaim(props);
  const [isChecked, setChecked] = useState(false);
  const claimable = useClaimable(fields.patientId);
  const saving = useMakeClaim(kept, props.onSaved);
  // Of a form that has lain, a bill may have been claimed or paid meanwhile.
  const open = claimable.data?.bills ?? [];
  const standing = {
    ...fields,
    bills: fields.bills.filter((id) => open.some((one) => one.id === id)),
  };
  const faults = faultsAtFields(saving.error, shownPaths(standing), say);
  const share = shareOfChosen(standing, open);
  const gaps = claimGaps(standing, share);
  const set = (next: ClaimDraft) => {
    setFields(next);
    saving.reset();
  };
  const send = (isDrawnUp: boolean) => {
    setChecked(true);
    if (gaps.length === 0 && !saving.isPending)
      saving.mutate(claimBody(standing, share, isDrawnUp));
  };
  return {
    fields: standing,
    share,
    claimable,
    write: (patch: Partial<ClaimDraft>) => set({ ...fields, ...patch }),
    choosePatient: (patientId: string | null) => set({ ...emptyClaim, patientId }),
    choosePayer: (payerId: string) => {
      if (claimable.data !== undefined)
        set(withPayer(fields, payerId, claimable.data.known(payerId)));
    },
    lacks: (gap: ClaimGap) => isChecked && gaps.includes(gap),
    refused: faults.at,
    rest: faults.rest,
    isPending: saving.isPending,
    keeper: kept.keeper,
    take: (state: Draft["form_state"]) => setFields(readClaim(state) ?? fields),
    drawUp: () => send(true),
    submit: (event: FormEvent) => {
      event.preventDefault();
      send(false);
    },
    leave: props.onLeave,
  };
}

/** A claim that is typed. */
export type ClaimForm = ReturnType<typeof useClaimForm>;
