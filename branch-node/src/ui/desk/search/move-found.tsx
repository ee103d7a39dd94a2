import { useState } from "react";
import { MoveAppointment } from "#ui/desk/appointments/move-appointment.tsx";
import { useAppointment } from "#ui/desk/data/queries.ts";

/** Whose appointment is moved straight from the search. */
export interface MovedFromSearch {
  readonly appointmentId: string;
  readonly name: string;
}

interface MoveFoundProps extends MovedFromSearch {
  readonly onClose: () => void;
}

/** Moves an appointment of somebody who was found: whoever telephones about it is not looked up in the chart first. */
export function MoveFound({ appointmentId, name, onClose }: MoveFoundProps) {
  const { data: appointment, isFetching, isFetchedAfterMount } = useAppointment(appointmentId);
  const [isShown, setShown] = useState(false);
  // It may have been moved since it was looked at: the window begins where it is now, and stays for what comes later.
  const isRead = appointment !== undefined && (isFetchedAfterMount || !isFetching);
  if (isRead && !isShown) setShown(true);
  if (appointment === undefined || !isShown) return null;
  return <MoveAppointment appointment={appointment} name={name} onClose={onClose} />;
}
