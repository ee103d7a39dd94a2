import { consoleHolidaysContract } from "@edgeward/shared/clinical/holidays/holidays.console.contract.ts";
import { holidays } from "@edgeward/shared/clinical/holidays/holidays.record.ts";
import type { Module, Route } from "@edgeward/shared/resource/module.ts";

const { list, create, update } = consoleHolidaysContract;

// By what they are at /v1: the console's are the same endpoints at other addresses.
const moved: ReadonlyMap<string, `/${string}`> = new Map([
  ["holidays.list", list.path],
  ["holidays.create", create.path],
  ["holidays.update", update.path],
]);

function atConsole<R extends Route>(route: R, path: `/${string}`): R {
  const name = `console_${route.name}`;
  return { ...route, name, endpoint: { ...route.endpoint, path, tag: list.tag } };
}

/** The tenant's holidays, by the functions that `/v1` has for them. */
export const consoleHolidaysModule: Module = {
  name: "console_holidays",
  routes: holidays.routes.flatMap((route) => {
    const path = moved.get(route.name);
    return path === undefined ? [] : [atConsole(route, path)];
  }),
};
