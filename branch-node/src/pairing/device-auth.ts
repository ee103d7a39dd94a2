import { registerTabletKey } from "#db/tablet-rows.ts";
import { devicesTable, type DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";
import { deviceStates } from "@edgeward/shared/clinical/devices/devices.states.ts";
import { deviceStatuses } from "@edgeward/shared/clinical/devices/device-values.contract.ts";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import { enumValueOf } from "@edgeward/shared/contract/enum-value.ts";
import type { ReadAudit } from "@edgeward/shared/audit/reads.ts";
import type { WrittenUnit, OpenWrite, WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { signAccessToken } from "@edgeward/shared/http/tokens.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { nextState } from "@edgeward/shared/resource/state-machine.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import type { DeviceGate, GateDevice } from "./device-gate.ts";
import { deviceScopes } from "./device-scopes.ts";
import { claimedDevice, refuseForeignKey, verifyAssertion } from "./device-proof.ts";
import type { DeviceKey, DeviceSession } from "./device-sign-in.contract.ts";
import { readPairingCode } from "./pairing-code.ts";
import { useAssertion } from "./used-assertions.ts";

const tokenSeconds = 900;

/** What letting devices in needs of the node. */
export interface DeviceAuthOptions {
  readonly store: SqliteStore;
  readonly runtime: WriteRuntime;
  readonly identity: NodeIdentity;
  readonly gate: DeviceGate;
  readonly audit: ReadAudit;
  readonly attempts: AttemptLimits;
  readonly onWritten: (unit: WrittenUnit | null) => void;
}

/** A request to be paired, as it came. */
export interface PairingRequest {
  readonly code: string;
  readonly type: GateDevice["type"];
  readonly key: DeviceKey;
  /** The code, signed with the key. */
  readonly proof: string;
  readonly ip: string | null;
}

function wrongCode(): AppError {
  return new AppError(
    "invalid_pairing_code",
    "The code is not known here, was used already, or is older than ten minutes.",
  );
}

/** Pairs kiosks and tablets, and gives them short tokens for their signatures. */
export class DeviceAuth {
  readonly #options: DeviceAuthOptions;

  constructor(options: DeviceAuthOptions) {
    this.#options = options;
  }

  /** Ties a key to the device that a code stands for. @throws AppError invalid_pairing_code, unauthorized, rate_limited */
  async pair(
    request: PairingRequest,
  ): Promise<{ readonly device_id: string; readonly audience: string }> {
    const { attempts } = this.#options;
    const attempt = await attempts.take({ purpose: "pairing_code", address: request.ip });
    const code = readPairingCode(request.code);
    if (code !== null) await refuseForeignKey(request.key, request.code, request.proof);
    const unit = code === null ? null : await this.#takeCode(code, request);
    if (unit === null) {
      this.#audit("unknown", "pairing_failed", "denied", request.ip);
      throw wrongCode();
    }
    await attempt.passed();
    this.#options.onWritten(unit);
    return {
      device_id: unit.operation.entity_id,
      audience: `branch:${this.#options.identity.branchId}`,
    };
  }

  /**
   * A token for a device that has signed for it.
   * @throws AppError unauthorized for a device that is not paired (any more), invalid_credentials for a signature that
   * is not good, device_blocked
   */
  async token(assertion: string): Promise<DeviceSession> {
    const { gate, identity, runtime } = this.#options;
    const device = gate.find(claimedDevice(assertion) ?? "");
    if (device === null || device.key === null || device.status === "retired") {
      throw new AppError("unauthorized", "This device is not paired here.");
    }
    const audience = `branch:${identity.branchId}`;
    const now = runtime.now();
    const proof = await verifyAssertion(device.key, device.id, audience, assertion, now);
    const { tenantId } = identity;
    // On a full disk as well: a kiosk that is turned away cannot even say why.
    await this.#options.store.write({ tenantId, urgency: "note" }, (session) =>
      useAssertion(session, device.id, proof, now),
    );
    if (device.status === "blocked") {
      throw new AppError("device_blocked", "This device has been locked by the branch's staff.");
    }
    return this.#session(device);
  }

  async #session(device: GateDevice): Promise<DeviceSession> {
    const { identity, runtime, store } = this.#options;
    const { tenantId, branchId } = identity;
    const branch = await store.read({ tenantId }, ({ kysely }) =>
      findBranchSettings(kysely, tenantId, branchId),
    );
    if (branch === null) throw new AppError("unavailable", "The branch is not set up yet.");
    const claims = {
      iss: `branch:${identity.nodeId}`,
      aud: `branch:${branchId}`,
      sub: device.id,
      tid: tenantId,
      bids: [branchId],
      roles: ["device"],
      scope: deviceScopes[device.type],
      sid: device.sessionId,
      did: device.id,
    };
    const key = { kid: identity.nodeId, privateKey: identity.privateKey };
    const id = runtime.newId("ses");
    return {
      access_token: await signAccessToken(key, claims, tokenSeconds, runtime.now(), id),
      token_type: "Bearer",
      expires_in: tokenSeconds,
      device: { id: device.id, type: device.type, name: device.name },
      tenant_id: tenantId,
      branch: {
        id: branch.id,
        name: branch.name,
        time_zone: branch.timeZone,
        country: branch.country,
      },
    };
  }

  /** Uses a code up. Null where no device waits for it. */
  #takeCode(code: string, request: PairingRequest): Promise<WrittenUnit | null> {
    const { store, runtime, identity } = this.#options;
    const { tenantId } = identity;
    return store.write({ tenantId }, async (session) => {
      const hash = runtime.hashValue(tenantId, code);
      const waiting = await session.kysely
        .selectFrom("devices")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("branch_id", "=", identity.branchId)
        .where("pairing_code_hash", "=", hash)
        .where("device_type", "=", request.type)
        .where("status", "in", ["pending_pairing", "active"])
        .executeTakeFirst();
      if (waiting === undefined) return null;
      const origin = branchOrigin(identity, waiting.id, "device", request.ip);
      const write = openWrite(session, runtime, origin, "device.pair");
      if ((waiting.pairing_expires_at ?? "") <= write.at) return null;
      this.#tie(write, waiting, request.key);
      // Whatever a tablet signs goes through the lane of batches; that lane knows Ed25519 alone.
      if (request.type === "bedside_tablet" && request.key.crv === "Ed25519") {
        const deviceId = waiting.id;
        await registerTabletKey(session, {
          tenantId,
          deviceId,
          publicJwk: request.key,
          at: write.at,
        });
      }
      return write.flush([]);
    });
  }

  #tie(write: OpenWrite, row: DeviceRow, key: DeviceKey): void {
    const from = enumValueOf(deviceStatuses, row.status);
    const status = from === "active" ? from : nextState(deviceStates, from, "active");
    const step = { status, at: write.at, by: row.id, reason: "paired" };
    write.update(devicesTable, row, {
      public_key: key,
      last_rotated_at: write.at,
      pairing_code_hash: null,
      pairing_expires_at: null,
      status,
      status_history: [...row.status_history, step],
    });
  }

  #audit(actorId: string, action: string, outcome: "success" | "denied", ip: string | null): void {
    const { audit, identity } = this.#options;
    audit.record(branchOrigin(identity, actorId, "device", ip), {
      module: "auth",
      action,
      outcome,
      entity_type: "devices",
      entity_id: null,
      patient_id: null,
      changes: [],
    });
  }
}
