import type { StateMachine } from "#resource/state-machine.ts";
import type { DeviceStatus, DeviceType } from "./device-values.contract.ts";

/** The ways between the states of a device. A retired one does not come back: it is registered anew. */
export const deviceStates: StateMachine<DeviceStatus> = {
  subject: "A device",
  transitions: {
    pending_pairing: ["active", "retired"],
    active: ["blocked", "retired"],
    blocked: ["active", "retired"],
    retired: [],
  },
};

// What has a screen of its own proves itself with a key first; what hangs on a cable is there when it is there.
const paired: ReadonlySet<DeviceType> = new Set<DeviceType>(["kiosk", "bedside_tablet"]);

/** The state in which a device begins. */
export function firstDeviceStatus(type: DeviceType): DeviceStatus {
  return paired.has(type) ? "pending_pairing" : "active";
}

/** Whether a person may lead a device from one state to the other: pairing alone makes a waiting one active. */
export function isDecidedByPerson(from: DeviceStatus, to: DeviceStatus): boolean {
  return !(from === "pending_pairing" && to === "active");
}
