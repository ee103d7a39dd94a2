import { useEffect, useSyncExternalStore } from "react";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { useScanClaim } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { useDevices } from "./device-queries.ts";
import { ChoiceField } from "#ui/kit/select.tsx";

function isScanner({ device_type: type, status, connection }: Device): boolean {
  return (type === "scanner" || type === "barcode") && status === "active" && connection !== null;
}

/** The scanners on the branch's own machine, and which of them is this desk's. */
function useOwnScanner() {
  const claim = useScanClaim();
  const devices = useDevices();
  const chosen = useSyncExternalStore(claim.subscribe, claim.scannerId);
  return { claim, chosen, devices, scanners: devices.filter(isScanner) };
}

/** Lets any scanner be this desk's again when the chosen one has been taken away: no scan would come any more. */
export function useForgetGoneScanner(): void {
  const { claim, chosen, devices, scanners } = useOwnScanner();
  const isGone =
    chosen !== null && devices.length > 0 && scanners.every((scanner) => scanner.id !== chosen);
  useEffect(() => {
    if (isGone) claim.choose(null);
  }, [claim, isGone]);
}

/** Which scanner belongs to this desk: its scans come to this window and no other's do. */
export function ScannerChoice() {
  const say = useSay();
  const { claim, scanners, chosen } = useOwnScanner();
  if (scanners.length === 0) return null;
  return (
    <ChoiceField
      label={say("scan.own")}
      value={chosen ?? ""}
      onChange={(id) => claim.choose(id === "" ? null : id)}
      empty={say("scan.anyScanner")}
      options={scanners.map(({ id, name }) => ({ value: id, text: name }))}
      testName={testNames.ownScanner}
    />
  );
}
