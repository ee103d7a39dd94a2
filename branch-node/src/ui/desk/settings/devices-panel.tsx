import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { DeviceCard } from "./device-card.tsx";
import { DeviceDiscovery } from "./device-discovery.tsx";
import type { DeviceDraft } from "./device-draft.ts";
import { DeviceForm } from "./device-form.tsx";
import { useDevices } from "./device-queries.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { ScannerChoice } from "./scanner-choice.tsx";
import { SidePanel } from "#ui/desk/shell/side-panel.tsx";

/** What prints, reads and shows at this branch, how it is, and how another one is added. */
export function DevicesPanel() {
  const say = useSay();
  const devices = useDevices();
  const mayRegister = useMay("devices", "create");
  const [begin, setBegin] = useState<Partial<DeviceDraft> | null>(null);
  const printers = devices.filter(({ device_type: type }) => type === "printer");
  return (
    <SidePanel title={say("devices.title")} testName={testNames.devicesPanel}>
      {devices.length === 0 ? <p className="lead">{say("devices.none")}</p> : null}
      <ul className="devices">
        {devices.map((device) => (
          <DeviceCard key={device.id} device={device} printers={printers} />
        ))}
      </ul>
      {begin === null ? null : <DeviceForm begin={begin} onDone={() => setBegin(null)} />}
      {mayRegister && begin === null ? (
        <>
          <Button look="primary" onPress={() => setBegin({})} testName={testNames.addDevice}>
            {say("devices.add")}
          </Button>
          <DeviceDiscovery onChoose={setBegin} />
        </>
      ) : null}
      <ScannerChoice />
      {mayRegister ? null : <p className="advice">{say("devices.askAdministrator")}</p>}
    </SidePanel>
  );
}
