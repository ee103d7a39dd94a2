import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { idOf, verbatim } from "@edgeward/shared/contract/fields.ts";

/** How a member of staff begins to work on a paired device. */
export const staffOnDeviceContract = {
  begin: writeEndpoint({
    method: "POST",
    path: "/v1/devices/self/staff-sessions",
    summary:
      "Say that the caller works on a paired device, which signs for it: what the device sends in their name is then taken",
    tag: "Devices",
    access: { resource: "drafts", action: "create" },
    operation: "device.begin_staff_session",
    home: "branch",
    params: noParams,
    query: noQuery,
    /** Signed by the device as for its own token. */
    body: z.strictObject({ assertion: verbatim(1, 4_000) }),
    response: z.strictObject({ device_id: idOf("dev"), staff_id: idOf("stf") }),
    status: 201,
    errors: ["invalid_credentials", "forbidden", "device_blocked"],
  }),
} as const;
