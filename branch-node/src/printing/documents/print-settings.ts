import type { Letterhead } from "@edgeward/shared/clinical/print-jobs/print-jobs.letterhead.ts";

/** The languages that documents can speak. */
export type PrintLanguage = "en" | "hi";

/** How a tenant's documents look and speak. */
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

/** What a document needs to know of a reprint: when it was asked for. */
export interface Reprint {
  /** RFC 3339. */
  readonly at: string;
}

/** The settings that a job was queued with. */
export function settingsOf(head: Letterhead): PrintSettings {
  const { label_size: label, logo_png: logo } = head;
  return {
    displayName: head.display_name,
    headerLines: head.header_lines,
    footerLines: head.footer_lines,
    extraLines: head.extra_lines,
    logo: logo === null ? null : Buffer.from(logo, "base64"),
    languages: head.languages,
    numerals: head.numerals,
    pageSize: head.page_size,
    labelSize: label === null ? null : { widthMm: label.width_mm, heightMm: label.height_mm },
    timeZone: head.time_zone,
  };
}
