import { useState } from "react";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { bookedDoctors } from "./booked-doctors.ts";
import { useDepartmentText } from "./clinic-parts.ts";
import { doctorOfPatient } from "./doctor-of-patient.ts";
import { usePatientAppointments, useProviders } from "./queries.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { withoutTitle } from "#ui/i18n/without-title.ts";
import type { Choice } from "#ui/kit/list-items.tsx";

/** Which doctor somebody is brought to, out of those of the branch. */
export interface ProviderChoice {
  readonly providers: readonly Staff[];
  /** Whether it is known whose patient it is. */
  readonly isLoaded: boolean;
  readonly providerId: string;
  readonly choose: (providerId: string) => void;
}

/** The doctor whom nobody has to choose: oneself, or the only one with hours here. */
function onlyChoice(providers: readonly Staff[], ownId: string, branchId: string): string {
  const own = providers.find(({ id }) => id === ownId);
  const [only, ...others] = bookedDoctors(providers, branchId);
  return own?.id ?? (others.length === 0 ? (only?.id ?? "") : "");
}

/** The doctor of whoever is at the desk now, as far as that is known of them. */
function usePatientsDoctor(patientId: string | null) {
  const today = useToday();
  const { branch } = useSignedIn();
  const mayRead = useMay("appointments", "read");
  const isAsked = patientId !== null && mayRead;
  const theirs = usePatientAppointments(isAsked ? patientId : null);
  const dayOf = (instant: string) => dayIn(branch.time_zone, Date.parse(instant));
  return {
    // Where it cannot be read, somebody chooses.
    isLoaded: !isAsked || theirs.isSuccess || theirs.isError,
    id: doctorOfPatient(theirs.data ?? [], today, dayOf),
  };
}

/**
 * The branch's doctors, and the one whom a patient comes for until another is chosen: their own. Nobody's is taken over from
 * the patient before.
 * @param patientId null for somebody who is registered only now
 */
export function useProviderChoice(patientId: string | null): ProviderChoice {
  const { staff, branch } = useSignedIn();
  const { data, isSuccess } = useProviders();
  const theirs = usePatientsDoctor(patientId);
  const providers = data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const own = providers.find(({ id }) => id === theirs.id)?.id;
  return {
    providers,
    isLoaded: isSuccess && theirs.isLoaded,
    providerId: chosen ?? own ?? onlyChoice(providers, staff.id, branch.id),
    choose: setChosen,
  };
}

/** Providers as a list offers them: name, and department where there is one; typing finds them by the name. */
export function useProviderOptions(providers: readonly Staff[]): readonly Choice[] {
  const departmentText = useDepartmentText();
  return providers.map(({ id, name, department }) => ({
    value: id,
    text: department === null ? name : `${name} · ${departmentText(department)}`,
    typed: withoutTitle(name),
  }));
}
