import { useState, type SyntheticEvent } from "react";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import {
  connectionChoices,
  draftOfKind,
  emptyDraft,
  flowControls,
  knownModels,
  parities,
  plainKinds,
  registerBodyOf,
  type ConnectionChoice,
  type DeviceDraft,
} from "./device-draft.ts";
import { useRegisterDevice } from "./device-queries.ts";
import { fieldFaults, fieldFaultText } from "#ui/desk/data/faults.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { RoleChoices } from "./role-choices.tsx";

const kindTexts: Readonly<Record<(typeof plainKinds)[number], TextId>> = {
  escpos_80: "devices.kind80",
  escpos_58: "devices.kind58",
  escpos_76: "devices.kind76",
  escpos_112: "devices.kind112",
  zpl_203: "devices.kindLabel203",
  zpl_300: "devices.kindLabel300",
  tspl: "devices.kindTspl",
  epl: "devices.kindEpl",
  cpcl: "devices.kindCpcl",
  pdf_spooler: "devices.kindPage",
};

const connectionTexts: Readonly<Record<ConnectionChoice, readonly [TextId, TextId]>> = {
  network: ["devices.byNetwork", "devices.hintNetwork"],
  serial: ["devices.bySerial", "devices.hintSerial"],
  usb: ["devices.byUsb", "devices.hintUsb"],
  ipp: ["devices.byIpp", "devices.hintIpp"],
  spooler: ["devices.bySpooler", "devices.hintSpooler"],
};

const parityTexts = { even: "devices.parityEven", odd: "devices.parityOdd" } as const;
const flowTexts = { xon_xoff: "devices.flowCharacters", none: "devices.flowNone" } as const;

// As the switches and self-tests of printers have them.
const speeds = ["4800", "9600", "19200", "38400", "57600", "115200"] as const;

interface PartProps {
  readonly draft: DeviceDraft;
  readonly onChange: (patch: Partial<DeviceDraft>) => void;
  readonly faultOf: (path: string) => string | undefined;
}

function KindFields({ draft, onChange }: PartProps) {
  const say = useSay();
  const kinds = [
    ...plainKinds.map((value) => ({ value, text: say(kindTexts[value]) })),
    ...knownModels.map(({ id, vendor, label }) => ({ value: id, text: `${vendor} ${label}` })),
  ];
  return (
    <ChoiceField
      label={say("devices.kind")}
      value={draft.kind}
      onChange={(kind) => onChange(draftOfKind(draft, kind))}
      options={kinds}
      testName={testNames.deviceKind}
    />
  );
}

function LineSettings({ draft, onChange }: Omit<PartProps, "faultOf">) {
  const say = useSay();
  return (
    <>
      <ChoiceField
        label={say("devices.baud")}
        value={draft.baud}
        onChange={(baud) => onChange({ baud })}
        empty={say("devices.baudUsual")}
        options={speeds.map((value) => ({ value, text: value }))}
        testName={testNames.deviceBaud}
      />
      <ChoiceField
        label={say("devices.parity")}
        value={draft.parity}
        onChange={(value) => onChange({ parity: parities.find((each) => each === value) ?? "" })}
        empty={say("devices.parityUsual")}
        options={parities.map((value) => ({ value, text: say(parityTexts[value]) }))}
        testName={testNames.deviceParity}
      />
      <ChoiceField
        label={say("devices.flow")}
        value={draft.flowControl}
        onChange={(value) =>
          onChange({ flowControl: flowControls.find((each) => each === value) ?? "" })
        }
        empty={say("devices.flowUsual")}
        options={flowControls.map((value) => ({ value, text: say(flowTexts[value]) }))}
        testName={testNames.deviceFlow}
      />
    </>
  );
}

function PlaceFields({ draft, onChange, faultOf }: PartProps) {
  const say = useSay();
  const [, hint] = connectionTexts[draft.connection];
  const ways = connectionChoices.map((value) => ({ value, text: say(connectionTexts[value][0]) }));
  return (
    <>
      <ChoiceField
        label={say("devices.connection")}
        value={draft.connection}
        onChange={(value) => {
          const connection = connectionChoices.find((choice) => choice === value);
          if (connection !== undefined) onChange({ connection });
        }}
        options={ways}
      />
      <LineField
        label={say("devices.address")}
        value={draft.address}
        onChange={(address) => onChange({ address })}
        hint={say(hint)}
        fault={faultOf("connection")}
        isRequired
        testName={testNames.deviceAddress}
      />
      {draft.connection === "serial" ? <LineSettings draft={draft} onChange={onChange} /> : null}
      {draft.connection === "ipp" ? (
        <label className="device-option">
          <input
            type="checkbox"
            checked={draft.isEncrypted}
            onChange={() => onChange({ isEncrypted: !draft.isEncrypted })}
          />
          {say("devices.tls")}
        </label>
      ) : null}
    </>
  );
}

function NameFields({ draft, onChange, faultOf }: PartProps) {
  const say = useSay();
  return (
    <>
      <LineField
        label={say("devices.name")}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        fault={faultOf("name")}
        testName={testNames.deviceName}
      />
      <LineField
        label={say("devices.serial")}
        value={draft.serialNo}
        onChange={(serialNo) => onChange({ serialNo })}
        hint={say("devices.serialHint")}
        fault={faultOf("serial_no")}
        isRequired
        testName={testNames.deviceSerial}
      />
    </>
  );
}

interface DeviceFormProps {
  /** What is known already, of a device that was found. */
  readonly begin?: Partial<DeviceDraft> | undefined;
  readonly onDone: () => void;
}

/** Registers a printer by hand. */
export function DeviceForm({ begin, onDone }: DeviceFormProps) {
  const say = useSay();
  const [draft, setDraft] = useState<DeviceDraft>({ ...emptyDraft, ...begin });
  const register = useRegisterDevice();
  const faults = fieldFaults(register.error);
  const part: PartProps = {
    draft,
    onChange: (patch) => setDraft((before) => ({ ...before, ...patch })),
    faultOf: (path) => {
      const refused = faults.find((fault) => fault.path.startsWith(path));
      return refused === undefined ? undefined : fieldFaultText(refused, say);
    },
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!register.isPending) register.mutate(registerBodyOf(draft), { onSuccess: onDone });
  };
  return (
    <form className="device-form" onSubmit={submit} data-testid={testNames.deviceForm} noValidate>
      <KindFields {...part} />
      <PlaceFields {...part} />
      <NameFields {...part} />
      <RoleChoices roles={draft.roles} onChange={(roles) => part.onChange({ roles })} />
      {faults.length === 0 ? <FaultNotice error={register.error} /> : null}
      <FormActions
        action={say("devices.register")}
        testName={testNames.saveDevice}
        onLeave={onDone}
      />
    </form>
  );
}
