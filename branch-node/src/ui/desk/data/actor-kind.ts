import type { TextId } from "#ui/i18n/text.ts";

/** What somebody is who has done something and has no name among the staff. @param id of a member of staff, a device or a program */
export function kindOfActor(id: string): TextId {
  if (id.startsWith("dev_")) return "appointment.byDevice";
  return id.startsWith("stf_") ? "appointment.byColleague" : "appointment.byProgram";
}
