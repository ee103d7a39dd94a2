import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { labelPrinterOf } from "@edgeward/devices/model/label-models.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** What is sent to register a device. */
export type RegisterBody = NonNullable<RequestOf<typeof devicesContract.register>["body"]>;

/** What is sent to change one. */
export type DeviceChange = Partial<
  Pick<Device, "roles" | "fallback_device_id" | "capabilities" | "status">
>;

/** The devices of the branch that were not retired, by name. */
export function useDevices(): readonly Device[] {
  const client = useClient();
  const mayRead = useMay("devices", "read");
  const { data } = useQuery({
    queryKey: [...queryKeys.devices, "all"],
    queryFn: async ({ signal }) => {
      const query = { limit: "100" };
      const { body } = await client.call(devicesContract.list, { query }, { signal });
      return body.data
        .filter(({ status }) => status !== "retired")
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
    enabled: mayRead,
    retry: false,
  });
  return data ?? [];
}

function useDeviceMutation<Input, Output>(
  send: (input: Input, key: string) => Promise<Output>,
  inOrder: { readonly scope?: { readonly id: string } } = {},
) {
  const queries = useQueryClient();
  const intent = useIntent();
  // Of those that wait for each other several are under way; what is sent of a form is one, however often it is tried.
  const wishOf = (input: Input) => (inOrder.scope === undefined ? undefined : input);
  return useMutation({
    ...inOrder,
    mutationFn: (input: Input) => send(input, intent.key(wishOf(input))),
    onSuccess: (_done, input) => intent.finish(wishOf(input)),
    onError: (error, input) => {
      if (wasAnswered(error)) intent.finish(wishOf(input));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.devices }),
  });
}

/** Registers a device. */
export function useRegisterDevice() {
  const client = useClient();
  return useDeviceMutation(async (body: RegisterBody, idempotencyKey) => {
    return (await client.call(devicesContract.register, { body }, { idempotencyKey })).body;
  });
}

/**
 * Changes a device: its roles, its fallback, whether it may work. One change is sent after the other.
 * @returns the device as it is with those that are under way, so that each begins from the one before it
 */
export function useChangeDevice(device: Device) {
  const client = useClient();
  const [underWay, setUnderWay] = useState<readonly DeviceChange[]>([]);
  const send = async (body: DeviceChange, idempotencyKey: string) => {
    const request = { params: { id: device.id }, body };
    return (await client.call(devicesContract.update, request, { idempotencyKey })).body;
  };
  const { mutateAsync, error } = useDeviceMutation(send, { scope: { id: `device ${device.id}` } });
  const end = (change: DeviceChange) => () =>
    setUnderWay((all) => all.filter((each) => each !== change));
  return {
    error,
    device: underWay.reduce<Device>((now, change) => ({ ...now, ...change }), device),
    change: (change: DeviceChange) => {
      setUnderWay((all) => [...all, change]);
      void mutateAsync(change).then(end(change), end(change));
    },
  };
}

/** What a printer's test page says: the label printer's is a label. */
export function testBody(device: Device) {
  const printed_at = new Date().toISOString();
  if (labelPrinterOf(device.driver_profile, device.model) !== null) {
    const patient = { name: "TEST", uhid: "TEST-0000" };
    const data = { kind: "patient", patient, printed_at };
    return { document_type: "label", data, device_id: device.id } as const;
  }
  const data = { kind: "test_page", device_name: device.name, printed_at };
  return { document_type: "report", data, device_id: device.id } as const;
}

/** Prints a page that shows what a printer can do. */
export function useTestPage(device: Device) {
  const client = useClient();
  return useDeviceMutation(async (_input: null, idempotencyKey) => {
    const body = testBody(device);
    return (await client.call(printJobsContract.create, { body }, { idempotencyKey })).body;
  });
}

/** Opens the cash drawer at a printer. */
export function useOpenDrawer(device: Device) {
  const client = useClient();
  return useDeviceMutation(async (_input: null, idempotencyKey) => {
    const request = { params: { id: device.id }, body: {} };
    return (await client.call(printJobsContract.openDrawer, request, { idempotencyKey })).body;
  });
}
