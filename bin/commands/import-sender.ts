import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { ApiError, createClient } from "@edgeward/shared/contract/client.ts";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { CommandFailure } from "../failure.ts";
import { askHttp } from "../operator-http.ts";
import type { PatientBody, RowFault } from "./import-patient.ts";

/** What became of one patient. */
export type SendOutcome =
  | { readonly kind: "registered"; readonly warnings: readonly string[] }
  | { readonly kind: "present" }
  | { readonly kind: "rejected"; readonly faults: readonly RowFault[] };

/** Where patients are sent, and as whom. */
export interface Destination {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly branchId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Registers patients one by one. */
export interface PatientSender {
  /** @throws CommandFailure when nobody answers any more, or this client may not register patients */
  send(body: PatientBody): Promise<SendOutcome>;
}

const attempts = 6;
const firstPauseMs = 250;
const longestPauseMs = 8_000;
const refreshBeforeMs = 60_000;

const grantedToken = z.looseObject({ access_token: z.string(), expires_in: z.number() });
const fieldList = z.array(z.looseObject({ path: z.string(), message: z.string() }));

/** The same patient for the same branch is the same intent, whichever file it stands in: sent twice, it goes in once. */
export function importKey(tenantId: string, branchId: string, body: PatientBody): string {
  // Sent as JSON, a field without a value is not there at all.
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const hash = createHash("sha256")
    .update(canonicalJson([tenantId, branchId, sent]))
    .digest("hex");
  return `import-${hash}`;
}

interface HeldToken {
  readonly text: string;
  readonly expiresAt: number;
}

async function askToken(destination: Destination): Promise<HeldToken> {
  const granted = await askHttp(`${destination.baseUrl}/auth/token`, grantedToken, {
    method: "POST",
    body: {
      grant_type: "client_credentials",
      client_id: destination.clientId,
      client_secret: destination.clientSecret,
    },
  });
  return { text: granted.access_token, expiresAt: Date.now() + granted.expires_in * 1000 };
}

/** Gives a token that is valid for at least a minute, asked for once however many wait for it. */
function tokenSource(destination: Destination): { fresh(): Promise<string>; drop(): void } {
  let held: Promise<HeldToken> | null = null;
  return {
    fresh: async () => {
      const asked = (held ??= askToken(destination));
      const token = await asked;
      if (token.expiresAt - refreshBeforeMs > Date.now()) return token.text;
      // Whoever sees first that it runs out asks for the next; the others wait for that one.
      if (held === asked) held = askToken(destination);
      return (await held).text;
    },
    drop: () => {
      held = null;
    },
  };
}

function faultsOf(error: ApiError): readonly RowFault[] {
  const fields = fieldList.safeParse(error.details["fields"]);
  if (fields.success && fields.data.length > 0) {
    return fields.data.map(({ path, message }) => ({ field: path, reason: message }));
  }
  return [{ field: "", reason: `${error.code}: ${error.message}` }];
}

// The record number is the first identifier of an imported body.
function isKnownRecord(error: ApiError, body: PatientBody): boolean {
  if (error.code !== "duplicate_identifier" || body.identifiers?.[0]?.type !== "mrn") return false;
  return faultsOf(error).some(({ field }) => field === "identifiers.0.value");
}

function pauseFor(error: unknown, attempt: number): number {
  const asked = error instanceof ApiError ? error.details["retry_after"] : undefined;
  const doubling = firstPauseMs * 2 ** attempt;
  return Math.min(longestPauseMs, typeof asked === "number" ? asked * 1000 : doubling);
}

/** Whether the same request may succeed later: nobody answered, too many requests, the same key still running. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return !(error instanceof CommandFailure);
  return error.status >= 500 || error.status === 429 || error.code === "idempotency_in_progress";
}

function verdictOn(error: unknown, body: PatientBody, baseUrl: string): SendOutcome {
  if (!(error instanceof ApiError)) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${baseUrl} does not answer any more`);
  }
  if (isKnownRecord(error, body)) return { kind: "present" };
  if (error.status === 401 || error.status === 403) {
    throw new CommandFailure(`this client may not register patients: ${error.message}`);
  }
  if (error.status === 429 || error.status === 503)
    throw new CommandFailure(`${baseUrl} takes no more: ${error.message}`);
  return { kind: "rejected", faults: faultsOf(error) };
}

/** Sends patients to a node; pauses and tries again where that can help. */
export function createPatientSender(destination: Destination): PatientSender {
  const { baseUrl, tenantId, branchId } = destination;
  const tokens = tokenSource(destination);
  const client = createClient({
    baseUrl,
    headers: () => ({ "x-tenant-id": tenantId, "x-branch-id": branchId }),
  });

  async function post(body: PatientBody): Promise<SendOutcome> {
    const headers = { authorization: `Bearer ${await tokens.fresh()}` };
    const idempotencyKey = importKey(tenantId, branchId, body);
    const answer = await client.call(
      patientsContract.create,
      { body },
      { idempotencyKey, headers },
    );
    if (answer.headers.get("idempotent-replayed") === "true") return { kind: "present" };
    return { kind: "registered", warnings: answer.body.warnings.map(({ code }) => code) };
  }

  return {
    async send(body) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await post(body);
        } catch (error) {
          const isExpired = error instanceof ApiError && error.status === 401 && attempt === 0;
          if (isExpired) tokens.drop();
          else if (attempt >= attempts || !isPassing(error)) return verdictOn(error, body, baseUrl);
          else await delay(pauseFor(error, attempt));
        }
      }
    },
  };
}
