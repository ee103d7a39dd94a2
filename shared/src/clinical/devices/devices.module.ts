import type { InputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { readPage } from "#db/page.ts";
import { refuseForeignScope, refuseReadOnly, refuseStale } from "#resource/body-checks.ts";
import {
  emptyPage,
  foundInScope,
  maySeeBranch,
  refuseOtherBranch,
} from "#resource/branch-scope.ts";
import type { ReadContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import { Existing } from "#resource/outcome.ts";
import { changeDevice, registerDevice } from "./devices.commands.ts";
import { deviceReadOnly, devicesContract, type Device } from "./devices.contract.ts";
import { filteredDevices, findDevice, presentDevice, presentDevices } from "./devices.queries.ts";
import { devicesTable } from "./devices.table.ts";
import { deviceWrites } from "./devices.writes.ts";

type ListQuery = InputOf<typeof devicesContract.list>["query"];

async function listDevices(ctx: ReadContext, query: ListQuery): Promise<Page<Device>> {
  const {
    limit,
    cursor,
    sort = "-created_at",
    branch_id: branchId = ctx.branch.id,
    ...rest
  } = query;
  if (!maySeeBranch(ctx.caller, branchId)) return emptyPage();
  const filters = { ...rest, branchId };
  const page = await readPage(filteredDevices(ctx.db, ctx.tenantId, filters), {
    sortColumn: "created_at",
    isDescending: sort.startsWith("-"),
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "devices",
    tenantId: ctx.tenantId,
    filters,
  });
  return { ...page, data: await presentDevices(ctx, page.data) };
}

/** Devices: what prints, reads and shows at a branch, where it is, and how it is. */
export const devicesModule = defineModule(
  "devices",
  devicesContract,
  {
    list: ({ query }, ctx) => listDevices(ctx, query),

    get: async ({ params }, ctx) => {
      const row = foundInScope(ctx.caller, await findDevice(ctx.db, ctx.tenantId, params.id));
      return presentDevice(ctx, row);
    },

    register: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const { row, isNew } = await registerDevice(ctx, body);
      const device = await presentDevice(ctx, row);
      return isNew ? device : new Existing(device);
    },

    update: async ({ params, body }, ctx) => {
      const row = foundInScope(ctx.caller, await ctx.write.load(devicesTable, params.id));
      refuseOtherBranch(ctx, row);
      refuseStale(ctx, row);
      refuseReadOnly(body, await presentDevice(ctx, row), deviceReadOnly);
      const changed = await changeDevice(ctx, row, body);
      return presentDevice(ctx, changed);
    },
  },
  {
    writes: deviceWrites,
    // What its settings name, a node registers by itself.
    byNodes: ["device.register"],
  },
);
