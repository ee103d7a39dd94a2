/** Why a slip cannot be drawn, as machine codes with a sentence for a person. */
export const slipErrors = {
  missing_glyph: "The fonts lack characters of this slip",
  qr_too_long: "The QR content does not fit on the paper",
  does_not_fit: "There is more to say than the paper has room for",
  bad_code: "The content cannot be written in this kind of code",
  wrong_medium: "This kind of document is not made for this kind of printer",
  unreadable_logo: "The logo is not a picture that can be drawn",
} as const;

/** One of the machine codes of a slip. */
export type SlipErrorCode = keyof typeof slipErrors;

/** A slip that must not be printed as it is. The message never holds its text, which may name a patient. */
export class SlipError extends Error {
  readonly code: SlipErrorCode;
  /** What would have to be there: for `missing_glyph` the characters, as `U+75C5 (Han)`. */
  readonly details: readonly string[];

  constructor(code: SlipErrorCode, details: readonly string[] = [], cause?: unknown) {
    super(
      details.length === 0 ? slipErrors[code] : `${slipErrors[code]}: ${details.join(", ")}`,
      cause === undefined ? {} : { cause },
    );
    this.name = "SlipError";
    this.code = code;
    this.details = details;
  }
}
