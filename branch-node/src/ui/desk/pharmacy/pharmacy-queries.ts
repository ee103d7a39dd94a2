import { useQuery } from "@tanstack/react-query";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import type { DispenseStatus } from "@edgeward/shared/clinical/dispenses/dispense-parts.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll, readPages, type ReadList } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import type { DispenseBody } from "./dispense-draft.ts";
import type { Dispense } from "./pharmacy-list.ts";

/** What becomes of a dispense. */
export type DispensePatch = NonNullable<RequestOf<typeof dispensesContract.update>["body"]>;

const stale = [
  queryKeys.dispenses,
  queryKeys.prescriptions,
  queryKeys.stock,
  // What was given out is to be charged.
  queryKeys.invoices,
];

// So many are on the screen of a work list; whoever has more open is told that there are.
const mostPages = 5;

function joined<T extends { readonly created_at: string }>(
  lists: readonly ReadList<T>[],
  newestFirst: boolean,
): ReadList<T> {
  const sign = newestFirst ? -1 : 1;
  const rows = lists.flatMap((list) => list.rows);
  return {
    rows: rows.toSorted((one, other) => sign * one.created_at.localeCompare(other.created_at)),
    isCut: lists.some(({ isCut }) => isCut),
  };
}

/** The prescriptions of which something can still be given out, the oldest first; none for whom they are not to be read. */
export function useOpenPrescriptions() {
  const client = useClient();
  const mayRead = useMay("prescriptions", "read");
  return useQuery({
    queryKey: [...queryKeys.prescriptions, "to-dispense"],
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        (["issued", "partially_dispensed"] as const).map((status) =>
          readPages(async (page) => {
            const query = { ...page, status };
            return (await client.call(prescriptionsContract.list, { query }, { signal })).body;
          }, mostPages),
        ),
      );
      return joined(lists, false);
    },
  });
}

const statusesOf: Readonly<Record<"ready" | "done", readonly DispenseStatus[]>> = {
  ready: ["preparation", "ready"],
  done: ["completed", "partially_returned", "returned", "cancelled"],
};

/** What is to be handed over, the oldest first; or what was done with last. */
export function useDispenses(part: "ready" | "done") {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.dispenses, part],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        statusesOf[part].map((status) =>
          readPages(
            async (page) => {
              const query = { ...page, status, sort: "-created_at" } as const;
              return (await client.call(dispensesContract.list, { query }, { signal })).body;
            },
            part === "ready" ? mostPages : 1,
          ),
        ),
      );
      return joined(lists, part === "done");
    },
  });
}

/** One prescription. */
export function usePrescription(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.prescriptions, id],
    queryFn: async ({ signal }) =>
      (await client.call(prescriptionsContract.get, { params: { id } }, { signal })).body,
  });
}

/** All that was given out for a prescription, the newest first. */
export function useDispensesOf(prescriptionId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.dispenses, "of", prescriptionId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, prescription_id: prescriptionId, sort: "-created_at" } as const;
        return (await client.call(dispensesContract.list, { query }, { signal })).body;
      }),
  });
}

/** One dispense. */
export function useDispense(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.dispenses, id],
    queryFn: async ({ signal }) =>
      (await client.call(dispensesContract.get, { params: { id } }, { signal })).body,
  });
}

/** Takes medicines off the shelf for somebody. */
export function useGiveOut(kept: KeptSending, onSaved: (dispense: Dispense) => void) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: DispenseBody, options) =>
      (await client.call(dispensesContract.create, { body }, options)).body,
  });
}

/** Takes a dispense a step further, or some of it back. */
export function useDispenseStep(id: string, onSaved?: (dispense: Dispense) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: DispensePatch, options) =>
      (await client.call(dispensesContract.update, { params: { id }, body }, options)).body,
  });
}
