import { createEscposBuilder, type ReceiptBuilder } from "#printer/escpos/builder.ts";
import type { PrinterProfile } from "./profile.ts";
import { createStarBuilder } from "#printer/star/builder.ts";

/** A builder in the language of the profile. */
export function createReceiptBuilder(profile: PrinterProfile): ReceiptBuilder {
  return profile.language === "star" ? createStarBuilder(profile) : createEscposBuilder(profile);
}
