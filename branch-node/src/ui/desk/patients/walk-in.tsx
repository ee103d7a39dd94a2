import { useCallback, useEffect, useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/kit/button.tsx";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useDeskKey } from "#ui/desk/shell/desk-keys.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import type { TokenWish } from "#ui/desk/shell/desk-actions.tsx";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useProviderOptions, type ProviderChoice } from "#ui/desk/data/provider-choice.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";

interface WalkInProps {
  readonly patientId: string;
  readonly choice: ProviderChoice;
  /** The patient holds a token already; another one is possible, but never by accident. */
  readonly hasToken: boolean;
  /** The token to give as soon as this is drawn, and to say so: it is given once, however often the chart is drawn. */
  readonly wish: TokenWish | null;
  readonly onEager: () => void;
  readonly onToken: (appointment: Appointment) => void;
}

function useGiveToken({ patientId, wish, onToken }: WalkInProps) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  // What was said with the registration belongs to its token alone.
  const begun = useRef(wish);
  return useMutation({
    mutationFn: async (providerId: string) => {
      const body = {
        patient_id: patientId,
        provider_id: providerId,
        source: "walk_in",
        ...(begun.current?.reason ? { reason: begun.current.reason } : {}),
        ...(begun.current?.referredBy ? { referred_by: begun.current.referredBy } : {}),
      } as const;
      const options = { idempotencyKey: intent.key() };
      return (await client.call(appointmentsContract.create, { body }, options)).body;
    },
    onSuccess: (appointment) => {
      intent.finish();
      begun.current = null;
      void queries.invalidateQueries({ queryKey: queryKeys.appointments });
      onToken(appointment);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
  });
}

function useWalkIn(props: WalkInProps) {
  const { choice, wish, onEager, hasToken } = props;
  const select = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, error } = useGiveToken(props);
  const give = useCallback(() => {
    if (isPending) return;
    if (choice.providerId === "") select.current?.focus();
    else mutate(choice.providerId);
  }, [choice.providerId, isPending, mutate]);
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !event.ctrlKey) return;
      event.preventDefault();
      if (!hasToken) give();
    },
    [give, hasToken],
  );
  useDeskKey(onKey);

  const wanted = useRef(wish);
  useEffect(() => {
    if (wanted.current === null) return;
    const { providerId } = wanted.current;
    if (providerId === null && !choice.isLoaded) return;
    wanted.current = null;
    onEager();
    if (providerId === null) give();
    else mutate(providerId);
  }, [choice.isLoaded, give, mutate, onEager]);
  return { select, give, isPending, error };
}

/** Puts the patient into a provider's queue with one press. */
export function WalkIn(props: WalkInProps) {
  const { choice, hasToken } = props;
  const say = useSay();
  const options = useProviderOptions(choice.providers);
  const { select, give, isPending, error } = useWalkIn(props);
  return (
    <div className="walk-in">
      <FaultNotice error={error} />
      <ChoiceField
        label={say("walkIn.provider")}
        value={choice.providerId}
        onChange={choice.choose}
        options={options}
        {...(choice.providerId === "" ? { empty: say("walkIn.choose") } : {})}
        testName={testNames.provider}
        ref={select}
      />
      <Button
        look={hasToken ? "plain" : "primary"}
        onPress={give}
        testName={testNames.walkIn}
        icon="token"
        {...(hasToken ? {} : { keys: "Ctrl Enter" })}
      >
        {say(hasToken ? "walkIn.another" : "walkIn.give")}
        {isPending ? <span className="visually-hidden">{say("action.busy")}</span> : null}
      </Button>
    </div>
  );
}
