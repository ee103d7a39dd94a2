import { useQuery } from "@tanstack/react-query";
import {
  radiologyContract,
  type RadiologyStudy,
} from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** A study as it is ordered. */
export type StudyBody = NonNullable<RequestOf<typeof radiologyContract.create>["body"]>;

/** What is changed of a study. */
export type StudyPatch = NonNullable<RequestOf<typeof radiologyContract.update>["body"]>;

const stale = [queryKeys.radiologyStudies];

/** The studies with something still to do: the most urgent first, then the oldest. */
export function useOpenStudies() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.radiologyStudies, "open"],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, open: "true", sort: "work_order" } as const;
        return (await client.call(radiologyContract.list, { query }, { signal })).body;
      }),
  });
}

/** The studies with a critical finding of which nobody has been told yet. */
export function useOpenFindings() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.radiologyStudies, "critical"],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, unacknowledged_critical: "true" } as const;
        return (await client.call(radiologyContract.list, { query }, { signal })).body;
      }),
  });
}

/** The studies that were reported last. */
export function useReportedStudies() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.radiologyStudies, "reported"],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        (["final", "amended"] as const).map((status) =>
          client.call(radiologyContract.list, { query: { status, limit: "50" } }, { signal }),
        ),
      );
      const studies = lists.flatMap(({ body }) => body.data);
      return studies.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
    },
  });
}

/** What was asked to be seen of a patient at this branch, the newest first. */
export function usePatientStudies(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.radiologyStudies, "patient", patientId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId };
        return (await client.call(radiologyContract.list, { query }, { signal })).body;
      }),
  });
}

/** One study. */
export function useStudy(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.radiologyStudies, id],
    queryFn: async ({ signal }) =>
      (await client.call(radiologyContract.get, { params: { id } }, { signal })).body,
  });
}

/** Orders a study. */
export function useOrderStudy(kept: KeptSending, onSaved: (study: RadiologyStudy) => void) {
  return useSaving({
    kept,
    stale,
    onSaved,
    send: async (client, body: StudyBody, options) =>
      (await client.call(radiologyContract.create, { body }, options)).body,
  });
}

/** Takes a study a step further, or changes what is said of it. */
export function useStudyStep(
  id: string,
  onSaved?: (study: RadiologyStudy) => void,
  kept?: KeptSending,
) {
  return useSaving({
    kept,
    stale,
    onSaved,
    send: async (client, body: StudyPatch, options) =>
      (await client.call(radiologyContract.update, { params: { id }, body }, options)).body,
  });
}
