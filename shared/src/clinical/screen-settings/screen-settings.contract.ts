import * as z from "zod";
import { getEndpoint, updateEndpoint, type CrudOptions } from "#contract/crud.ts";
import { noParams } from "#contract/endpoint.ts";
import { enumOf, idOf } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";

/** The languages that a branch's screens can speak. */
export const screenLanguages = ["en", "hi", "ur"] as const;

/** One of the languages that screens can speak. */
export type ScreenLanguage = (typeof screenLanguages)[number];

const languages = z.array(enumOf(screenLanguages)).min(1).max(screenLanguages.length);

/** What a branch has set for its screens. */
export const screenSettingFields = {
  /** What kiosks offer and boards say, the first of them first. */
  languages: field.json(languages, z.array(z.enum(screenLanguages)), {}),
} as const;

/** Where the settings of screens are served, and to whom. */
export const screenSettingCrud = {
  path: "/v1/screen-settings",
  resource: "screen_settings",
  noun: ["screen setting", "screen settings"],
  prefix: "scs",
  home: "branch",
} as const satisfies CrudOptions;

/** How a branch's screens are set, also where nobody has set anything. */
const screenSettingsShape = z.strictObject({
  branch_id: idOf("brn"),
  languages: z.array(z.enum(screenLanguages)),
});

const get = getEndpoint(screenSettingFields, screenSettingCrud);
const set = updateEndpoint(screenSettingFields, screenSettingCrud, {});

/** The endpoints of the settings of screens: a branch has one set of them. */
export const screenSettingsContract = {
  get: {
    ...get,
    path: "/v1/screen-settings",
    summary: "How the screens of the acting branch are set",
    params: noParams,
    response: screenSettingsShape,
  },
  set: {
    ...set,
    path: "/v1/screen-settings",
    summary: "Set the screens of the acting branch: fields left out stay",
    operation: "screen_setting.set",
    params: noParams,
    response: screenSettingsShape,
    errors: ["version_conflict", "read_only_field"],
  },
} as const;
