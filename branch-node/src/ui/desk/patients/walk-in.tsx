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
import { bookedAmong, queuePart } from "#ui/desk/today/queue.ts";
import { newsOf, writtenAppointment } from "#ui/desk/data/news.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

interface WalkInProps {
  readonly patientId: string;
  readonly choice: ProviderChoice;
  /**
   * What the patient comes for today. Who has a token gets another one of another doctor alone, and who has an appointment
   * checks in: neither gets a token by accident.
   */
  readonly visits: readonly Appointment[];
  /** The token to give as soon as this is drawn, and to say so: it is given once, however often the chart is drawn. */
  readonly wish: TokenWish | null;
  readonly onEager: () => void;
  readonly onToken: (appointment: Appointment) => void;
}

/** Under which a token for somebody is given, for those who have to know that one is under way. */
export function tokenKey(patientId: string): readonly string[] {
  return ["token", patientId];
}

function useGiveToken({ patientId, wish, onToken }: WalkInProps) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  // What was said with the registration belongs to its token alone.
  const begun = useRef(wish);
  return useMutation({
    mutationKey: tokenKey(patientId),
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
      void newsOf(queries).tell(writtenAppointment(appointment));
      onToken(appointment);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
  });
}

/** Whose token the patient can have besides those that they have. */
function useOtherDoctors({ choice, visits }: WalkInProps) {
  const held = new Set(
    visits.filter(({ status }) => queuePart(status) === "waiting").map(({ provider_id: id }) => id),
  );
  return {
    hasToken: held.size > 0,
    providers: choice.providers.filter(({ id }) => !held.has(id)),
    providerId: held.has(choice.providerId) ? "" : choice.providerId,
  };
}

function useWalkIn(props: WalkInProps) {
  const { choice, wish, onEager, visits } = props;
  const { hasToken, providers, providerId: chosen } = useOtherDoctors(props);
  const isExpected = hasToken || bookedAmong(visits) !== undefined;
  const select = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, error } = useGiveToken(props);
  const give = useCallback(() => {
    if (isPending) return;
    if (chosen === "") select.current?.focus();
    else mutate(chosen);
  }, [chosen, isPending, mutate]);
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !event.ctrlKey || isExpected) return;
      event.preventDefault();
      give();
    },
    [give, isExpected],
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
  return { select, give, isPending, error, hasToken, isExpected, providers, providerId: chosen };
}

/** Puts the patient into a provider's queue with one press. */
export function WalkIn(props: WalkInProps) {
  const { choice } = props;
  const say = useSay();
  const walkIn = useWalkIn(props);
  const { select, give, isPending, error, hasToken, isExpected, providers, providerId } = walkIn;
  const options = useProviderOptions(providers);
  return (
    <div className="walk-in">
      <FaultNotice error={error} />
      <ChoiceField
        label={say("walkIn.provider")}
        value={providerId}
        onChange={choice.choose}
        options={options}
        {...(providerId === "" ? { empty: say("walkIn.choose") } : {})}
        testName={testNames.provider}
        ref={select}
      />
      <Button
        look={isExpected ? "plain" : "primary"}
        onPress={give}
        testName={testNames.walkIn}
        icon="token"
        {...(isExpected ? {} : { keys: "Ctrl Enter" })}
      >
        {say(hasToken ? "walkIn.another" : "walkIn.give")}
        {isPending ? <span className="visually-hidden">{say("action.busy")}</span> : null}
      </Button>
    </div>
  );
}
