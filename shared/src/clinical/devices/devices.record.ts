import { refuseForeignScope } from "#resource/body-checks.ts";
import { Existing } from "#resource/outcome.ts";
import { defineRecord } from "#resource/record.ts";
import { changeDevice, registerDevice } from "./devices.commands.ts";
import { deviceCrud, deviceFields, devicesContract } from "./devices.contract.ts";
import { deviceHealth } from "./devices.queries.ts";
import { devicesTable } from "./devices.table.ts";
import { deviceWrites } from "./devices.writes.ts";

/** Devices: what prints, reads and shows at a branch, where it is, and how it is. */
export const devices = defineRecord(devicesContract, deviceFields, {
  crud: deviceCrud,
  table: devicesTable,
  computed: deviceHealth,
  writes: deviceWrites,
  // What its settings name, a node registers by itself.
  byNodes: ["device.register"],
  handlers: (records) => ({
    register: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const { row, isNew } = await registerDevice(ctx, body);
      const device = await records.present(ctx, row);
      return isNew ? device : new Existing(device);
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, await changeDevice(ctx, row, body));
    },
  }),
});
