import type { UsbChoice } from "./usb-protocol.ts";

function plain(serialNo: string): string {
  return serialNo.trim().toUpperCase();
}

/**
 * The one that is meant among printers of the same make and product: that which says the registered serial number of
 * itself, or else the first that says none of another's. A person may have typed what stands on the back of a printer,
 * which is not always what it says over its cable.
 */
export function choosePrinter<
  Printer extends { readonly serialNumber?: string | null | undefined },
>(
  printers: readonly Printer[],
  { serialNo, otherSerialNos }: Pick<UsbChoice, "serialNo" | "otherSerialNos">,
): Printer | undefined {
  const others = new Set(otherSerialNos.map(plain));
  const saidBy = ({ serialNumber }: Printer) => plain(serialNumber ?? "");
  return (
    printers.find((printer) => saidBy(printer) === plain(serialNo)) ??
    printers.find((printer) => !others.has(saidBy(printer)))
  );
}
