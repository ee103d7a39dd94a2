import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  departmentsContract,
  type Department,
} from "@edgeward/shared/clinical/departments/departments.contract.ts";
import { queuesContract, type Queue } from "@edgeward/shared/clinical/queues/queues.contract.ts";
import { roomsContract, type Room } from "@edgeward/shared/clinical/rooms/rooms.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { localNamesOf } from "@edgeward/shared/kernel/local-names.ts";
import type { Page } from "@edgeward/shared/contract/paging.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useDepartmentName } from "#ui/i18n/department-name.ts";
import { useIntent, wasAnswered } from "./intent.ts";
import { queryKeys } from "./query-keys.ts";
import { readAll, type PageQuery } from "./read-all.ts";

/** What a clinic consists of, as its manager sets it up. */
export const partKinds = ["departments", "rooms", "queues"] as const;

/** One kind of what a clinic consists of. */
export type PartKind = (typeof partKinds)[number];

/** A department, a room or a queue. */
export type ClinicPart = Department | Room | Queue;

/** What is sent of one, new or changed; what a kind does not have is left out. */
export interface PartBody {
  readonly name: string;
  readonly name_hi: string | null;
  readonly name_ur: string | null;
  readonly department?: string | null;
  readonly token_prefix?: string | null;
}

/** What is done with one: it is added, changed, or switched on or off. */
export type PartChange =
  | { readonly kind: "add"; readonly body: PartBody & { readonly code: string } }
  | { readonly kind: "edit"; readonly id: string; readonly body: PartBody }
  | { readonly kind: "switch"; readonly id: string; readonly status: ClinicPart["status"] };

interface Request {
  readonly query: PageQuery;
}

type Options = Readonly<{ signal: AbortSignal }>;

const listsOf: Readonly<
  Record<
    PartKind,
    (client: Client, request: Request, options: Options) => Promise<{ body: Page<ClinicPart> }>
  >
> = {
  departments: (client, request, options) =>
    client.call(departmentsContract.list, request, options),
  rooms: (client, request, options) => client.call(roomsContract.list, request, options),
  queues: (client, request, options) => client.call(queuesContract.list, request, options),
};

/** All departments, rooms or queues, also those that are switched off, by name or code. */
export function useClinicParts(kind: PartKind) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys[kind],
    queryFn: ({ signal }) =>
      readAll(async (query) => (await listsOf[kind](client, { query }, { signal })).body),
    staleTime: 60_000,
  });
}

async function send(
  client: Client,
  kind: PartKind,
  change: PartChange,
  idempotencyKey: string,
): Promise<ClinicPart> {
  const options = { idempotencyKey };
  const contract = {
    departments: departmentsContract,
    rooms: roomsContract,
    queues: queuesContract,
  };
  if (change.kind === "add") {
    const { body } = change;
    return (await client.call(contract[kind].create, { body }, options)).body;
  }
  const body = change.kind === "switch" ? { status: change.status } : change.body;
  const request = { params: { id: change.id }, body };
  return (await client.call(contract[kind].update, request, options)).body;
}

/** Changes what the clinic consists of. @param onDone given what it is now */
export function usePartChange(kind: PartKind, onDone: (part: ClinicPart) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (change: PartChange) => send(client, kind, change, intent.key()),
    onSuccess: (part) => {
      intent.finish();
      onDone(part);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys[kind] }),
  });
}

/** Says a department of which a record has the code: as the clinic calls it, else as such departments are usually called. */
export function useDepartmentText(): (code: string) => string {
  const nameOf = useDepartmentName();
  const { data } = useClinicParts("departments");
  return (code) => {
    const known = data?.find((each) => each.code === code);
    return nameOf({ code, names: known === undefined ? null : { ...localNamesOf(known) } });
  };
}
