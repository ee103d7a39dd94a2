import {
  printerRoles,
  type PrinterRole,
} from "@edgeward/shared/clinical/devices/device-values.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";

const roleTexts: Readonly<Record<PrinterRole, TextId>> = {
  token: "devices.roleToken",
  label: "devices.roleLabel",
  lab_label: "devices.roleLabLabel",
  wristband: "devices.roleWristband",
  bill: "devices.roleBill",
  receipt: "devices.roleReceipt",
  prescription: "devices.rolePrescription",
  report: "devices.roleReport",
  discharge: "devices.roleDischarge",
};

interface RoleChoicesProps {
  readonly roles: readonly PrinterRole[];
  readonly onChange: (roles: readonly PrinterRole[]) => void;
}

/** What a printer is for. */
export function RoleChoices({ roles, onChange }: RoleChoicesProps) {
  const say = useSay();
  const toggle = (role: PrinterRole) =>
    onChange(roles.includes(role) ? roles.filter((other) => other !== role) : [...roles, role]);
  return (
    <fieldset className="device-roles">
      <legend>{say("devices.roles")}</legend>
      {printerRoles.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={() => toggle(role)}
            data-testid={`role-${role}`}
          />
          {say(roleTexts[role])}
        </label>
      ))}
    </fieldset>
  );
}
