import { useState } from "react";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { bookedDoctors } from "./booked-doctors.ts";
import { useDepartmentText } from "./clinic-parts.ts";
import { useProviders } from "./queries.ts";
import { useSignedIn } from "#ui/desk/shell/session-context.tsx";

const storageKey = "edgeward.provider";

/** A choice of provider that this screen remembers: the desk of one doctor's door never chooses twice. */
export interface ProviderChoice {
  readonly providers: readonly Staff[];
  readonly isLoaded: boolean;
  readonly providerId: string;
  readonly choose: (providerId: string) => void;
}

function initialChoice(providers: readonly Staff[], ownId: string, branchId: string): string {
  const remembered = localStorage.getItem(storageKey);
  const known = (id: string | null) => providers.find((each) => each.id === id)?.id;
  const [only, ...others] = bookedDoctors(providers, branchId);
  return known(remembered) ?? known(ownId) ?? (others.length === 0 ? (only?.id ?? "") : "");
}

/** The branch's providers and the one that this screen works for. */
export function useProviderChoice(): ProviderChoice {
  const { staff, branch } = useSignedIn();
  const { data, isSuccess } = useProviders();
  const [chosen, setChosen] = useState<string | null>(null);
  const providers = data ?? [];
  return {
    providers,
    isLoaded: isSuccess,
    providerId: chosen ?? initialChoice(providers, staff.id, branch.id),
    choose: (providerId) => {
      localStorage.setItem(storageKey, providerId);
      setChosen(providerId);
    },
  };
}

/** Says a provider as a list offers them: name, and department where there is one. */
export function useProviderText(): (provider: Staff) => string {
  const departmentText = useDepartmentText();
  return ({ name, department }) =>
    department === null ? name : `${name} · ${departmentText(department)}`;
}
