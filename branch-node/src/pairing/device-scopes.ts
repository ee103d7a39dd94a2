import type { GateDevice } from "./device-gate.ts";

/** What a kind of device may do with its own token, whoever stands in front of it. Records are read by people who have signed in. */
export const deviceScopes: Readonly<Record<GateDevice["type"], string>> = {
  kiosk: "own_device:write check_ins:*",
  bedside_tablet: "own_device:write sync:write drafts:*",
};
