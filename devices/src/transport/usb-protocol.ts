/** What a USB printer is known by: vendor and product, four hexadecimal digits each. */
export interface UsbAddress {
  readonly vendorId: string;
  readonly productId: string;
}

/** Which printer is meant where a machine has several of the same make and product. */
export interface UsbChoice extends UsbAddress {
  /** As the register has it; a printer may say another of itself, or none. */
  readonly serialNo: string;
  /** Of the other printers of the same make and product in the register. */
  readonly otherSerialNos: readonly string[];
}

/** A USB printer, as it describes itself. */
export interface UsbPrinterFacts extends UsbAddress {
  readonly name: string | null;
  readonly vendor: string | null;
  readonly serialNo: string | null;
}

/** What the parent asks of the child that holds the printer. Bytes travel as base 64: a message is JSON. */
export type UsbRequest =
  | { readonly kind: "list" }
  | { readonly kind: "open"; readonly choice: UsbChoice }
  | { readonly kind: "write"; readonly bytes: string; readonly timeoutMs: number }
  | { readonly kind: "status" }
  | { readonly kind: "reset" }
  | { readonly kind: "close" };

/** What the child says: first that it is ready, then an answer to each request, and what the printer says by itself. */
export type UsbNews =
  | { readonly kind: "ready" }
  | { readonly kind: "printers"; readonly printers: readonly UsbPrinterFacts[] }
  | {
      readonly kind: "opened";
      /** Maker and model by its IEEE 1284 device id; null for one that has none. */
      readonly name: string | null;
    }
  | {
      readonly kind: "status";
      /** The answer to GET_PORT_STATUS; null for one that gives none. */
      readonly byte: number | null;
    }
  | { readonly kind: "reset" }
  | { readonly kind: "failed"; readonly reason: "unreachable" | "refused" | "io" }
  | { readonly kind: "written" }
  | { readonly kind: "closed" }
  | { readonly kind: "data"; readonly bytes: string }
  | { readonly kind: "gone" };
