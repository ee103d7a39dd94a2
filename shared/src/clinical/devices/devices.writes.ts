import { writesOf, type Command, type Writes } from "#resource/command-writes.ts";
import { commandOf, nodeCommand } from "#resource/commands.ts";
import { deviceEvents } from "./devices.events.ts";
import { devicesTable } from "./devices.table.ts";

const restated = ["status", "status_history"] as const;
const offered = ["pairing_code_hash", "pairing_expires_at"] as const;
const noted = ["health_status", "health"] as const;

/** What the commands of devices write. */
export const deviceWrites: Writes = {
  "device.register": [
    writesOf(devicesTable, {
      makes: true,
      // A printer that the node's settings name stands where they say now.
      changes: ["connection"],
      events: [deviceEvents.registered],
    }),
  ],
  "device.update": [
    writesOf(devicesTable, {
      changes: [
        ...restated,
        ...noted,
        "name",
        "module",
        "driver_profile",
        "connection",
        "firmware",
        "model",
        "vendor",
        "location_text",
        "capabilities",
        "roles",
        "fallback_device_id",
        "metadata",
      ],
      events: [deviceEvents.blocked],
    }),
  ],
};

const pairing = writesOf(devicesTable, {
  changes: [...restated, ...offered, "public_key", "last_rotated_at"],
});

/** What a branch does with its devices beside the endpoints that a hub has as well. */
export const deviceCommands: readonly Command[] = [
  commandOf(
    { operation: "device.offer_pairing", access: { resource: "devices", action: "update" } },
    [writesOf(devicesTable, { changes: offered })],
  ),
  commandOf({ operation: "device.pair", access: { resource: "own_device", action: "create" } }, [
    pairing,
  ]),
  nodeCommand("device.note_health", [
    writesOf(devicesTable, { changes: noted, events: [deviceEvents.online, deviceEvents.offline] }),
  ]),
];
