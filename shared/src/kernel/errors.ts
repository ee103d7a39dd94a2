/** Every machine code a caller can meet, with the HTTP status it travels under. One line a code; each has its page in docs/errors. */
export const errorCodes = {
  bad_request: 400,
  malformed_json: 400,
  missing_header: 400,
  idempotency_key_required: 400,
  invalid_cursor: 400,
  cursor_expired: 400,
  unauthorized: 401,
  token_expired: 401,
  token_revoked: 401,
  invalid_credentials: 401,
  invalid_pairing_code: 401,
  forbidden: 403,
  tenant_forbidden: 403,
  branch_forbidden: 403,
  role_not_granted: 403,
  scope_missing: 403,
  device_blocked: 403,
  access_reason_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid_transition: 409,
  idempotency_in_progress: 409,
  owned_by_branch: 409,
  hub_only: 409,
  sequence_gap: 409,
  gone: 410,
  version_conflict: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_error: 422,
  unknown_field: 422,
  unknown_parameter: 422,
  read_only_field: 422,
  invalid_enum: 422,
  invalid_id: 422,
  invalid_reference: 422,
  timezone_required: 422,
  tenant_mismatch: 422,
  branch_mismatch: 422,
  conflicting_fields: 422,
  slot_unavailable: 422,
  bed_unavailable: 422,
  already_admitted: 422,
  consent_withheld: 422,
  insufficient_balance: 422,
  batch_blocked: 422,
  batch_expired: 422,
  over_receipt: 422,
  over_dispense: 422,
  prescription_required: 422,
  price_over_mrp: 422,
  already_billed: 422,
  already_claimed: 422,
  over_payer_share: 422,
  overpayment: 422,
  duplicate_payment: 422,
  cash_limit_exceeded: 422,
  specimen_mismatch: 422,
  implausible_value: 422,
  prescriber_unregistered: 422,
  not_printable: 422,
  content_type_mismatch: 422,
  image_too_large: 422,
  duplicate_abha_id: 422,
  duplicate_uhid: 422,
  duplicate_identifier: 422,
  duplicate_value: 422,
  patient_merged: 422,
  pan_detected: 422,
  aadhaar_not_allowed: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** One of the machine codes. */
export type ErrorCode = keyof typeof errorCodes;

/** One field or parameter that is wrong: `path` in dotted form, a machine code, a sentence for a person. */
export interface FieldIssue {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** What a caller can cause. Anything else that is thrown is a fault of ours and answers `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorCodes[this.code];
  }
}

/** A 422 that names the fields that are wrong. The envelope's code is the single field's own code, or `validation_error` for several. */
export function fieldError(...fields: readonly FieldIssue[]): AppError {
  const [first] = fields;
  const code = fields.length === 1 && first !== undefined ? first.code : "validation_error";
  const message =
    fields.length === 1 && first !== undefined
      ? `${first.path}: ${first.message}`
      : `${fields.length} fields are wrong`;
  return new AppError(code, message, { fields });
}
