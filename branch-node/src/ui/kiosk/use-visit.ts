import { useCallback, useEffect, useState } from "react";
import { checkInsContract, type CheckInMatch } from "#kiosk/check-ins.contract.ts";
import type { ResponseOf } from "@edgeward/shared/contract/endpoint.ts";
import { useDeviceStore } from "#ui/device/device-gate.tsx";
import { useLanguage } from "#ui/i18n/language.tsx";
import {
  freshVisit,
  stepFor,
  type KioskStep,
  type KioskVisit,
  type NewcomerDraft,
} from "./visit.ts";

/** What the kiosk shows of its branch. */
export type KioskSetting = ResponseOf<typeof checkInsContract.setting>;

/** The branch's name and departments, read when the kiosk starts and whenever somebody begins. */
export function useSetting(isBegun: boolean): KioskSetting | null {
  const { client } = useDeviceStore();
  const [setting, setSetting] = useState<KioskSetting | null>(null);
  const isKnown = setting !== null;
  useEffect(() => {
    if (isKnown && !isBegun) return undefined;
    const stop = new AbortController();
    client.call(checkInsContract.setting, {}, { signal: stop.signal }).then(
      ({ body }) => setSetting(body),
      // What was known before goes on.
      () => undefined,
    );
    return () => stop.abort();
  }, [client, isBegun, isKnown]);
  return setting;
}

/** Where the visit stands, and the ways on from there. */
function useSteps() {
  const [visit, setVisit] = useState<KioskVisit>(freshVisit);
  const [round, setRound] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const go = (step: KioskStep, more: Partial<KioskVisit> = {}) => {
    setFailed(false);
    setVisit((current) => ({ ...current, ...more, step }));
  };
  const wipe = useCallback(() => {
    setVisit(freshVisit);
    setFailed(false);
    setRound((current) => current + 1);
  }, []);

  async function act(work: () => Promise<KioskStep>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      go(await work());
    } catch {
      setFailed(true);
    }
    setBusy(false);
  }

  return { visit, round, hasFailed, isBusy, go, wipe, act };
}

/** One visit: each act of whoever stands there, and what the branch said to it. */
export function useVisit() {
  const { client } = useDeviceStore();
  const { language } = useLanguage();
  const steps = useSteps();
  const { act, visit } = steps;

  const find = (body: { scan: string } | { phone: string; birth_year: number }) =>
    act(async () => {
      const { matches } = (await client.call(checkInsContract.find, { body })).body;
      return stepFor(matches, "phone" in body);
    });
  const checkIn = (match: CheckInMatch, department: string | null) =>
    act(async () => {
      const wish = department === null ? {} : { department };
      const body = { match_id: match.match_id, ...wish };
      const token = (await client.call(checkInsContract.checkIn, { body })).body;
      return { kind: "token", token };
    });
  const register = (draft: NewcomerDraft, department: string) =>
    act(async () => {
      const { phone, birthYear } = visit;
      const body = { ...draft, phone, birth_year: Number(birthYear), department, language };
      const token = (await client.call(checkInsContract.register, { body })).body;
      return { kind: "token", token };
    });

  return { ...steps, find, checkIn, register };
}

/** One visit, with all that can be done in it. */
export type Visit = ReturnType<typeof useVisit>;
