import { useState, type SyntheticEvent } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/kit/button.tsx";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import type { ResponseOf } from "@edgeward/shared/contract/endpoint.ts";
import { pairingContract } from "#pairing/pairing.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readScannerAddress } from "./scanner-address.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { SidePanel } from "#ui/desk/shell/side-panel.tsx";
import { TrustCard } from "#ui/desk/shell/trust-card.tsx";

type Offer = ResponseOf<typeof pairingContract.offer>;
type ScreenType = "kiosk" | "bedside_tablet" | "scanner";

const types: readonly ScreenType[] = ["kiosk", "bedside_tablet", "scanner"];
const typeTexts: Readonly<Record<ScreenType, TextId>> = {
  kiosk: "screens.kiosk",
  bedside_tablet: "screens.tablet",
  scanner: "screens.scanner",
};
const profiles = {
  kiosk: "kiosk_web",
  bedside_tablet: "tablet_web",
  scanner: "serial_scanner",
} as const;

/** The kiosks, tablets and scanners of the branch that have not been taken away, newest first. */
function useScreens() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.devices, "screens"],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        types.map(async (device_type) => {
          const query = { device_type, limit: "100" } as const;
          return (await client.call(devicesContract.list, { query }, { signal })).body.data;
        }),
      );
      return lists.flat().filter((device) => device.status !== "retired");
    },
    refetchInterval: 10_000,
  });
}

function useScreenWork<Input, Output>(work: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.devices }),
  });
}

function stateText(device: Device): TextId {
  if (device.status === "pending_pairing") return "screens.waiting";
  if (device.status === "blocked") return "screens.locked";
  if (device.health_status === "online") return "screens.online";
  return device.health_status === "offline" ? "screens.offline" : "screens.unseen";
}

