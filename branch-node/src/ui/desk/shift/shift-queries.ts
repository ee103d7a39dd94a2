import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { isAllowed } from "@edgeward/shared/contract/access.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useEverybody } from "#ui/desk/data/staff-names.ts";
import { useClient, useSessionStore, useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { shiftsOf, type CashierShift } from "./shift-list.ts";

/** What a shift is opened with. */
export type ShiftBody = NonNullable<RequestOf<typeof cashierShiftsContract.create>["body"]>;

/** What is changed of a shift. */
export type ShiftPatch = NonNullable<RequestOf<typeof cashierShiftsContract.update>["body"]>;

const stale = [queryKeys.cashierShifts];
const mostShown = "30";

/** The shifts of the branch, the newest first: as many as a week has. */
export function useShifts() {
  const client = useClient();
  const mayRead = useMay("cashier_shifts", "read");
  return useQuery({
    queryKey: queryKeys.cashierShifts,
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const query = { limit: mostShown, sort: "-created_at" } as const;
      return (await client.call(cashierShiftsContract.list, { query }, { signal })).body.data;
    },
  });
}

/** The open shift of whoever is signed in; null for none, undefined until it is known. */
export function useOpenShift(): CashierShift | null | undefined {
  const { staff } = useSignedIn();
  const { data } = useShifts();
  if (data === undefined) return undefined;
  return shiftsOf(data, staff.id).own.find(({ status }) => status === "open") ?? null;
}

/** What was paid at a drawer in a shift. */
export function useShiftPayments(shiftId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.payments, "shift", shiftId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, cashier_shift_id: shiftId };
        return (await client.call(paymentsContract.list, { query }, { signal })).body;
      }),
  });
}

/** Those who may take over a drawer: others of the branch who may have one. */
export function useReceivers() {
  const { staff, branch } = useSignedIn();
  const { data } = useEverybody();
  return data?.filter(
    (each) =>
      each.id !== staff.id &&
      each.status === "active" &&
      each.branches.includes(branch.id) &&
      isAllowed(each.roles, "cashier_shifts", "update"),
  );
}

/** Opens a shift. */
export function useOpenShiftWith(onSaved: (shift: CashierShift) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: ShiftBody, options) =>
      (await client.call(cashierShiftsContract.create, { body }, options)).body,
  });
}

/** Goes on with a shift. */
export function useShiftStep(
  id: string,
  onSaved?: (shift: CashierShift) => void,
  kept?: KeptSending,
) {
  return useSaving({
    stale,
    kept,
    onSaved,
    send: async (client, body: ShiftPatch, options) =>
      (await client.call(cashierShiftsContract.update, { params: { id }, body }, options)).body,
  });
}

/** Takes a shift over in the name of whom it is handed to, by their PIN, at the desk where the drawer stands. */
export function useCountersigned(shift: CashierShift, onSaved: (shift: CashierShift) => void) {
  const session = useSessionStore();
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (pin: string) => {
      const token = await session.countersign(shift.handed_to ?? "", pin);
      if (typeof token !== "string") throw new CountersignFault(token.fault);
      const options = {
        idempotencyKey: intent.key(),
        headers: { authorization: `Bearer ${token}` },
      };
      const request = { params: { id: shift.id }, body: { status: "closed" } } as const;
      return (await client.call(cashierShiftsContract.update, request, options)).body;
    },
    onSuccess: (closed: CashierShift) => {
      intent.finish();
      onSaved(closed);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.cashierShifts }),
  });
}

/** Why a PIN was not taken. */
export class CountersignFault extends Error {
  readonly fault: "credentials" | "tooMany" | "unreachable" | "refused";

  constructor(fault: CountersignFault["fault"]) {
    super(fault);
    this.fault = fault;
  }
}
