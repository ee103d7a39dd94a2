import type { AccessAction, ResourceName } from "@edgeward/shared/contract/access.ts";
import { isAllowed } from "@edgeward/shared/contract/access.ts";
import { useSignedIn } from "./session-context.tsx";

/** Whether the person at the desk may do something; the server asks the same matrix again. */
export function useMay(resource: ResourceName, action: AccessAction): boolean {
  return isAllowed(useSignedIn().staff.roles, resource, action);
}
