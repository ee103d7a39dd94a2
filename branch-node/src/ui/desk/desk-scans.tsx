import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { readAbhaQr, type AbhaCard } from "@edgeward/devices/scanner/abha-qr.ts";
import { scansContract } from "#scanning/scans.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { useScans } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { writtenDay } from "./birth.ts";
import { faultText } from "./faults.ts";
import { Icon } from "./icons.tsx";
import type { RegistrationDraft } from "./registration-draft.ts";
import { useForgetGoneScanner } from "./scanner-choice.tsx";
import { useClient } from "./session-context.tsx";

/** What an ABHA card fills into the registration form. */
export function draftFromCard(card: AbhaCard): Partial<RegistrationDraft> {
  const given = {
    name: card.name,
    phone: card.phone,
    abhaId: card.number,
    gender: card.gender,
    dob: card.dob === null ? null : writtenDay(card.dob),
    age:
      card.dob === null && card.birthYear !== null
        ? String(new Date().getFullYear() - card.birthYear)
        : null,
    city: card.district,
    state: card.state,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** A visit of today that a scan has led to; `at` tells one scan from the next of the same slip. */
export interface FoundVisit {
  readonly appointmentId: string;
  readonly patientId: string;
  readonly at: number;
}

/** What the desk does with whom a scan has found. */
export interface ScanActions {
  readonly showPatient: (patientId: string) => void;
  /** A token's slip: its patient, and its place in the queue. */
  readonly showVisit: (visit: FoundVisit) => void;
  readonly register: (prefill: Partial<RegistrationDraft>) => void;
  /** More than one has that number: the list shows them. */
  readonly search: (text: string) => void;
}

/** What is said of a code that leads to nobody, by its kind. */
export const scanKindTexts: Readonly<Record<string, TextId>> = {
  patient: "scan.unknownPatient",
  token: "scan.unknownToken",
  token_code: "scan.unknownToken",
  specimen: "scan.specimen",
  gs1: "scan.product",
  product: "scan.product",
  pairing: "scan.pairing",
  damaged: "scan.damaged",
  text: "scan.nobody",
};

/** A scan opens its patient; who is not known here is registered with what the card says. Otherwise it says why not. */
export function useDeskScans(actions: ScanActions) {
  const say = useSay();
  const client = useClient();
  const [notice, setNotice] = useState<string | null>(null);
  useForgetGoneScanner();

  async function follow(text: string): Promise<void> {
    setNotice(null);
    try {
      const found = (await client.call(scansContract.lookUp, { body: { text } })).body;
      const [patientId, ...others] = found.patient_ids;
      const card = found.kind === "abha" ? readAbhaQr(text) : null;
      const appointmentId = found.appointment_id;
      if (patientId !== undefined && appointmentId !== null) {
        actions.showVisit({ appointmentId, patientId, at: Date.now() });
      } else if (patientId !== undefined && others.length === 0) actions.showPatient(patientId);
      else if (patientId !== undefined) actions.search(text);
      else if (card !== null) actions.register(draftFromCard(card));
      else setNotice(say(scanKindTexts[found.kind] ?? "scan.nobody"));
    } catch (error) {
      setNotice(faultText(error, say));
    }
  }

  useScans((text) => {
    void follow(text);
    return true;
  });
  return { notice, dismiss: () => setNotice(null), follow: (text: string) => void follow(text) };
}

interface ScanNoticeProps {
  readonly notice: string | null;
  readonly onDismiss: () => void;
}

/** What a scan led to, when that is no patient. */
export function ScanNotice({ notice, onDismiss }: ScanNoticeProps) {
  const say = useSay();
  return (
    <output className="scan-notice" data-testid={testNames.scanNotice}>
      {notice === null ? null : (
        <span className="notice notice-info">
          <Icon name="warning" />
          <span>{notice}</span>
          <Button
            className="button button-quiet button-small"
            onPress={onDismiss}
            aria-label={say("action.close")}
          >
            <Icon name="close" />
          </Button>
        </span>
      )}
    </output>
  );
}
