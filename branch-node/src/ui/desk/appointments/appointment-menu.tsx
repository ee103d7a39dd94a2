import { usePatient } from "#ui/desk/data/queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { Menu } from "#ui/kit/menu.tsx";
import { testNames } from "#ui/test-names.ts";
import { useWhoText } from "./appointment-facts.tsx";
import { useAppointmentActions, type AppointmentActionsProps } from "./appointment-actions.tsx";

interface AppointmentMenuProps extends AppointmentActionsProps {
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
}

/**
 * Opens, moves, cancels and marks as missed what was booked; of who waits: not there, another doctor, another priority, or a
 * token that was given by mistake.
 */
export function AppointmentMenu(props: AppointmentMenuProps) {
  const say = useSay();
  const { actions, dialog } = useAppointmentActions(props);
  const label = say("appointment.more", { name: props.name });
  const whoText = useWhoText();
  const patient = usePatient(props.appointment.patient_id).data;
  const title = patient === undefined ? {} : { title: `${patient.name} · ${whoText(patient)}` };
  return (
    <>
      <Menu
        label={label}
        groups={[{ ...title, actions }]}
        isOpen={props.isOpen}
        onToggle={props.onToggle}
      >
        <IconButton icon="more" label={label} testName={testNames.appointmentMenu} />
      </Menu>
      {dialog}
    </>
  );
}
