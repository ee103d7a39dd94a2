import { useQuery } from "@tanstack/react-query";
import {
  administrationsContract,
  type DueDose,
  type MedicationAdministration,
} from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving } from "#ui/desk/data/saving.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

const stale = [queryKeys.doses];
// As the clock goes on, what was due becomes late.
const renewMs = 60_000;

/** The doses of a patient who stays here; not asked for by who may not read them. */
export function useDueDoses(patientId: string) {
  const client = useClient();
  const mayRead = useMay("medication_administrations", "read");
  return useQuery({
    queryKey: [...queryKeys.doses, patientId],
    enabled: mayRead,
    refetchInterval: renewMs,
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId };
        return (await client.call(administrationsContract.due, { query }, { signal })).body;
      }),
  });
}

/** What becomes of a dose: given, or why not. */
export interface NotedDose {
  readonly status: "given" | "refused" | "held";
  readonly reason?: string;
}

/** Notes what becomes of a dose, once for each intent. */
export function useNoteDose(
  patientId: string,
  { prescription_id, prescribed_item_id, due_at }: DueDose,
  onSaved: (saved: MedicationAdministration) => void,
) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, noted: NotedDose, options) => {
      const dose = { patient_id: patientId, prescription_id, prescribed_item_id, due_at };
      const request = { body: { ...dose, ...noted } };
      return (await client.call(administrationsContract.create, request, options)).body;
    },
  });
}

/** Says that something was noted by mistake. */
export function useTakeBack(id: string, onSaved: (saved: MedicationAdministration) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, amend_reason: string, options) => {
      const body = { status: "entered_in_error", amend_reason } as const;
      const request = { params: { id }, body };
      return (await client.call(administrationsContract.update, request, options)).body;
    },
  });
}
