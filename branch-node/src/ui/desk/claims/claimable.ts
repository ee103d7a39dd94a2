import { useInvoices } from "#ui/desk/billing/bill-queries.ts";
import { usePayerList } from "#ui/desk/payers/payer-queries.ts";
import { usePreauthsOf } from "#ui/desk/preauth/preauth-queries.ts";
import { claimableBills, type KnownOfPatient } from "./claim-draft.ts";
import { useClaimsOf } from "./claim-queries.ts";

const nobody = "";

/** What of a patient can be claimed, and what is known of the patient's payers; undefined while it is read. */
export function useClaimable(patientId: string | null) {
  const bills = useInvoices({ patient_id: patientId ?? nobody }, patientId !== null);
  const claims = useClaimsOf(patientId);
  const requests = usePreauthsOf(patientId);
  const list = usePayerList();
  const isAsking = requests.isLoading || list.isLoading;
  if (patientId === null || isAsking || bills.data === undefined || claims.data === undefined)
    return { error: bills.error ?? claims.error, data: undefined };
  const payers = list.data ?? [];
  const open = claimableBills(bills.data, claims.data);
  const earlier = [...claims.data, ...(requests.data ?? [])].toSorted((one, other) =>
    other.created_at.localeCompare(one.created_at),
  );
  const known = (payerId: string): KnownOfPatient => ({
    payer: payers.find(({ id }) => id === payerId),
    bills: open,
    earlier,
  });
  return { error: null, data: { bills: open, known, payers, requests: requests.data ?? [] } };
}

/** What of a patient can be claimed. */
export type Claimable = NonNullable<ReturnType<typeof useClaimable>["data"]>;
