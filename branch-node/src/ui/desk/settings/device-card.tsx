import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import {
  testBody,
  useChangeDevice,
  useOpenDrawer,
  useTestPage,
  type DeviceChange,
} from "./device-queries.ts";
import { answerText, healthText, madeText, otherModelOf } from "./device-texts.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { PreviewButton } from "#ui/desk/preview/print-preview.tsx";
import { RoleChoices } from "./role-choices.tsx";

function HealthLine({ device }: { readonly device: Device }) {
  const say = useSay();
  const clock = useBranchClock();
  const { text, tone } = healthText(device);
  const { since, queue_depth: waiting } = device.health;
  return (
    <>
      <p className={`device-health tone-${tone}`} data-testid={testNames.deviceHealth}>
        <Icon name={tone} />
        <span>
          {say(text)}
          {since === null ? null : ` · ${say("devices.since", { time: clock.time(since) })}`}
        </span>
      </p>
      {device.health.drawer_open === true ? (
        <p className="advice">{say("devices.drawerOpen")}</p>
      ) : null}
      {waiting > 0 ? <p className="advice">{say("devices.waiting", { count: waiting })}</p> : null}
    </>
  );
}

// Drawers are opened by the language of receipt printers.
function isReceiptPrinter({ device_type: type, driver_profile: driver }: Device): boolean {
  return type === "printer" && (driver.startsWith("escpos") || driver === "virtual");
}

interface SettingsProps {
  readonly device: Device;
  readonly printers: readonly Device[];
  readonly onChange: (change: DeviceChange) => void;
}

interface CapabilityProps extends Omit<SettingsProps, "printers"> {
  readonly word: "drawer" | "drawer_pin_5";
  readonly children: string;
}

function CapabilityChoice({ device, word, onChange, children }: CapabilityProps) {
  const { capabilities } = device;
  const rest = capabilities.filter((each) => each !== word);
  const has = rest.length < capabilities.length;
  return (
    <label className="device-option">
      <input
        type="checkbox"
        checked={has}
        onChange={() => onChange({ capabilities: has ? rest : [...rest, word] })}
        {...(word === "drawer" ? { "data-testid": testNames.deviceDrawer } : {})}
      />
      {children}
    </label>
  );
}

function Settings({ device, printers, onChange }: SettingsProps) {
  const say = useSay();
  const [isSure, setSure] = useState(false);
  const others = printers.filter(({ id }) => id !== device.id);
  const hasDrawer = device.capabilities.includes("drawer");
  return (
    <>
      <RoleChoices roles={device.roles} onChange={(roles) => onChange({ roles: [...roles] })} />
      <ChoiceField
        label={say("devices.fallback")}
        value={device.fallback_device_id ?? ""}
        onChange={(id) => onChange({ fallback_device_id: id === "" ? null : id })}
        empty={say("devices.noFallback")}
        options={others.map(({ id, name }) => ({ value: id, text: name }))}
        testName={testNames.deviceFallback}
      />
      {isReceiptPrinter(device) ? (
        <CapabilityChoice device={device} word="drawer" onChange={onChange}>
          {say("devices.hasDrawer")}
        </CapabilityChoice>
      ) : null}
      {hasDrawer ? (
        <CapabilityChoice device={device} word="drawer_pin_5" onChange={onChange}>
          {say("devices.drawerPin5")}
        </CapabilityChoice>
      ) : null}
      <div className="form-actions">
        <Button
          onPress={() => onChange({ status: device.status === "blocked" ? "active" : "blocked" })}
          testName={testNames.blockDevice}
        >
          {say(device.status === "blocked" ? "devices.unblock" : "devices.block")}
        </Button>
        <Button
          onPress={() => (isSure ? onChange({ status: "retired" }) : setSure(true))}
          testName={testNames.removeDevice}
        >
          {say(isSure ? "devices.removeSure" : "devices.remove")}
        </Button>
      </div>
    </>
  );
}

/** Who a printer says that it is, and what its slips are worth. */
function AnswersLine({ device }: { readonly device: Device }) {
  const say = useSay();
  const text = answerText(device);
  if (text === null) return null;
  const { identity = null, identity_before: before = null } = device.health.answers ?? {};
  const other = otherModelOf(device);
  return (
    <>
      <p className="advice" data-testid={testNames.deviceAnswers}>
        {identity === null ? null : `${identity} · `}
        {say(text)}
        {other === null ? null : ` ${say("devices.otherModel", { name: other })}`}
      </p>
      {before === null ? null : (
        <p className="advice tone-warning">{say("devices.calledBefore", { name: before })}</p>
      )}
    </>
  );
}

/** Opens the drawer at a printer that has one, for those who take money. */
function DrawerButton({ device }: { readonly device: Device }) {
  const say = useSay();
  const mayOpen = useMay("cash_drawers", "create");
  const drawer = useOpenDrawer(device);
  const isThere = device.capabilities.includes("drawer") && device.status === "active";
  if (!mayOpen || !isThere) return null;
  return (
    <>
      <Button
        onPress={() => {
          if (!drawer.isPending) drawer.mutate(null);
        }}
        testName={testNames.openDrawer}
      >
        {say("devices.openDrawer")}
      </Button>
      <FaultNotice error={drawer.error} />
    </>
  );
}

/** Prints a page that shows what a printer can do, or shows it. */
function TestPageButtons({ device }: { readonly device: Device }) {
  const say = useSay();
  const testPage = useTestPage(device);
  return (
    <>
      {device.status === "active" ? (
        <Button
          // Not disabled meanwhile: whoever works by keyboard would lose their place.
          onPress={() => {
            if (!testPage.isPending) testPage.mutate(null);
          }}
          testName={testNames.testPage}
        >
          {say("devices.testPage")}
        </Button>
      ) : null}
      <PreviewButton
        title={`${say("devices.testPage")} ${device.name}`}
        wish={() => testBody(device)}
      />
      <FaultNotice error={testPage.error} />
    </>
  );
}

interface DeviceCardProps {
  readonly device: Device;
  readonly printers: readonly Device[];
}

/** One device: how it is in plain words, a page to test it, and for an administrator what it is for. */
export function DeviceCard({ device, printers }: DeviceCardProps) {
  const say = useSay();
  const mayPrint = useMay("print_jobs", "create");
  const mayChange = useMay("devices", "update");
  const [isOpen, setOpen] = useState(false);
  const { device: changed, change, error } = useChangeDevice(device);
  const isPrinter = device.device_type === "printer";
  return (
    <li className="device" data-testid={testNames.device}>
      <strong>{device.name}</strong>
      <span className="advice">{madeText(device)}</span>
      <HealthLine device={device} />
      <AnswersLine device={device} />
      <div className="form-actions">
        {isPrinter && mayPrint ? <TestPageButtons device={device} /> : null}
        <DrawerButton device={device} />
        {isPrinter && mayChange ? (
          <Button
            isExpanded={isOpen}
            onPress={() => setOpen(!isOpen)}
            testName={testNames.deviceSettings}
          >
            {say("devices.settings")}
          </Button>
        ) : null}
      </div>
      {isOpen ? <Settings device={changed} printers={printers} onChange={change} /> : null}
      <FaultNotice error={error} />
    </li>
  );
}
