import * as z from "zod";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import {
  pairScreen,
  post,
  prove,
  type DeviceKeyPair,
  type PairedDevice,
  type PlainAnswer,
} from "#support/paired-device.ts";

type Kind = "kiosk" | "bedside_tablet";

interface PairPlan {
  readonly type?: Kind;
  readonly proof?: string;
}

/** What a device is answered that has been paired. */
export const pairedShape = z.object({ device_id: z.string(), audience: z.string() });

/** A branch where somebody looks after the screens. */
export class PairingDesk {
  readonly hub: TestHub;
  branch: LiveBranch;
  admin: Client;
  #serial = 0;

  private constructor(hub: TestHub, branch: LiveBranch, admin: Client) {
    this.hub = hub;
    this.branch = branch;
    this.admin = admin;
  }

  static async open(): Promise<PairingDesk> {
    // Browsers and the node's own machine have one clock here, so the hub must have it too: a branch follows its hub's.
    const hub = await startTestHub({ startsAt: new Date().toISOString() });
    const branch = await startLiveBranch(hub, hub.tenant.branchId);
    return new PairingDesk(hub, branch, await branch.client(["branch_admin"]));
  }

  /** The administrator signs in anew. */
  async signIn(): Promise<void> {
    this.admin = await this.branch.client(["branch_admin"]);
  }

  async close(): Promise<void> {
    await this.branch.stop();
    await this.hub.stop();
  }

  async register(type: Kind): Promise<Device> {
    this.#serial += 1;
    const body = {
      device_type: type,
      serial_no: `SN-${this.#serial}`,
      driver_profile: type === "kiosk" ? "kiosk_web" : "tablet_web",
      name: `Screen ${this.#serial}`,
    } as const;
    return (await this.admin.call(devicesContract.register, { body })).body;
  }

  async codeFor(id: string): Promise<string> {
    const request = { params: { id }, body: {} };
    return (await this.admin.call(pairingContract.offer, request)).body.code;
  }

  async pair(code: string, key: DeviceKeyPair, plan: PairPlan = {}): Promise<PlainAnswer> {
    return post(`${this.branch.url}/auth/device/pair`, {
      code,
      device_type: plan.type ?? "kiosk",
      public_key: key.publicJwk,
      proof: plan.proof ?? (await prove(key, code)),
    });
  }

  async pairedDevice(type: Kind = "kiosk"): Promise<PairedDevice> {
    const { id } = await this.register(type);
    return pairScreen(this.branch.url, this.admin, id, type);
  }

  async deviceOf(id: string): Promise<Device> {
    return (await this.admin.call(devicesContract.get, { params: { id } })).body;
  }

  async setStatus(id: string, status: "blocked" | "active" | "retired"): Promise<void> {
    await this.admin.call(devicesContract.update, { params: { id }, body: { status } });
  }
}
