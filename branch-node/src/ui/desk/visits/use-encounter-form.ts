import { useEffect, useRef, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import {
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { bookFollowUp, savingOf, useFollowUpTime } from "./follow-up.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useDraftKeeper } from "#ui/desk/drafts/drafts-context.tsx";
import { encounterState, readEncounter } from "#ui/desk/drafts/form-state.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import {
  completionFaults,
  encounterDraft,
  encounterFields,
  stepsFor,
  type EncounterDraft,
} from "./encounter-draft.ts";

interface Save {
  readonly draft: EncounterDraft;
  readonly isComplete: boolean;
  /** The follow-up's time that is shown and not declined. */
  readonly followUpTime: string | null;
}

/** How a visit ended; `hasOpenFollowUp` where a follow-up was wanted and is not booked. */
interface Completion {
  readonly hasOpenFollowUp: boolean;
}

interface SaveEvents {
  readonly onSaved: (draft: EncounterDraft) => void;
  readonly onCompleted: (completion: Completion) => void;
}

/** The follow-up's appointment, or null: a visit that is over stays so, whatever becomes of its follow-up. */
function bookedOrNull(client: Client, visit: Encounter, time: string): Promise<Appointment | null> {
  return bookFollowUp(client, visit, time).catch(() => null);
}

function useSayBooked(): (followUp: Appointment) => void {
  const say = useSay();
  const clock = useBranchClock();
  return ({ slot_time: at }) => {
    const when = clock.dayTime(at);
    notify({ text: say("followUp.booked", { when }), tone: "good" });
  };
}

function useSaveEncounter(encounter: Encounter, { onSaved, onCompleted }: SaveEvents) {
  const client = useClient();
  const queries = useQueryClient();
  const sayBooked = useSayBooked();
  return useMutation({
    mutationKey: savingOf(encounter.id),
    mutationFn: async ({ draft, isComplete, followUpTime }: Save) => {
      const params = { id: encounter.id };
      let saved = encounter;
      // One after the other: each step stands on the state that the one before it left.
      for (const body of stepsFor(encounter, encounterFields(draft), isComplete)) {
        saved = (await client.call(encountersContract.update, { params, body })).body;
      }
      const mayBook = isComplete && followUpTime !== null;
      const followUp = mayBook ? await bookedOrNull(client, saved, followUpTime) : null;
      return { saved, followUp };
    },
    onSuccess: ({ saved, followUp }, { draft, isComplete }) => {
      onSaved(draft);
      queries.setQueryData([...queryKeys.encounters, saved.id], saved);
      void queries.invalidateQueries({ queryKey: queryKeys.appointments });
      void queries.invalidateQueries({ queryKey: queryKeys.slots });
      void queries.invalidateQueries({ queryKey: [...queryKeys.encounters, "patient"] });
      const isWanted = draft.followUp !== "" && draft.isFollowUpBooked;
      if (isComplete) onCompleted({ hasOpenFollowUp: isWanted && followUp === null });
      if (followUp !== null) sayBooked(followUp);
    },
  });
}

/** Keeps what is typed as a draft until it stands in the visit. */
export function useKeptForm(encounter: Encounter, resumed: Draft | null) {
  const keeper = useDraftKeeper(draftKinds.encounter, encounter.id, resumed);
  const [opened] = useState(() => {
    const kept = resumed === null ? null : readEncounter(resumed.form_state);
    return { draft: kept?.fields ?? encounterDraft(encounter), seen: kept?.encounterVersion };
  });
  const [draft, setDraft] = useState(opened.draft);
  const kept = useRef(draft);
  const current = useRef(encounter);
  useEffect(() => {
    current.current = encounter;
  }, [encounter]);
  useEffect(() => {
    if (kept.current === draft) return;
    kept.current = draft;
    keeper.change(encounterState(draft, current.current));
  }, [draft, keeper]);

  /** What was sent stands in the visit; what was typed meanwhile is kept as another draft. */
  async function saved(sent: EncounterDraft): Promise<void> {
    await keeper.end("submitted");
    if (kept.current !== sent) keeper.change(encounterState(kept.current, current.current));
  }

  const isOutdated = typeof opened.seen === "number" && opened.seen !== encounter.version;
  return { keeper, draft, setDraft, saved, isOutdated };
}

/** The form of an open visit: what stands in it, what is missing, and its saving. @param onCompleted when the visit is over */
export function useEncounterForm(
  encounter: Encounter,
  resumed: Draft | null,
  onCompleted: (completion: Completion) => void,
) {
  const { saved, ...kept } = useKeptForm(encounter, resumed);
  const { draft, setDraft } = kept;
  const mayBook = useMay("appointments", "create");
  const time = useFollowUpTime(encounter.doctor_id, draft.followUp, mayBook).data ?? null;
  const [missing, setMissing] = useState<ReturnType<typeof completionFaults>>({});
  const save = useSaveEncounter(encounter, {
    onSaved: (sent) => void saved(sent),
    onCompleted,
  });

  function change(patch: Partial<EncounterDraft>): void {
    setDraft((current) => ({ ...current, ...patch }));
    setMissing({});
  }

  function submit(isComplete: boolean): void {
    if (save.isPending) return;
    const found = isComplete ? completionFaults(draft) : {};
    setMissing(found);
    if (Object.keys(found).length === 0) {
      save.mutate({ draft, isComplete, followUpTime: draft.isFollowUpBooked ? time : null });
    }
  }

  return { ...kept, change, missing, save, submit };
}
