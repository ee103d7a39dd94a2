import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { screenSettingCrud, screenSettingFields } from "./screen-settings.contract.ts";

/** How a branch's screens are set: one row for a branch, whose id follows from it, changed by that branch alone. */
export const screenSettingsTable = recordTable(screenSettingFields, {
  name: "screen_settings",
  prefix: screenSettingCrud.prefix,
  merge: "branch_owned",
  namedIndexes: [],
});

declare module "#db/database.ts" {
  interface Database {
    screen_settings: RowOf<typeof screenSettingsTable>;
  }
}
