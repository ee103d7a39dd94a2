import { useCallback, useEffect, useState } from "react";
import { useDeviceStore } from "#ui/device/device-gate.tsx";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import {
  readMatches,
  readSetting,
  readToken,
  type CheckInMatch,
  type KioskSetting,
} from "./kiosk-wire.ts";
import {
  freshVisit,
  stepFor,
  type KioskStep,
  type KioskVisit,
  type NewcomerDraft,
} from "./visit.ts";

/** The branch's name and departments, read when the kiosk starts and whenever somebody begins. */
export function useSetting(isBegun: boolean): KioskSetting | null {
  const device = useDeviceStore();
  const [setting, setSetting] = useState<KioskSetting | null>(null);
  const isKnown = setting !== null;
  useEffect(() => {
    if (isKnown && !isBegun) return undefined;
    const stop = new AbortController();
    device.ask("/v1/check-ins/setting", { signal: stop.signal }).then(
      (answer) => setSetting(readSetting(answer)),
      // What was known before goes on.
      () => undefined,
    );
    return () => stop.abort();
  }, [device, isBegun, isKnown]);
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
  const device = useDeviceStore();
  const { language } = useLanguage();
  const steps = useSteps();
  const { act, visit } = steps;

  const find = (body: { scan: string } | { phone: string; birth_year: number }) =>
    act(async () => {
      const answer = await device.ask("/v1/check-ins/matches", { body });
      return stepFor(readMatches(answer), "phone" in body);
    });
  const checkIn = (match: CheckInMatch, department: string | null) =>
    act(async () => {
      const wish = department === null ? {} : { department };
      const body = { match_id: match.match_id, ...wish };
      const token = readToken(await device.ask("/v1/check-ins", { body }));
      return { kind: "token", token };
    });
  const register = (draft: NewcomerDraft, department: string) =>
    act(async () => {
      const { phone, birthYear } = visit;
      const body = { ...draft, phone, birth_year: Number(birthYear), department, language };
      const token = readToken(await device.ask("/v1/check-ins/registrations", { body }));
      return { kind: "token", token };
    });

  return { ...steps, find, checkIn, register };
}

/** One visit, with all that can be done in it. */
export type Visit = ReturnType<typeof useVisit>;