function PairingCard({ offer }: { readonly offer: Offer }) {
  const say = useSay();
  const clock = useBranchClock();
  const code = `${offer.code.slice(0, 4)}-${offer.code.slice(4)}`;
  return (
    <div className="pairing-card" data-testid={testNames.pairingCard}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(offer.qr_svg)}`}
        alt={say("screens.qr")}
        width="220"
        height="220"
      />
      <p>{say("screens.enter")}</p>
      <strong className="pairing-code" data-testid={testNames.pairingCode}>
        {code}
      </strong>
      <p className="muted">{say("screens.until", { time: clock.time(offer.expires_at) })}</p>
    </div>
  );
}

function useScreenActions(device: Device) {
  const client = useClient();
  const request = { params: { id: device.id } };
  return {
    pair: useScreenWork(async (origin: string) => {
      const body = { origin };
      return (await client.call(pairingContract.offer, { ...request, body })).body;
    }),
    change: useScreenWork(async (status: "active" | "blocked" | "retired") => {
      await client.call(devicesContract.update, { ...request, body: { status } });
    }),
  };
}

const codeLifetimeMs = 600_000;

/** Whether the device has taken the code: then the card goes by itself. */
function isTaken(device: Device, offer: Offer): boolean {
  const offeredAt = Date.parse(offer.expires_at) - codeLifetimeMs;
  return device.last_rotated_at !== null && Date.parse(device.last_rotated_at) >= offeredAt;
}

function Screen({ device }: { readonly device: Device }) {
  const say = useSay();
  const { pair, change } = useScreenActions(device);
  const isPaired = device.status === "active";
  const offer = pair.data;
  return (
    <li className="screen" data-testid={testNames.screen}>
      <strong>{device.name}</strong>
      <span className={`screen-state screen-${device.status} screen-${device.health_status}`}>
        {say(stateText(device))}
      </span>
      <div className="form-actions">
        {device.status === "blocked" || device.device_type === "scanner" ? null : (
          <Button
            isSmall
            onPress={() => pair.mutate(globalThis.location.origin)}
            testName={testNames.pairScreen}
          >
            {say(isPaired ? "screens.pairAgain" : "screens.pair")}
          </Button>
        )}
        {device.status === "pending_pairing" ? null : (
          <Button
            isSmall
            onPress={() => change.mutate(isPaired ? "blocked" : "active")}
            testName={isPaired ? testNames.lockScreen : testNames.unlockScreen}
          >
            {say(isPaired ? "screens.lock" : "screens.unlock")}
          </Button>
        )}
        <RemoveButton onRemove={() => change.mutate("retired")} />
      </div>
      <FaultNotice error={pair.error ?? change.error} />
      {offer === undefined || isTaken(device, offer) ? null : <PairingCard offer={offer} />}
    </li>
  );
}

/** Taking a device away cannot be undone, so it asks once more. */
function RemoveButton({ onRemove }: { readonly onRemove: () => void }) {
  const say = useSay();
  const [isSure, setSure] = useState(false);
  return (
    <Button
      look="quiet"
      isSmall
      onPress={() => (isSure ? onRemove() : setSure(true))}
      testName={testNames.removeScreen}
    >
      {say(isSure ? "screens.removeSure" : "screens.remove")}
    </Button>
  );
}

interface NewScreenDraft {
  readonly name: string;
  readonly type: ScreenType;
  readonly address: string;
}

const emptyScreen: NewScreenDraft = { name: "", type: "kiosk", address: "" };

function useAddScreen(onAdded: () => void) {
  const client = useClient();
  return useScreenWork(async ({ name, type, address }: NewScreenDraft) => {
    const connection = type === "scanner" ? readScannerAddress(address) : null;
    const body = {
      device_type: type,
      driver_profile: profiles[type],
      // Screens have no number to read; the name and the moment distinguish one from the others.
      serial_no: `${type}-${Date.now().toString(36)}-${name}`.slice(0, 64),
      name,
      ...(connection === null ? {} : { connection }),
    };
    await client.call(devicesContract.register, { body });
    onAdded();
  });
}

function NewScreen() {
  const say = useSay();
  const [draft, setDraft] = useState(emptyScreen);
  const add = useAddScreen(() => setDraft(emptyScreen));
  const change = (patch: Partial<NewScreenDraft>) => setDraft({ ...draft, ...patch });
  const isScanner = draft.type === "scanner";
  const isWhole = draft.name.trim() !== "" && (!isScanner || draft.address.trim() !== "");
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (isWhole && !add.isPending) add.mutate({ ...draft, name: draft.name.trim() });
  }
  return (
    <form className="screen-form" onSubmit={submit}>
      <LineField
        label={say("screens.name")}
        value={draft.name}
        onChange={(name) => change({ name })}
        testName={testNames.screenName}
      />
      <ChoiceField
        label={say("screens.type")}
        value={draft.type}
        onChange={(value) => change({ type: types.find((type) => type === value) ?? "kiosk" })}
        options={types.map((value) => ({ value, text: say(typeTexts[value]) }))}
        testName={testNames.screenType}
      />
      {isScanner ? (
        <LineField
          label={say("screens.address")}
          hint={say("screens.addressHint")}
          value={draft.address}
          onChange={(address) => change({ address })}
          testName={testNames.scannerAddress}
        />
      ) : null}
      <Button type="submit" look="primary" testName={testNames.addScreen}>
        {say("screens.add")}
      </Button>
      <FaultNotice error={add.error} />
    </form>
  );
}

/** The kiosks, tablets and scanners of the branch: how they are, and how they are let in, locked and taken away. */
export function ScreensPanel() {
  const say = useSay();
  const screens = useScreens();
  return (
    <SidePanel title={say("screens.title")} testName={testNames.screensPanel}>
      <FaultNotice error={screens.error} />
      {screens.data?.length === 0 ? <p className="lead">{say("screens.none")}</p> : null}
      <ul className="screens">
        {(screens.data ?? []).map((device) => (
          <Screen key={device.id} device={device} />
        ))}
      </ul>
      <NewScreen />
      <TrustCard />
    </SidePanel>
  );
}
