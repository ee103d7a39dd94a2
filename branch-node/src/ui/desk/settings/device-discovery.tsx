import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { Button } from "#ui/kit/button.tsx";
import {
  discoveredDevicesContract,
  type DiscoveredDevice,
} from "@edgeward/shared/clinical/devices/discovered-devices.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { draftOfFound, type DeviceDraft } from "./device-draft.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient } from "#ui/desk/session/session-context.tsx";

interface DiscoveryProps {
  readonly onChoose: (begin: Partial<DeviceDraft>) => void;
}

function FoundLine({ found, onChoose }: DiscoveryProps & { readonly found: DiscoveredDevice }) {
  const say = useSay();
  const draft = draftOfFound(found);
  return (
    <li className="device" data-testid={testNames.foundDevice}>
      <strong>{found.name}</strong>
      <span className="advice">{draft.address}</span>
      {found.device_id === null ? (
        <Button onPress={() => onChoose(draft)}>{say("devices.registerThis")}</Button>
      ) : (
        <span className="advice">{say("devices.isRegistered")}</span>
      )}
    </li>
  );
}

/** Looks around the branch for printers; a range of addresses is looked through only when it is named. */
export function DeviceDiscovery({ onChoose }: DiscoveryProps) {
  const say = useSay();
  const client = useClient();
  const [subnet, setSubnet] = useState("");
  const search = useMutation({
    mutationFn: async () => {
      const query = subnet.trim() === "" ? {} : { subnet: subnet.trim() };
      return (await client.call(discoveredDevicesContract.list, { query })).body.data;
    },
  });
  return (
    <div className="device-form">
      <LineField
        label={say("devices.subnet")}
        value={subnet}
        onChange={setSubnet}
        hint={say("devices.subnetHint")}
      />
      <Button
        onPress={() => {
          if (!search.isPending) search.mutate();
        }}
        testName={testNames.findDevices}
      >
        {say(search.isPending ? "action.busy" : "devices.find")}
      </Button>
      <FaultNotice error={search.error} />
      {search.data?.length === 0 ? <p className="advice">{say("devices.nothingFound")}</p> : null}
      <ul className="devices">
        {search.data?.map((found) => (
          <FoundLine key={`${found.source} ${found.name}`} found={found} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  );
}
