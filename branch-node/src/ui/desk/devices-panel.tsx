import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { DeviceCard } from "./device-card.tsx";
import { DeviceForm } from "./device-form.tsx";
import { useDevices } from "./device-queries.ts";
import { useMay } from "./permissions.ts";
import { SidePanel } from "./side-panel.tsx";

/** What prints, reads and shows at this branch, how it is, and how another one is added. */
export function DevicesPanel({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const devices = useDevices();
  const mayRegister = useMay("devices", "create");
  const [isAdding, setAdding] = useState(false);
  const printers = devices.filter(({ device_type: type }) => type === "printer");
  return (
    <SidePanel title={say("devices.title")} testName={testNames.devicesPanel} onClose={onClose}>
      {devices.length === 0 ? <p className="lead">{say("devices.none")}</p> : null}
      <ul className="devices">
        {devices.map((device) => (
          <DeviceCard key={device.id} device={device} printers={printers} />
        ))}
      </ul>
      {isAdding ? <DeviceForm onDone={() => setAdding(false)} /> : null}
      {mayRegister && !isAdding ? (
        <Button
          className="button button-primary"
          onPress={() => setAdding(true)}
          data-testid={testNames.addDevice}
        >
          {say("devices.add")}
        </Button>
      ) : null}
      {mayRegister ? null : <p className="advice">{say("devices.askAdministrator")}</p>}
    </SidePanel>
  );
}
