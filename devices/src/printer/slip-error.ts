/** Why a slip cannot be drawn, as machine codes with a sentence for a person. */
export const slipErrors = {
  missing_glyph: "The fonts lack characters of this slip",
  qr_too_long: "The QR content does not fit on the paper",
} as const;

/** One of the machine codes of a slip. */
export type SlipErrorCode = keyof typeof slipErrors;

/** A slip that must not be printed as it is. The message never holds its text, which may name a patient. */
export class SlipError extends Error {
  readonly code: SlipErrorCode;
  /** What would have to be there: for `missing_glyph` the names of the scripts. */
  readonly details: readonly string[];

  constructor(code: SlipErrorCode, details: readonly string[] = []) {
    super(details.length === 0 ? slipErrors[code] : `${slipErrors[code]}: ${details.join(", ")}`);
    this.name = "SlipError";
    this.code = code;
    this.details = details;
  }
}
