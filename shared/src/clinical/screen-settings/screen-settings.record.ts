import { eventTypes } from "#contract/event-types.ts";
import { fieldError } from "#kernel/errors.ts";
import { refuseStale } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import {
  screenSettingCrud,
  screenSettingFields,
  screenSettingsContract,
} from "./screen-settings.contract.ts";
import { languagesOfScreens, screenSettingsId } from "./screen-settings.commands.ts";
import { screenSettingsTable } from "./screen-settings.table.ts";

const events = eventTypes("screen_setting", {
  updated: "the languages of a branch's boards and kiosks were set",
});

function refuseTwice(languages: readonly string[] | undefined): void {
  if (new Set(languages).size === (languages ?? []).length) return;
  const message = "names one twice";
  throw fieldError({ path: "languages", code: "validation_error", message });
}

/** The settings of a branch's boards and kiosks. */
export const screenSettings = defineRecord(screenSettingsContract, screenSettingFields, {
  crud: screenSettingCrud,
  table: screenSettingsTable,
  writes: {
    "screen_setting.set": [
      writesOf(screenSettingsTable, {
        makes: true,
        changes: ["languages", "metadata"],
        events: Object.values(events),
      }),
    ],
  },
  handlers: (records) => ({
    get: async (_input, ctx) => ({
      branch_id: ctx.branch.id,
      languages: [...(await languagesOfScreens(ctx, ctx.branch.id))],
    }),
    set: async ({ body }, ctx) => {
      const { id: branchId } = ctx.branch;
      refuseTwice(body.languages);
      const id = screenSettingsId(ctx.tenantId, branchId);
      const row = await ctx.write.load(screenSettingsTable, id);
      if (row !== null) refuseStale(ctx, row);
      await records.refuseReadOnly(ctx, row, body);
      const languages = body.languages ?? (await languagesOfScreens(ctx, branchId));
      const values = { metadata: {}, ...records.mapping.later(body), languages };
      const after =
        row === null
          ? ctx.write.insert(screenSettingsTable, id, { ...values, branch_id: branchId })
          : ctx.write.update(screenSettingsTable, row, records.mapping.later(body));
      if (after !== row) ctx.write.emit(events.updated, screenSettingsTable, after, {});
      return { branch_id: branchId, languages: [...languages] };
    },
  }),
});
