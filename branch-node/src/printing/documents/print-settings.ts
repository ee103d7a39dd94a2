/** The languages that papers can speak. */
export type PrintLanguage = "en" | "hi";

/** How a tenant's papers look and speak. */
export interface PrintSettings {
  readonly displayName: string;
  readonly headerLines: readonly string[];
  readonly footerLines: readonly string[];
  /** Said at the end of the document itself. */
  readonly extraLines: readonly string[];
  /** A PNG. */
  readonly logo: Uint8Array | null;
  /** One, or two side by side; dates and amounts are in the first. */
  readonly languages: readonly PrintLanguage[];
  /** `native` writes the digits of the first language's script. */
  readonly numerals: "latn" | "native";
  readonly pageSize: "a4" | "a5";
  /** Null for the size that the document is made for. */
  readonly labelSize: { readonly widthMm: number; readonly heightMm: number } | null;
  /** IANA name of the branch's zone. */
  readonly timeZone: string;
}

/** What a paper needs to know of a reprint: when it was asked for. */
export interface Reprint {
  /** RFC 3339. */
  readonly at: string;
}
