import {
  bookedAppointment,
  movedOnAppointment,
} from "#clinical/appointments/appointments.writes.ts";
import { madePatient } from "#clinical/patients/patients.writes.ts";
import type { Command } from "#resource/command-writes.ts";
import { commandOf } from "#resource/commands.ts";

const access = { resource: "check_ins", action: "create" } as const;

/** What a branch's kiosks do for those who come. */
export const checkInCommands: readonly Command[] = [
  commandOf({ operation: "check_in.create", access }, [bookedAppointment, movedOnAppointment]),
  commandOf({ operation: "check_in.register", access }, [madePatient, bookedAppointment]),
];
