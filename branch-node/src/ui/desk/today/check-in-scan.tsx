import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { scansContract } from "#scanning/scans.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { ScanNotice, scanKindTexts, type FoundVisit } from "#ui/desk/scans/desk-scans.tsx";
import { faultText } from "#ui/desk/data/faults.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { NextScanButton } from "#ui/desk/scans/next-scan-button.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { newsOf, writtenAppointment } from "#ui/desk/data/news.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { queuePart } from "./queue.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { visitOf } from "./visit-of-scan.ts";

interface CheckInScanProps {
  /** Those of today. */
  readonly appointments: readonly Appointment[];
  readonly onVisit: (visit: FoundVisit) => void;
  readonly onPatient: (patientId: string) => void;
}

function useArrive() {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (id: string) => {
      const request = { params: { id }, body: { status: "checked_in" } } as const;
      const options = { idempotencyKey: intent.key(id) };
      return (await client.call(appointmentsContract.update, request, options)).body;
    },
    onSuccess: (arrived, id) => {
      intent.finish(id);
      return newsOf(queries).tell(writtenAppointment(arrived));
    },
    onError: (error, id) => {
      if (wasAnswered(error)) intent.finish(id);
      return queries.invalidateQueries({ queryKey: queryKeys.appointments });
    },
  });
}

function useCheckInScan({ appointments, onVisit, onPatient }: CheckInScanProps) {
  const say = useSay();
  const client = useClient();
  const arrive = useArrive();
  const [notice, setNotice] = useState<string | null>(null);

  async function checkIn(text: string): Promise<void> {
    const found = (await client.call(scansContract.lookUp, { body: { text } })).body;
    // Whoever holds a tube is not its patient.
    if (found.kind === "specimen") return setNotice(say("scan.specimenHeld"));
    const [patientId] = found.patient_ids;
    if (patientId === undefined || found.patient_ids.length > 1) {
      return setNotice(say(scanKindTexts[found.kind] ?? "scan.nobody"));
    }
    const visit = visitOf(appointments, found.appointment_id, patientId);
    if (visit === undefined) {
      onPatient(patientId);
      return setNotice(say("scan.noVisit"));
    }
    const isBooked = queuePart(visit.status) === "booked";
    if (isBooked) await arrive.mutateAsync(visit.id);
    onVisit({ appointmentId: visit.id, patientId, at: Date.now() });
    setNotice(say(isBooked ? "scan.checkedIn" : "scan.visitShown"));
  }

  function hear(text: string): void {
    setNotice(null);
    checkIn(text).catch((error: unknown) => setNotice(faultText(error, say)));
  }

  return { hear, notice, dismiss: () => setNotice(null) };
}

/** Checks somebody in who is booked for today, by the next code that is scanned: a wristband, a card, a slip. */
export function CheckInScan(props: CheckInScanProps) {
  const mayUpdate = useMay("appointments", "update");
  const { hear, notice, dismiss } = useCheckInScan(props);
  if (!mayUpdate) return null;
  return (
    <>
      <NextScanButton text="scan.checkIn" onScan={hear} testName={testNames.checkInScan} />
      <ScanNotice notice={notice} onDismiss={dismiss} />
    </>
  );
}
