import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { readAbhaQr, type AbhaCard } from "@edgeward/devices/scanner/abha-qr.ts";
import { scansContract, type LookedUp, type ScannedSpecimen } from "#scanning/scans.contract.ts";
import { useSay, type Say, type TextId } from "#ui/i18n/text.ts";
import { useScans } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { Icon } from "#ui/kit/icon.tsx";
import type { RegistrationDraft } from "#ui/desk/registration/registration-draft.ts";
import { useForgetGoneScanner } from "#ui/desk/settings/scanner-choice.tsx";
import { useClient } from "#ui/desk/session/session-context.tsx";

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

/** A visit of today that a scan has led to; `at` distinguishes one scan from the next of the same slip. */
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

function specimenText(specimen: ScannedSpecimen, say: Say): string {
  const { specimen_code: name, specimen_type: type, tests } = specimen;
  return say("scan.specimenShown", { name, item: `${type}: ${tests.join(", ")}` });
}

/** What is said of a code that leads to nobody. */
function nobodyText({ kind, specimens: [specimen] }: LookedUp, say: Say): string {
  if (specimen === undefined) return say(scanKindTexts[kind] ?? "scan.nobody");
  return say("scan.specimenStranger", { name: specimen.specimen_code });
}

/** Those whom one code stands for, with the specimens that bear it. */
export interface ScanChoice {
  readonly patientIds: readonly string[];
  readonly specimens: readonly ScannedSpecimen[];
}

/** What the desk says of a scan, and whom it asks to choose from. */
interface Said {
  readonly notice: string | null;
  readonly choice: ScanChoice | null;
}

const nothing: Said = { notice: null, choice: null };

function follow(text: string, found: LookedUp, actions: ScanActions, say: Say): Said {
  const [patientId, ...others] = found.patient_ids;
  const { specimens, appointment_id: appointmentId } = found;
  if (patientId === undefined) {
    const card = found.kind === "abha" ? readAbhaQr(text) : null;
    if (card === null) return { ...nothing, notice: nobodyText(found, say) };
    actions.register(draftFromCard(card));
    return nothing;
  }
  if (others.length > 0 && specimens.length > 0) {
    return { ...nothing, choice: { patientIds: found.patient_ids, specimens } };
  }
  if (appointmentId !== null) actions.showVisit({ appointmentId, patientId, at: Date.now() });
  else if (others.length === 0) actions.showPatient(patientId);
  else actions.search(text);
  const [specimen] = specimens;
  return { ...nothing, notice: specimen === undefined ? null : specimenText(specimen, say) };
}

/** The desk's scans: what is said of the last one, and what can be done about it. */
export interface DeskScans extends Said {
  readonly choose: (patientId: string) => void;
  readonly dismiss: () => void;
  /** Does with a text what a scan of it would do. */
  readonly follow: (text: string) => void;
}

/** A scan opens its patient; who is not known here is registered with what the card says. Otherwise it says why not. */
export function useDeskScans(actions: ScanActions): DeskScans {
  const say = useSay();
  const client = useClient();
  const [{ notice, choice }, setSaid] = useState<Said>(nothing);
  useForgetGoneScanner();

  async function lookUp(text: string): Promise<void> {
    setSaid(nothing);
    try {
      const found = (await client.call(scansContract.lookUp, { body: { text } })).body;
      setSaid(follow(text, found, actions, say));
    } catch (error) {
      setSaid({ ...nothing, notice: faultText(error, say) });
    }
  }

  function choose(patientId: string): void {
    const specimen = choice?.specimens.find((one) => one.patient_id === patientId);
    setSaid({ ...nothing, notice: specimen === undefined ? null : specimenText(specimen, say) });
    actions.showPatient(patientId);
  }

  useScans((text) => {
    void lookUp(text);
    return true;
  });
  const dismiss = () => setSaid(nothing);
  return { notice, choice, choose, dismiss, follow: (text: string) => void lookUp(text) };
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
          <Button look="quiet" isSmall onPress={onDismiss} label={say("action.close")}>
            <Icon name="close" />
          </Button>
        </span>
      )}
    </output>
  );
}
