import { useEffect } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

function keyOf(uhid: string) {
  return [...queryKeys.patients, "uhid", uhid] as const;
}

/** What names a record in an address: its UHID, or its id where it was merged, for its number then leads to the survivor. */
export function addressOf({ id, uhid, merged_into_id: into }: Patient): string {
  return into === null ? uhid : id;
}

/** The id of whom an address names by their UHID, or by the id itself; null where there is nobody. */
function usePatientId(name: string) {
  const client = useClient();
  const isId = name.startsWith("pat_");
  return useQuery({
    queryKey: keyOf(name),
    queryFn: async ({ signal }) => {
      if (isId) return name;
      const request = { query: { q: name, limit: "5" } };
      const { data } = (await client.call(patientsContract.search, request, { signal })).body;
      const [first] = data;
      // The number of a record that was merged leads to its survivor.
      const survivor = data.length === 1 && first?.merged_ids ? first : undefined;
      return (data.find(({ uhid }) => uhid === name) ?? survivor)?.id ?? null;
    },
    ...(isId ? { initialData: name } : {}),
    // An address that names nobody asks for nobody.
    enabled: name !== "",
    // A UHID never changes its owner.
    staleTime: Infinity,
  });
}

/** Whose record a list shows by no more than the name is opened by itself: whoever wants it is asked why. */
function useOpened({ data, error }: Pick<ReturnType<typeof usePatient>, "data" | "error">) {
  const client = useClient();
  const queries = useQueryClient();
  const isMasked = data?.is_masked === true;
  const id = data?.id ?? "";
  const opened = useQuery({
    queryKey: [...queryKeys.patients, id, "opened"],
    queryFn: async ({ signal }) => {
      const request = { params: { id } };
      const { body } = await client.call(patientsContract.get, request, { signal });
      queries.setQueryData([...queryKeys.patients, id], body);
      return body;
    },
    enabled: isMasked,
  });
  return isMasked ? { data: opened.data, error: opened.error } : { data, error };
}

/** Whom an address names; remembers the UHID of whom it has read, so that no address is looked up twice. */
export function useNamedPatient(name: string) {
  const queries = useQueryClient();
  const id = usePatientId(name);
  const patient = useOpened(usePatient(id.data ?? null));
  const { data } = patient;
  useEffect(() => {
    if (data !== undefined) queries.setQueryData(keyOf(addressOf(data)), data.id);
  }, [queries, data]);
  return { patient: data, isNobody: id.data === null, error: id.error ?? patient.error };
}
