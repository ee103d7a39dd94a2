import type { PartKind } from "#ui/desk/data/clinic-parts.ts";
import type { TextId } from "#ui/i18n/text.ts";

interface PartTexts {
  readonly title: TextId;
  readonly about: TextId;
  readonly add: TextId;
  readonly none: TextId;
  readonly code: TextId;
  readonly codeHint: TextId;
  readonly codeFault: TextId;
}

/** What the pages say of each kind of what a clinic consists of. */
export const partTexts: Readonly<Record<PartKind, PartTexts>> = {
  departments: {
    title: "clinic.departments",
    about: "clinic.aboutDepartments",
    add: "clinic.addDepartment",
    none: "clinic.noDepartments",
    code: "clinic.code",
    codeHint: "clinic.codeHint",
    codeFault: "clinic.faultCode",
  },
  rooms: {
    title: "clinic.rooms",
    about: "clinic.aboutRooms",
    add: "clinic.addRoom",
    none: "clinic.noRooms",
    code: "clinic.roomCode",
    codeHint: "clinic.roomCodeHint",
    codeFault: "clinic.faultRoomCode",
  },
  queues: {
    title: "clinic.queues",
    about: "clinic.aboutQueues",
    add: "clinic.addQueue",
    none: "clinic.noQueues",
    code: "clinic.code",
    codeHint: "clinic.codeHint",
    codeFault: "clinic.faultCode",
  },
};
