import type { PayersClaim } from "#ui/desk/claims/claim-list.ts";
import { useClaimStep } from "#ui/desk/claims/claim-queries.ts";
import { usePreauthStep } from "#ui/desk/preauth/preauth-queries.ts";

/** What a payer is asked: an authorisation or a claim. Both have papers, questions and a clock. */
export type AskedOfPayer = Pick<
  PayersClaim,
  | "id"
  | "version"
  | "patient_id"
  | "documents"
  | "documents_missing"
  | "queries"
  | "sla_due_at"
  | "decided_at"
> & { readonly status: string };

type ClaimPatch = Parameters<ReturnType<typeof useClaimStep>["mutate"]>[0];

/** What is changed of either. */
type AskedPatch = Pick<ClaimPatch, "documents" | "query" | "answer">;

/** Notes papers, questions and answers of either. */
export function useAskedStep({ id }: Pick<AskedOfPayer, "id">, onSaved?: () => void) {
  const ofClaim = useClaimStep(id, onSaved);
  const ofRequest = usePreauthStep(id, onSaved);
  const isClaim = id.startsWith("clm_");
  const { error, isPending } = isClaim ? ofClaim : ofRequest;
  return {
    error,
    isPending,
    mutate: (patch: AskedPatch) => {
      if (isClaim) ofClaim.mutate(patch);
      else ofRequest.mutate(patch);
    },
  };
}
